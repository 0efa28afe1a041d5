#include <strider/simt/runtime/memory.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <strider/simt/lane.hpp>
#include <strider/simt/memory.hpp>
#include <strider/simt/runtime/thrust.hpp>
#include <strider/simt/session.hpp>

#include "allocate.hpp"
#include "arrays.hpp"
#include "defects.hpp"
#include "graphs.hpp"

using simt::runtime::allocate_device;
using simt::runtime::enqueue;
using simt::runtime::set_last_error;

// Where the program's own variables begin and end, by the linker.
extern "C" char __data_start[], _end[];

namespace {

cudaError_t invalid_value() { return set_last_error(cudaErrorInvalidValue); }

enum class memory_kind {
    device,
    host,
    registered,
    managed,
    graph  // the device's, by a node of a graph: its next launch has it again, so that it stays when it is freed
};

bool of_device(memory_kind kind) { return kind == memory_kind::device || kind == memory_kind::graph; }

struct block {
    const char* begin;
    std::size_t bytes;
    memory_kind kind;
    unsigned flags;
    simt::region visible;  // of registered memory
};

/// The memory that the runtime knows, so that copies which leave it or go the wrong way are refused, not carried out.
class known_memory {
public:
    void add(const void* pointer, std::size_t bytes, memory_kind kind, unsigned flags = 0,
             simt::region visible = {nullptr, 0}) {
        const std::lock_guard lock(mutex_);
        const char* const begin = static_cast<const char*>(pointer);
        blocks_.insert_or_assign(begin, block{begin, bytes, kind, flags, std::move(visible)});
    }
    /// Whether a block of one of these kinds began here; it is forgotten.
    bool remove(const void* pointer, std::initializer_list<memory_kind> kinds) {
        const std::lock_guard lock(mutex_);
        const auto at = blocks_.find(static_cast<const char*>(pointer));
        if (at == blocks_.end() || std::find(kinds.begin(), kinds.end(), at->second.kind) == kinds.end()) return false;
        blocks_.erase(at);
        return true;
    }
    struct place {
        const char* begin;
        std::size_t bytes;
        memory_kind kind;
        unsigned flags;
    };
    /// The block that holds the byte.
    std::optional<place> find(const void* pointer) const {
        const std::lock_guard lock(mutex_);
        const char* const byte = static_cast<const char*>(pointer);
        const auto behind = blocks_.upper_bound(byte);
        if (behind == blocks_.begin()) return std::nullopt;
        const block& before = std::prev(behind)->second;
        if (static_cast<std::size_t>(byte - before.begin) >= before.bytes) return std::nullopt;
        return place{before.begin, before.bytes, before.kind, before.flags};
    }
    std::size_t bytes_in_use() const {
        const std::lock_guard lock(mutex_);
        std::size_t sum = 0;
        for (const auto& [begin, one] : blocks_)
            if (one.kind != memory_kind::registered) sum += one.bytes;
        return sum;
    }

private:
    mutable std::mutex mutex_;
    std::map<const char*, block> blocks_;
};

known_memory& memory() {
    static auto* const all = new known_memory;
    return *all;
}

bool is_program_variable(const void* pointer) { return pointer >= __data_start && pointer < _end; }

/// Why the range cannot be the device's (or the host's) side of a copy; empty where it can: it lies in one block, of a
/// kind that fits. Of the program's own variables it is not known which are __device__.
std::string defect(const char* side, const void* pointer, std::size_t bytes, bool device) {
    const std::string name = std::string("its ") + side;
    if (pointer == nullptr) return name + " is a null pointer";
    const auto in = memory().find(pointer);
    if (!in) return !device || is_program_variable(pointer) ? "" : name + " should be device memory, and is not";
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - in->begin);
    if (bytes > in->bytes - offset)
        return name + " ends beyond the allocation: " + std::to_string(bytes) + " bytes from byte " +
               std::to_string(offset) + " of " + std::to_string(in->bytes);
    return device || !of_device(in->kind) ? "" : name + " should be memory of the host, and is the device's";
}

