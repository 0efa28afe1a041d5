#include <strider/check/runtime/memory.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/memory.hpp>

#include "arrays.hpp"
#include "copied_to_host.hpp"
#include "defects.hpp"
#include "known_memory.hpp"
#include "operands.hpp"
#include "streams.hpp"

using strider::emulation::runtime::defect_of;
using strider::emulation::runtime::enqueue;
using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::memory;
using strider::emulation::runtime::memory_kind;
using strider::emulation::runtime::of_device;
using strider::emulation::runtime::refusal;
using strider::emulation::runtime::set_last_error;
using strider::emulation::runtime::side_defect;

namespace strider::emulation::runtime {
// In this namespace, so that emulator/run/memoise.cpp does not take it for a variable of the program.
static std::atomic<std::uint64_t> bytes_to_host = 0;
}  // namespace strider::emulation::runtime
using strider::emulation::runtime::bytes_to_host;

namespace {

/// cudaErrorInvalidValue, and a finding at the call `at`, where one of the sides has a defect.
cudaError_t judge_sides(const void* at, const char* what, const side_defect& to, const side_defect& from = {}) {
    using namespace strider::emulation;
    const side_defect& why = to.what.empty() ? from : to;
    if (why.what.empty()) return cudaSuccess;
    std::string message = what + (" is refused: " + why.what);
    const stream_operation* const now = current_operation();
    if (now != nullptr && now->graph_at != nullptr) {
        at = now->at;
        message += ", in the graph that is launched at " + text(line_of(now->graph_at));
    }
    program::report_defect(finding_kind::bad_copy, at, std::move(message), why.fix, nullptr,
                           why.no_memory ? weight::consequence_of_refusal : weight::finding);
    return invalid_value();
}

struct sides {
    bool to_device, from_device;
};
/// What the kind of a copy says of both sides; by cudaMemcpyDefault they are what they are.
std::optional<sides> sides_of(void* to, const void* from, cudaMemcpyKind kind) {
    switch (kind) {
        case cudaMemcpyHostToHost:
            return sides{false, false};
        case cudaMemcpyHostToDevice:
            return sides{true, false};
        case cudaMemcpyDeviceToHost:
            return sides{false, true};
        case cudaMemcpyDeviceToDevice:
            return sides{true, true};
        case cudaMemcpyDefault:
            return sides{memory().find(to).has_value(), memory().find(from).has_value()};
    }
    return std::nullopt;
}

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

struct side {
    const void* begin;
    strides by;
    bool written;
};
void note_slices(rectangle size, std::initializer_list<side> all) {
    std::vector<strider::emulation::transferred_bytes> bytes;
    for (const side& one : all)
        for (std::size_t z = 0; z < size.depth; ++z)
            bytes.push_back(
                {{reinterpret_cast<std::uintptr_t>(one.begin) + z * one.by.slice, size.width, one.by.row, size.height},
                 one.written});
    strider::emulation::runtime::note(bytes);
}

/// Whether the host waits for a copy. By a call that ends in Async it does where memory of the host is written that is
/// not pinned, or copied to memory of the host; by another one it does not where both sides are the device's.
strider::emulation::runtime::stream_call call_of(const void* caller, void* to, const void* from, cudaMemcpyKind kind,
                                                 bool asynchronous) {
    const auto sides = sides_of(to, from, kind);
    if (!sides) return {.at = caller, .host_waits = true};
    const auto in_device = [](const void* pointer, bool by_kind) {
        const auto in = memory().find(pointer);
        return in ? of_device(in->kind) : by_kind;
    };
    if (!asynchronous)
        return {.at = caller, .host_waits = !in_device(to, sides->to_device) || !in_device(from, sides->from_device)};
    const auto of_host = [](const void* pointer, bool by_kind) {
        const auto in = memory().find(pointer);
        return by_kind || (in && (in->kind == memory_kind::host || in->kind == memory_kind::registered));
    };
    const bool from_pageable = !sides->from_device && !memory().find(from);
    return {.at = caller,
            .host_waits = of_host(to, !sides->to_device) && (of_host(from, !sides->from_device) || !memory().find(to)),
            .at_once = from_pageable};
}

cudaError_t copy(const void* caller, void* to, strides to_strides, const void* from, strides from_strides,
                 rectangle size, cudaMemcpyKind kind) {
    const cudaError_t of_kernels = strider::emulation::runtime::kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    const auto sides = sides_of(to, from, kind);
    if (!sides) return set_last_error(cudaErrorInvalidMemcpyDirection, "the direction is none of cudaMemcpyKind");
    if (size.empty()) return cudaSuccess;
    const std::size_t written = size.extent(to_strides.row, to_strides.slice),
                      read = size.extent(from_strides.row, from_strides.slice);
    if (const cudaError_t error =
            judge_sides(caller, "a copy", defect_of("its destination", to, written, sides->to_device),
                        defect_of("its source", from, read, sides->from_device)))
        return error;
    if (sides->from_device && !sides->to_device) bytes_to_host += size.width * size.height * size.depth;
    note_slices(size, {{to, to_strides, true}, {from, from_strides, false}});
    for (std::size_t z = 0; z < size.depth; ++z) {
        for (std::size_t y = 0; y < size.height; ++y) {
            char* const row = static_cast<char*>(to) + z * to_strides.slice + y * to_strides.row;
            const char* const source = static_cast<const char*>(from) + z * from_strides.slice + y * from_strides.row;
            std::memmove(row, source, size.width);
            strider::emulation::mark_written(row, size.width);
            if (!sides->to_device) strider::emulation::host_copied(row, source, size.width, caller);
        }
    }
    return cudaSuccess;
}

cudaError_t fill(const void* at, void* pointer, strides by, int value, rectangle size) {
    const cudaError_t of_kernels = strider::emulation::runtime::kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    if (size.empty()) return cudaSuccess;
    if (const cudaError_t error =
            judge_sides(at, "a fill", defect_of("its destination", pointer, size.extent(by.row, by.slice), true)))
        return error;
    note_slices(size, {{pointer, by, true}});
    for (std::size_t z = 0; z < size.depth; ++z) {
        for (std::size_t y = 0; y < size.height; ++y) {
            char* const row = static_cast<char*>(pointer) + z * by.slice + y * by.row;
            std::memset(row, value, size.width);
            strider::emulation::mark_written(row, size.width);
        }
    }
    return cudaSuccess;
}

}  // namespace

