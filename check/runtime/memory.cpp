#include <strider/check/runtime/memory.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <strider/emulator/host_watch.hpp>

#include "copies.hpp"
#include "known_memory.hpp"
#include "operands.hpp"
#include "streams.hpp"

using strider::emulation::runtime::call_of;
using strider::emulation::runtime::copied_slices;
using strider::emulation::runtime::copy;
using strider::emulation::runtime::enqueue;
using strider::emulation::runtime::fill;
using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::judge_sides;
using strider::emulation::runtime::memory;
using strider::emulation::runtime::narrow_pitch;
using strider::emulation::runtime::of_device;
using strider::emulation::runtime::rectangle;
using strider::emulation::runtime::refusal;
using strider::emulation::runtime::set_last_error;
using strider::emulation::runtime::side_defect;

// ---- Copies. `at` is who has called the runtime, for findings; without a stream the call is none of those that end in
// Async.

namespace {

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
        [=] { return copy({caller, to, {}, from, {}, size, kind}); });
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
                        [=] { return copy({caller, to.begin, {to.pitch}, from.begin, {from.pitch}, size, kind}); });
}

cudaError_t copy_slices(const void* caller, const cudaMemcpy3DParms* parameters, std::optional<cudaStream_t> stream) {
    if (parameters == nullptr) return invalid_value();
    const auto what = copied_slices(caller, *parameters);
    if (!what) return set_last_error(cudaErrorInvalidPitchValue, narrow_pitch);
    return enqueue_copy(stream, call_of(caller, what->to, what->from, what->kind, stream.has_value()), *parameters,
                        [what = *what] { return copy(what); });
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
