// Copies and fills as operations of streams do them: ranges are judged, told to the checks, and carried out.
#pragma once

#include <cstddef>
#include <optional>

#include <strider/check/runtime/memory.hpp>
#include <strider/emulator/operations.hpp>

#include "operands.hpp"
#include "streams.hpp"

namespace strider::emulation::runtime {

constexpr const char* narrow_pitch = "a row is wider than the pitch, which counts the bytes from a row to the next";

struct rectangle {
    std::size_t width, height = 1, depth = 1;
    bool empty() const { return width == 0 || height == 0 || depth == 0; }
    /// From the first to behind the last byte, in memory of these strides.
    std::size_t extent(std::size_t row, std::size_t slice) const {
        return (depth - 1) * slice + (height - 1) * row + width;
    }
};
struct strides {
    std::size_t row = 0, slice = 0;
};

struct copied_memory {
    const void* at;  ///< the call, for findings
    void* to;
    strides to_by;
    const void* from;
    strides from_by;
    rectangle size;
    cudaMemcpyKind kind;
};
/// cudaErrorInvalidValue, and a finding, where one of the sides has a defect. `early` reads the source; if null, the
/// current operation does.
cudaError_t copy(const copied_memory& what, stream_operation* early = nullptr);
cudaError_t fill(const void* at, void* pointer, strides by, int value, rectangle size);

/// Places and extents in bytes; nothing where the pitch is too narrow.
std::optional<copied_memory> copied_slices(const void* at, cudaMemcpy3DParms how);

/// Whether the host waits for a copy. By a call that ends in Async, it waits where memory of the host is written that
/// is not pinned, or copied to memory of the host. By another call, it waits unless both sides are the device's.
stream_call call_of(const void* caller, void* to, const void* from, cudaMemcpyKind kind, bool asynchronous);

/// cudaErrorInvalidValue, and a finding at the call `at`, where one of the sides has a defect.
cudaError_t judge_sides(const void* at, const char* what, const side_defect& to, const side_defect& from = {});

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