std::uint64_t strider::emulation::runtime::copied_to_host() { return bytes_to_host; }

// ---- Copies. `at` is who has called the runtime, for findings; without a stream the call is none of those that end in
// Async.

namespace {

constexpr const char* narrow_pitch = "a row is wider than the pitch, which counts the bytes from a row to the next";

#define STRIDER_EMULATOR_USER __builtin_return_address(0)

/// `copied` is what a graph tells of the node. The host may wait in a copy without a stream, which a capture forbids.
cudaError_t enqueue_copy(std::optional<cudaStream_t> stream, strider::emulation::runtime::stream_call call,
                         const cudaMemcpy3DParms& copied, std::function<cudaError_t()> work) {
    if (!stream && !strider::emulation::runtime::legacy_is_captured())
        if (const cudaError_t error = strider::emulation::runtime::forbidden_in_capture()) return error;
    const strider::emulation::runtime::node_parameters parameters = copied;
    call.parameters = &parameters;
    return enqueue(stream.value_or(nullptr), cudaGraphNodeTypeMemcpy, std::move(work), call);
}
cudaPitchedPtr pitched(const void* begin, std::size_t pitch, const rectangle& size) {
    return {const_cast<void*>(begin), pitch, size.width, size.height};
}

cudaError_t copy_bytes(const void* caller, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       std::optional<cudaStream_t> stream) {
    const rectangle size{bytes};
    return enqueue_copy(
        stream, call_of(caller, to, from, kind, stream.has_value()),
        {nullptr, {}, pitched(from, bytes, size), nullptr, {}, pitched(to, bytes, size), {bytes, 1, 1}, kind},
        [=] { return copy(caller, to, {}, from, {}, size, kind); });
}

/// Where rows begin, and the bytes from one to the next.
template <class Pointer>
struct rows {
    Pointer begin;
    std::size_t pitch;
};

cudaError_t copy_rows(const void* caller, rows<void*> to, rows<const void*> from, rectangle size, cudaMemcpyKind kind,
                      std::optional<cudaStream_t> stream) {
    // Of one row no pitch matters, as on a GPU.
    if (size.height > 1 && size.width > std::min(to.pitch, from.pitch))
        return set_last_error(cudaErrorInvalidPitchValue, narrow_pitch);
    return enqueue_copy(stream, call_of(caller, to.begin, from.begin, kind, stream.has_value()),
                        {nullptr,
                         {},
                         pitched(from.begin, from.pitch, size),
                         nullptr,
                         {},
                         pitched(to.begin, to.pitch, size),
                         {size.width, size.height, 1},
                         kind},
                        [=] { return copy(caller, to.begin, {to.pitch}, from.begin, {from.pitch}, size, kind); });
}

cudaError_t copy_slices(const void* caller, const cudaMemcpy3DParms* parameters, std::optional<cudaStream_t> stream) {
    if (parameters == nullptr) return invalid_value();
    const auto begin = [](const cudaPitchedPtr& memory, const cudaPos& offset) {
        return static_cast<char*>(memory.ptr) + (offset.z * memory.ysize + offset.y) * memory.pitch + offset.x;
    };
    // Extents and places count the elements of an array, where one takes part.
    cudaMemcpy3DParms p = *parameters;
    const auto in_bytes = [](const cudaArray* array, cudaPitchedPtr& memory, cudaPos& place) {
        if (array == nullptr) return std::size_t{0};
        const strider::emulation::texture& shape = array->shape;
        memory = {shape.memory, shape.pitch, shape.extent[0], shape.extent[1]};
        place.x *= shape.texel_bytes();
        return shape.texel_bytes();
    };
    const std::size_t from_element = in_bytes(p.srcArray, p.srcPtr, p.srcPos);
    const std::size_t to_element = in_bytes(p.dstArray, p.dstPtr, p.dstPos);
    if (const std::size_t element = std::max(from_element, to_element); element != 0) p.extent.width *= element;
    if (p.extent.width > p.srcPtr.pitch || p.extent.width > p.dstPtr.pitch)
        return set_last_error(cudaErrorInvalidPitchValue, narrow_pitch);
    void* const to = begin(p.dstPtr, p.dstPos);
    const void* const from = begin(p.srcPtr, p.srcPos);
    return enqueue_copy(stream, call_of(caller, to, from, p.kind, stream.has_value()), *parameters, [=] {
        return copy(caller, to, {p.dstPtr.pitch, p.dstPtr.pitch * p.dstPtr.ysize}, from,
                    {p.srcPtr.pitch, p.srcPtr.pitch * p.srcPtr.ysize},
                    {p.extent.width, p.extent.height, p.extent.depth}, p.kind);
    });
}

cudaError_t copy_between(const void* caller, void* to, int to_device, const void* from, int from_device,
                         std::size_t bytes, std::optional<cudaStream_t> stream) {
    for (const int device : {to_device, from_device})
        if (const cudaError_t error = strider::emulation::runtime::expect_device(device)) return error;
    const auto other = [](const char* side, const void* pointer, int device) -> side_defect {
        const auto in = memory().find(pointer);
        if (!in || !of_device(in->kind) || in->device == device) return {};
        return {"its " + (side + (" is memory of device " + std::to_string(in->device))) + ", not of device " +
                    std::to_string(device),
                "name the device that the memory was allocated on"};
    };
    if (const cudaError_t error =
            judge_sides(caller, "a copy", other("destination", to, to_device), other("source", from, from_device)))
        return error;
    return copy_bytes(caller, to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

/// The host waits for a fill of memory that is not the device's alone, unless it gives a stream.
cudaError_t enqueue_fill(const void* at, const cudaMemsetParams& how, std::optional<cudaStream_t> stream,
                         std::function<cudaError_t()> work) {
    const strider::emulation::runtime::node_parameters parameters = how;
    const auto in = memory().find(how.dst);
    return enqueue(stream.value_or(nullptr), cudaGraphNodeTypeMemset, std::move(work),
                   {.at = at, .host_waits = !stream && in && !of_device(in->kind), .parameters = &parameters});
}

cudaError_t fill_bytes(const void* at, void* pointer, int value, std::size_t bytes,
                       std::optional<cudaStream_t> stream) {
    return enqueue_fill(at, {pointer, 0, static_cast<unsigned>(value), 1, bytes, 1}, stream,
                        [=] { return fill(at, pointer, {}, value, {bytes}); });
}

cudaError_t fill_rows(const void* at, void* pointer, std::size_t pitch, int value, std::size_t width,
                      std::size_t height, std::optional<cudaStream_t> stream) {
    if (height > 1 && width > pitch) return invalid_value(narrow_pitch);
    return enqueue_fill(at, {pointer, pitch, static_cast<unsigned>(value), 1, width, height}, stream,
                        [=] { return fill(at, pointer, {pitch}, value, {width, height}); });
}

cudaError_t fill_slices(const void* caller, cudaPitchedPtr to, int value, cudaExtent extent,
                        std::optional<cudaStream_t> stream) {
    if (extent.width > to.pitch) return invalid_value(narrow_pitch);
    const cudaMemsetParams rows{to.ptr, to.pitch,     static_cast<unsigned>(value),
                                1,      extent.width, extent.height * extent.depth};
    return enqueue_fill(caller, rows, stream, [=] {
        return fill(caller, to.ptr, {to.pitch, to.pitch * to.ysize}, value,
                    {extent.width, extent.height, extent.depth});
    });
}

}  // namespace

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy_bytes(STRIDER_EMULATOR_USER, to, from, bytes, kind, std::nullopt);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes(STRIDER_EMULATOR_USER, to, from, bytes, kind, stream);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return copy_rows(STRIDER_EMULATOR_USER, {to, to_pitch}, {from, from_pitch}, {width, height}, kind, std::nullopt);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows(STRIDER_EMULATOR_USER, {to, to_pitch}, {from, from_pitch}, {width, height}, kind, stream);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* how) { return copy_slices(STRIDER_EMULATOR_USER, how, std::nullopt); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* how, cudaStream_t stream) {
    return copy_slices(STRIDER_EMULATOR_USER, how, stream);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
    return copy_between(STRIDER_EMULATOR_USER, to, to_device, from, from_device, bytes, std::nullopt);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    return copy_between(STRIDER_EMULATOR_USER, to, to_device, from, from_device, bytes, stream);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
    return fill_bytes(STRIDER_EMULATOR_USER, pointer, value, bytes, std::nullopt);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
    return fill_bytes(STRIDER_EMULATOR_USER, pointer, value, bytes, stream);
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return fill_rows(STRIDER_EMULATOR_USER, pointer, pitch, value, width, height, std::nullopt);
}
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    return fill_rows(STRIDER_EMULATOR_USER, pointer, pitch, value, width, height, stream);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    return fill_slices(STRIDER_EMULATOR_USER, pointer, value, extent, std::nullopt);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    return fill_slices(STRIDER_EMULATOR_USER, to, value, extent, stream);
}

