#include "library_call.hpp"

#include <utility>

#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/memory.hpp>

#include "defects.hpp"
#include "known_memory.hpp"
#include "operands.hpp"
#include "streams.hpp"

namespace strider::emulation::runtime {

void library_operands::add(const char* name, const byte_rows& memory, bool read, bool written) {
    if (memory.rows == 0 || memory.width == 0) return;
    byte_rows rows = memory;
    if (rows.stride == rows.width) rows = {rows.begin, rows.width * rows.rows, 0, 1};
    const auto* const begin = reinterpret_cast<const char*>(rows.begin);
    side_defect why =
        defect_of(std::string("its ") + name, begin, (rows.rows - 1) * rows.stride + rows.width, /*device=*/true);
    const auto in = runtime::memory().find(begin);
    const stream_operation* const now = current_operation();
    if (why.what.empty() && in && of_device(in->kind) && now != nullptr && (now->reaches >> in->device & 1) == 0)
        why = {std::string("its ") + name + " is memory of device " + std::to_string(in->device) + ", which device " +
                   std::to_string(now->device) + " may not access",
               "pass memory of the call's device, or call cudaDeviceEnablePeerAccess() before"};
    if (!why.what.empty()) {
        good_ = false;
        program::report_defect(finding_kind::out_of_bounds, at_, call_ + ": " + why.what, why.fix);
        return;
    }
    std::size_t unwritten = 0;
    for (std::size_t row = 0; read && row < rows.rows; ++row)
        unwritten += count_unwritten(begin + row * rows.stride, rows.width);
    if (unwritten != 0)
        program::report_defect(
            finding_kind::uninitialised_read, at_,
            call_ + " reads " + std::to_string(unwritten) + " bytes of its " + name + " that were never written",
            "write the whole array before this call, by cudaMemcpy(), cudaMemset() or a kernel");
    if (read) all_.push_back({rows, false});
    if (written) all_.push_back({rows, true});
}

bool library_operands::accept() {
    if (good_) note(all_);
    return good_;
}

cudaError_t library_operands::finish() const {
    if (!good_) return set_last_error(cudaErrorIllegalAddress);
    for (const transferred_bytes& one : all_)
        for (std::size_t row = 0; one.written && row < one.memory.rows; ++row)
            mark_written(reinterpret_cast<const void*>(one.memory.begin + row * one.memory.stride), one.memory.width);
    return cudaSuccess;
}

cudaError_t submit(const library_call& call, std::function<void(library_operands&)> work) {
    return enqueue(call.stream, cudaGraphNodeTypeKernel,
                   [call, work = std::move(work)] {
                       if (const cudaError_t of_kernels = kernel_error(); of_kernels != cudaSuccess) return of_kernels;
                       if (call.of_library) program::note_library_call(call.name);
                       library_operands operands(call.at, call.name);
                       work(operands);
                       return operands.finish();
                   },
                   {.at = call.at, .host_waits = call.host_waits});
}

void report_refused(const void* at, const std::string& call, const std::string& why, const std::string& fix) {
    program::report_defect(finding_kind::bad_launch, at, call + " is refused: " + why, fix);
}

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
