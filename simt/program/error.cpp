#include <strider/simt/runtime/error.hpp>

#include <atomic>
#include <string>

#include <strider/simt/lane.hpp>
#include <strider/simt/program.hpp>
#include <strider/simt/runtime/stream.hpp>
#include <strider/simt/session.hpp>

// In the executor's namespace, as its thread-local variables are: reports name none of them.
namespace strider::executor::runtime {
namespace {
thread_local cudaError_t last_error = cudaSuccess;
}
}  // namespace strider::executor::runtime

namespace {

std::atomic<cudaError_t> error_of_kernels = cudaSuccess;

struct refused_call {
    const void* at;
    const char* what;
};

void refuse_as_a_lane(refused_call call) { strider::executor::refuse(strider::executor::site{call.at}, call.what); }

}  // namespace

cudaError_t strider::executor::runtime::set_last_error(cudaError_t error) {
    if (error != cudaSuccess) last_error = error;
    return error;
}

void strider::executor::runtime::set_kernel_error(cudaError_t error) { error_of_kernels = set_last_error(error); }

cudaError_t strider::executor::runtime::kernel_error() { return set_last_error(error_of_kernels); }

void strider::executor::runtime::forget_kernel_error() { last_error = error_of_kernels = cudaSuccess; }

cudaError_t strider::executor::runtime::refuse_call(const void* caller, const char* call, const char* why,
                                                    cudaError_t error) {
    // Findings are those of lanes, so one lane says it.
    const std::string what = std::string(call) + " (" + why + ")";
    strider::executor::name_kernel(reinterpret_cast<const void*>(&refuse_as_a_lane), call);
    program::detail::guarded_launch(
        [&] { strider::executor::launch(&refuse_as_a_lane, 1, 1, 0, refused_call{caller, what.c_str()}); });
    forget_kernel_error();
    return set_last_error(error);
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define STRIDER_SIMT_ERROR(name, code, text) \
    case name:                               \
        return #name;
        STRIDER_SIMT_ERRORS(STRIDER_SIMT_ERROR)
#undef STRIDER_SIMT_ERROR
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define STRIDER_SIMT_ERROR(name, code, text) \
    case name:                               \
        return text;
        STRIDER_SIMT_ERRORS(STRIDER_SIMT_ERROR)
#undef STRIDER_SIMT_ERROR
    }
    return "unrecognized error code";
}

cudaError_t strider::executor::runtime::pending_error() {
    const cudaError_t of_kernels = error_of_kernels;
    return of_kernels != cudaSuccess ? of_kernels : last_error;
}
cudaError_t strider::executor::runtime::take_error() {
    const cudaError_t error = pending_error();
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaGetLastError() {
    strider::executor::refused_launches_are_known();
    return strider::executor::runtime::take_error();
}
cudaError_t cudaPeekAtLastError() {
    strider::executor::refused_launches_are_known();
    return strider::executor::runtime::pending_error();
}

// ---- What is refused

#define STRIDER_REFUSE_SHARING(call)                                           \
    strider::executor::runtime::refuse_call(__builtin_return_address(0), call, \
                                            "sharing with other processes; the executor has one")
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