#undef STRIDER_EMULATOR_USER

// ---- Hints for managed memory

namespace {
cudaError_t hint(const void* pointer, std::size_t bytes, bool device_exists) {
    if (!device_exists) return set_last_error(cudaErrorInvalidDevice);
    const auto in = memory().find(pointer);
    const bool of_program =
        strider::emulation::runtime::is_program_variable(pointer) && !strider::emulation::is_host_variable(pointer);
    const bool fits = of_program || (in && is_managed(in->kind));
    if (fits && bytes != 0) return cudaSuccess;
    return set_last_error(cudaErrorInvalidValue, "the memory is no managed memory", refusal::of_hint);
}
bool device_exists(int device) {
    return device == cudaCpuDeviceId || (device >= 0 && device < strider::emulation::runtime::device_count());
}
bool device_exists(cudaMemLocation where) { return where.type != cudaMemLocationTypeDevice || device_exists(where.id); }
}  // namespace

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise, cudaMemLocation where) {
    return hint(pointer, bytes, device_exists(where));
}
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise, int device) {
    return hint(pointer, bytes, device_exists(device));
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation where, unsigned,
                                 cudaStream_t) {
    return hint(pointer, bytes, device_exists(where));
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t) {
    return hint(pointer, bytes, device_exists(device));
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void* pointer, std::size_t, unsigned) {
    return hint(pointer, 1, true);
}
// SPDX-License-Identifier: Apache-2.0