/// cudaErrorInvalidValue, and a finding at the call `at`, where one of the sides has a defect.
cudaError_t judge_sides(const void* at, const char* what, const std::string& to, const std::string& from = "") {
    if (to.empty() && from.empty()) return cudaSuccess;
    simt::program::report_defect(simt::finding_kind::bad_copy, at, what + (" is refused: " + (to.empty() ? from : to)),
                                 "give it the pointers, the size and the direction that belong together");
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

cudaError_t copy(const void* at, void* to, strides to_strides, const void* from, strides from_strides, rectangle size,
                 cudaMemcpyKind kind) {
    const cudaError_t of_kernels = simt::runtime::kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    const auto sides = sides_of(to, from, kind);
    if (!sides) return set_last_error(cudaErrorInvalidMemcpyDirection);
    if (size.empty()) return cudaSuccess;
    const std::size_t written = size.extent(to_strides.row, to_strides.slice),
                      read = size.extent(from_strides.row, from_strides.slice);
    if (const cudaError_t error = judge_sides(at, "a copy", defect("destination", to, written, sides->to_device),
                                              defect("source", from, read, sides->from_device)))
        return error;
    for (std::size_t z = 0; z < size.depth; ++z) {
        for (std::size_t y = 0; y < size.height; ++y) {
            char* const row = static_cast<char*>(to) + z * to_strides.slice + y * to_strides.row;
            std::memmove(row, static_cast<const char*>(from) + z * from_strides.slice + y * from_strides.row,
                         size.width);
            simt::mark_written(row, size.width);
        }
    }
    return cudaSuccess;
}

cudaError_t fill(const void* at, void* pointer, strides by, int value, rectangle size) {
    const cudaError_t of_kernels = simt::runtime::kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    if (size.empty()) return cudaSuccess;
    if (const cudaError_t error =
            judge_sides(at, "a fill", defect("destination", pointer, size.extent(by.row, by.slice), true)))
        return error;
    for (std::size_t z = 0; z < size.depth; ++z) {
        for (std::size_t y = 0; y < size.height; ++y) {
            char* const row = static_cast<char*>(pointer) + z * by.slice + y * by.row;
            std::memset(row, value, size.width);
            simt::mark_written(row, size.width);
        }
    }
    return cudaSuccess;
}

// `at`: who has called the runtime, for findings. What the host may write unseen is not `exact`.
cudaError_t allocate(void** pointer, std::size_t bytes, memory_kind kind, const void* at, unsigned flags = 0,
                     bool exact = true) {
    if (pointer == nullptr) return invalid_value();
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    try {
        *pointer = simt::allocate(bytes, "", {.exact = exact && of_device(kind), .made_at = at});
    } catch (const std::bad_alloc&) {
        return set_last_error(cudaErrorMemoryAllocation);
    }
    memory().add(*pointer, bytes, kind, flags);
    if (of_device(kind)) return cudaSuccess;
    // The host fills it by plain writes, which are not seen: it counts as initialised from the start.
    std::memset(*pointer, 0, bytes);
    simt::mark_written(*pointer, bytes);
    return cudaSuccess;
}

cudaError_t release(void* pointer, std::initializer_list<memory_kind> kinds) {
    if (pointer == nullptr) return cudaSuccess;
    if (!memory().remove(pointer, kinds)) return invalid_value();
    simt::release(pointer);
    return cudaSuccess;
}

}  // namespace

// ---- Allocation

cudaError_t simt::runtime::allocate_device(void** pointer, std::size_t bytes, const void* at) {
    return allocate(pointer, bytes, memory_kind::device, at);
}
cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return allocate_device(pointer, bytes, __builtin_return_address(0));
}

