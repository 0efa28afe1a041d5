#include <strider/check/runtime/error.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>

#include <strider/check/runtime/stream.hpp>
#include <strider/emulator/lane.hpp>
#include <strider/emulator/launch.hpp>
#include <strider/emulator/session.hpp>

#include "defects.hpp"

// In the emulator's namespace, as its thread-local variables are: reports name none of them.
namespace strider::emulation::runtime {
namespace {
thread_local cudaError_t last_error = cudaSuccess;
struct {
    const char* rule = nullptr;
    refusal means = refusal::defect;
} thread_local last_refusal;
thread_local const char* unread_call = nullptr;
bool remembers_calls = false;
thread_local host_call last_refused;

std::string why_refused(cudaError_t error) {
    if (last_refusal.rule != nullptr) return last_refusal.rule;
    return error == cudaErrorInvalidValue ? "an argument is null, or outside of its range" : cudaGetErrorString(error);
}
}  // namespace
}  // namespace strider::emulation::runtime

namespace {

std::atomic<cudaError_t> error_of_kernels = cudaSuccess;

struct refused_call {
    const void* at;
    const char* what;
};

void refuse_as_a_lane(refused_call call) { strider::emulation::refuse(strider::emulation::site{call.at}, call.what); }

}  // namespace

cudaError_t strider::emulation::runtime::set_last_error(cudaError_t error, const char* rule, refusal means) {
    if (error == cudaSuccess) return error;
    last_error = error;
    last_refusal = {rule, means};
    if (remembers_calls && !on_lane()) last_refused = call_of_user();
    return error;
}

void strider::emulation::runtime::set_kernel_error(cudaError_t error) { error_of_kernels = set_last_error(error); }

cudaError_t strider::emulation::runtime::kernel_error() { return set_last_error(error_of_kernels); }

void strider::emulation::runtime::forget_kernel_error() { last_error = error_of_kernels = cudaSuccess; }

cudaError_t strider::emulation::runtime::refuse_call(const void* caller, const char* call, const char* why,
                                                     cudaError_t error) {
    // Findings are those of lanes, so one lane says it.
    const std::string what = std::string(call) + " (" + why + ")";
    strider::emulation::name_kernel(reinterpret_cast<const void*>(&refuse_as_a_lane), call);
    program::need_session();
    try {
        strider::emulation::launch(&refuse_as_a_lane, 1, 1, 0, refused_call{caller, what.c_str()});
    } catch (const std::exception&) {
    }
    forget_kernel_error();
    ++program::reported_defects();
    return set_last_error(error);
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define STRIDER_EMULATOR_ERROR(name, code, text) \
    case name:                                   \
        return #name;
        STRIDER_EMULATOR_ERRORS(STRIDER_EMULATOR_ERROR)
#undef STRIDER_EMULATOR_ERROR
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define STRIDER_EMULATOR_ERROR(name, code, text) \
    case name:                                   \
        return text;
        STRIDER_EMULATOR_ERRORS(STRIDER_EMULATOR_ERROR)
#undef STRIDER_EMULATOR_ERROR
    }
    return "unrecognized error code";
}

cudaError_t strider::emulation::runtime::pending_error() {
    const cudaError_t of_kernels = error_of_kernels;
    return of_kernels != cudaSuccess ? of_kernels : last_error;
}
cudaError_t strider::emulation::runtime::take_error() {
    const cudaError_t error = pending_error();
    last_error = cudaSuccess;
    return error;
}

void strider::emulation::runtime::remember_refused_calls() { remembers_calls = true; }
void strider::emulation::runtime::report_pending_error() {
    if (last_error == cudaSuccess || last_error == error_of_kernels || last_refused.at == nullptr) return;
    program::need_session();
    report_host_defect(
        finding_kind::refused_call, last_refused.at,
        last_refused.name + "() returns " + cudaGetErrorName(last_error) + ": " + why_refused(last_error),
        "correct the call");
}

cudaError_t cudaGetLastError() {
    strider::emulation::refusals_are_known(strider::emulation::runtime::is_unread("cudaGetLastError"));
    return strider::emulation::runtime::take_error();
}
cudaError_t cudaPeekAtLastError() {
    if (!strider::emulation::runtime::is_unread("cudaPeekAtLastError")) strider::emulation::refusals_are_known();
    return strider::emulation::runtime::pending_error();
}

// ---- Statuses that the program does not look at

strider::emulation::runtime::unread_status::unread_status(const char* call) noexcept
    : call_(call), defects_before_(program::reported_defects()) {
    unread_call = call;
    last_refusal = {};
}
cudaError_t strider::emulation::runtime::unread_status::operator,(cudaError_t status) const {
    report(__builtin_return_address(0), status, cudaGetErrorName(status));
    return status;
}
bool strider::emulation::runtime::is_unread(const char* call) {
    return unread_call != nullptr && std::string_view(unread_call).starts_with(call);
}

void strider::emulation::runtime::unread_status::report(const void* caller, cudaError_t status,
                                                        const char* name) const {
    unread_call = nullptr;
    // A kernel's error has its own finding, and so has a call that another rule reports, or that made a capture
    // invalid. The other errors leave the program as it should be.
    constexpr cudaError_t no_defects[] = {cudaSuccess,
                                          cudaErrorNotReady,
                                          cudaErrorCudartUnloading,
                                          cudaErrorPeerAccessAlreadyEnabled,
                                          cudaErrorPeerAccessNotEnabled,
                                          cudaErrorHostMemoryAlreadyRegistered,
                                          cudaErrorStreamCaptureInvalidated};
    const bool asks_for_error = std::string_view(call_).ends_with("LastError");
    if (std::ranges::find(no_defects, status) != std::end(no_defects) || status == error_of_kernels || on_lane() ||
        asks_for_error || defects_before_ != program::reported_defects())
        return;
    last_refused = {};
    ++program::reported_defects();
    // The calls of a program without kernels are translated, too.
    program::need_session();
    report_host_defect(
        finding_kind::refused_call, caller,
        std::string(call_) + "() returns " + name + ", and the program does not look at it: " + why_refused(status),
        "correct the call, and check the status of each call", nullptr,
        last_refusal.means == refusal::defect         ? weight::finding
        : last_refusal.means == refusal::of_no_object ? weight::consequence_of_refusal
                                                      : weight::note);
}

// ---- What is refused

#define STRIDER_REFUSE_SHARING(call)                                            \
    strider::emulation::runtime::refuse_call(__builtin_return_address(0), call, \
                                             "sharing with other processes; the emulator has one")
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) { return STRIDER_REFUSE_SHARING("cudaIpcGetMemHandle"); }
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned) {
    return STRIDER_REFUSE_SHARING("cudaIpcOpenMemHandle");
}
cudaError_t cudaIpcCloseMemHandle(void*) { return STRIDER_REFUSE_SHARING("cudaIpcCloseMemHandle"); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
    return STRIDER_REFUSE_SHARING("cudaIpcGetEventHandle");
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
    return STRIDER_REFUSE_SHARING("cudaIpcOpenEventHandle");
}
#undef STRIDER_REFUSE_SHARING
// SPDX-License-Identifier: Apache-2.0