namespace {
cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height, const void* at) {
    constexpr std::size_t row_alignment = 512;
    if (pitch == nullptr) return invalid_value();
    *pitch = (width + row_alignment - 1) / row_alignment * row_alignment;
    return allocate_device(pointer, *pitch * height, at);
}
}  // namespace

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    return allocate_rows(pointer, pitch, width, height, __builtin_return_address(0));
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    if (pointer == nullptr) return invalid_value();
    *pointer = {nullptr, 0, extent.width, extent.height};
    return allocate_rows(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth,
                         __builtin_return_address(0));
}
cudaError_t cudaFree(void* pointer) {
    const auto in = memory().find(pointer);
    if (in && in->kind == memory_kind::graph && in->begin == pointer) return cudaSuccess;
    return release(pointer, {memory_kind::device, memory_kind::managed});
}
cudaError_t simt::runtime::allocate_for_graph(void** pointer, std::size_t bytes) {
    return allocate(pointer, bytes, memory_kind::graph, nullptr);
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    if (free == nullptr || total == nullptr) return invalid_value();
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    *total = properties.totalGlobalMem;
    *free = *total - std::min(*total, memory().bytes_in_use());
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned flags) {
    return allocate(pointer, bytes, memory_kind::host, __builtin_return_address(0), flags);
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    return allocate(pointer, bytes, memory_kind::host, __builtin_return_address(0), flags);
}
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, {memory_kind::host}); }
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    if (bytes == 0) return invalid_value();
    return allocate(pointer, bytes, memory_kind::managed, __builtin_return_address(0), flags);
}

void* simt::runtime::allocate_for_thrust(std::size_t bytes, thrust_memory kind) {
    void* pointer = nullptr;
    if (on_lane()) {
        pointer = heap_allocate(STRIDER_SIMT_CALLER, bytes);
    } else {
        allocate(&pointer, bytes, kind == thrust_memory::device ? memory_kind::device : memory_kind::managed,
                 calling_user(), 0, /*exact=*/false);
    }
    if (pointer == nullptr && bytes != 0) throw std::bad_alloc();
    return pointer;
}
void simt::runtime::release_for_thrust(void* pointer) {
    if (on_lane()) return heap_release(STRIDER_SIMT_CALLER, pointer);
    cudaFree(pointer);
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    if (pointer == nullptr || bytes == 0) return invalid_value();
    if (memory().find(pointer)) return set_last_error(cudaErrorHostMemoryAlreadyRegistered);
    memory().add(pointer, bytes, memory_kind::registered, flags,
                 simt::region(pointer, bytes, "", (flags & cudaHostRegisterReadOnly) == 0));
    return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
    if (pointer == nullptr) return invalid_value();
    return memory().remove(pointer, {memory_kind::registered}) ? cudaSuccess
                                                               : set_last_error(cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
    const auto in = memory().find(host);
    if (device == nullptr || !in || in->kind == memory_kind::device) return invalid_value();
    *device = host;
    return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    const auto in = memory().find(host);
    if (flags == nullptr || !in || in->kind == memory_kind::device) return invalid_value();
    *flags = in->flags;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    if (attributes == nullptr) return invalid_value();
    void* const address = const_cast<void*>(pointer);
    const auto in = memory().find(pointer);
    if (!in) {
        *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    } else if (in->kind == memory_kind::device) {
        *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    } else {
        *attributes = {in->kind == memory_kind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, address,
                       address};
    }
    return cudaSuccess;
}

void* simt::runtime::device_variable(const volatile void* symbol, std::size_t bytes) {
    void* const address = const_cast<void*>(symbol);
    if (!memory().find(address)) memory().add(address, bytes, memory_kind::device);
    return address;
}

// ---- Copies. `at` is who has called the runtime, for findings.

namespace {

#define STRIDER_SIMT_USER __builtin_return_address(0)

cudaError_t copy_bytes(const void* at, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       cudaStream_t stream) {
    return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy(at, to, {}, from, {}, {bytes}, kind); });
}

cudaError_t copy_rows(const void* at, void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    // Of one row no pitch matters, as on a GPU.
    if (height > 1 && (width > to_pitch || width > from_pitch)) return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemcpy,
                   [=] { return copy(at, to, {to_pitch}, from, {from_pitch}, {width, height}, kind); });
}

cudaError_t copy_slices(const void* at, const cudaMemcpy3DParms* how, cudaStream_t stream) {
    if (how == nullptr) return invalid_value();
    const auto begin = [](const cudaPitchedPtr& at, const cudaPos& offset) {
        return static_cast<char*>(at.ptr) + (offset.z * at.ysize + offset.y) * at.pitch + offset.x;
    };
    // Extents and places count the elements of an array, where one takes part.
    cudaMemcpy3DParms p = *how;
    const auto in_bytes = [&p](const cudaArray* array, cudaPitchedPtr& memory, cudaPos& place) {
        if (array == nullptr) return std::size_t{0};
        const simt::texture& shape = array->shape;
        memory = {shape.memory, shape.pitch, shape.extent[0], shape.extent[1]};
        place.x *= shape.texel_bytes();
        return shape.texel_bytes();
    };
    const std::size_t from_element = in_bytes(p.srcArray, p.srcPtr, p.srcPos);
    const std::size_t to_element = in_bytes(p.dstArray, p.dstPtr, p.dstPos);
    if (const std::size_t element = std::max(from_element, to_element); element != 0) p.extent.width *= element;
    if (p.extent.width > p.srcPtr.pitch || p.extent.width > p.dstPtr.pitch)
        return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] {
        return copy(at, begin(p.dstPtr, p.dstPos), {p.dstPtr.pitch, p.dstPtr.pitch * p.dstPtr.ysize},
                    begin(p.srcPtr, p.srcPos), {p.srcPtr.pitch, p.srcPtr.pitch * p.srcPtr.ysize},
                    {p.extent.width, p.extent.height, p.extent.depth}, p.kind);
    });
}

cudaError_t copy_between(const void* at, void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                         cudaStream_t stream) {
    if (to_device != 0 || from_device != 0) return set_last_error(cudaErrorInvalidDevice);
    return copy_bytes(at, to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t fill_bytes(const void* at, void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
    return enqueue(stream, cudaGraphNodeTypeMemset, [=] { return fill(at, pointer, {}, value, {bytes}); });
}

cudaError_t fill_rows(const void* at, void* pointer, std::size_t pitch, int value, std::size_t width,
                      std::size_t height, cudaStream_t stream) {
    if (height > 1 && width > pitch) return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemset, [=] { return fill(at, pointer, {pitch}, value, {width, height}); });
}

cudaError_t fill_slices(const void* at, cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    if (extent.width > to.pitch) return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemset, [=] {
        return fill(at, to.ptr, {to.pitch, to.pitch * to.ysize}, value, {extent.width, extent.height, extent.depth});
    });
}

}  // namespace

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy_bytes(STRIDER_SIMT_USER, to, from, bytes, kind, nullptr);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes(STRIDER_SIMT_USER, to, from, bytes, kind, stream);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return copy_rows(STRIDER_SIMT_USER, to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows(STRIDER_SIMT_USER, to, to_pitch, from, from_pitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* how) { return copy_slices(STRIDER_SIMT_USER, how, nullptr); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* how, cudaStream_t stream) {
    return copy_slices(STRIDER_SIMT_USER, how, stream);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
    return copy_between(STRIDER_SIMT_USER, to, to_device, from, from_device, bytes, nullptr);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    return copy_between(STRIDER_SIMT_USER, to, to_device, from, from_device, bytes, stream);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
    return fill_bytes(STRIDER_SIMT_USER, pointer, value, bytes, nullptr);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
    return fill_bytes(STRIDER_SIMT_USER, pointer, value, bytes, stream);
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return fill_rows(STRIDER_SIMT_USER, pointer, pitch, value, width, height, nullptr);
}
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    return fill_rows(STRIDER_SIMT_USER, pointer, pitch, value, width, height, stream);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    return fill_slices(STRIDER_SIMT_USER, pointer, value, extent, nullptr);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    return fill_slices(STRIDER_SIMT_USER, to, value, extent, stream);
}

#undef STRIDER_SIMT_USER

// ---- Hints for managed memory

namespace {
cudaError_t hint(const void* pointer, std::size_t bytes, bool device_exists) {
    if (!device_exists) return set_last_error(cudaErrorInvalidDevice);
    const auto in = memory().find(pointer);
    const bool is_managed = is_program_variable(pointer) || (in && in->kind == memory_kind::managed);
    return is_managed && bytes != 0 ? cudaSuccess : invalid_value();
}
bool device_exists(int device) { return device == 0 || device == cudaCpuDeviceId; }
bool device_exists(cudaMemLocation where) { return where.type != cudaMemLocationTypeDevice || where.id == 0; }
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
