#include <strider/simt/runtime/memory.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include <strider/simt/memory.hpp>

#include "arrays.hpp"
#include "graphs.hpp"

using simt::runtime::enqueue;
using simt::runtime::set_last_error;

// Where the program's own variables begin and end, by the linker.
extern "C" char __data_start[], _end[];

namespace {

cudaError_t invalid_value() { return set_last_error(cudaErrorInvalidValue); }

enum class memory_kind { device, host, registered, managed };

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

/// Whether the range may be the device's (or the host's) side of a copy: it lies in one block, of a kind that fits. Of
/// the program's own variables it is not known which are __device__.
bool allows(const void* pointer, std::size_t bytes, bool device) {
    if (pointer == nullptr) return false;
    const auto in = memory().find(pointer);
    if (!in) return !device || is_program_variable(pointer);
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - in->begin);
    if (bytes > in->bytes - offset) return false;
    return device || in->kind != memory_kind::device;
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

cudaError_t copy(void* to, strides to_strides, const void* from, strides from_strides, rectangle size,
                 cudaMemcpyKind kind) {
    const cudaError_t of_kernels = simt::runtime::kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    const auto sides = sides_of(to, from, kind);
    if (!sides) return set_last_error(cudaErrorInvalidMemcpyDirection);
    if (size.empty()) return cudaSuccess;
    if (!allows(to, size.extent(to_strides.row, to_strides.slice), sides->to_device) ||
        !allows(from, size.extent(from_strides.row, from_strides.slice), sides->from_device))
        return invalid_value();
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

cudaError_t fill(void* pointer, strides by, int value, rectangle size) {
    const cudaError_t of_kernels = simt::runtime::kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    if (size.empty()) return cudaSuccess;
    if (!allows(pointer, size.extent(by.row, by.slice), true)) return invalid_value();
    for (std::size_t z = 0; z < size.depth; ++z) {
        for (std::size_t y = 0; y < size.height; ++y) {
            char* const row = static_cast<char*>(pointer) + z * by.slice + y * by.row;
            std::memset(row, value, size.width);
            simt::mark_written(row, size.width);
        }
    }
    return cudaSuccess;
}

// `at`: who has called the runtime, for findings.
cudaError_t allocate(void** pointer, std::size_t bytes, memory_kind kind, const void* at, unsigned flags = 0) {
    if (pointer == nullptr) return invalid_value();
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    try {
        *pointer = simt::allocate(bytes, "", {.exact = kind == memory_kind::device, .made_at = at});
    } catch (const std::bad_alloc&) {
        return set_last_error(cudaErrorMemoryAllocation);
    }
    memory().add(*pointer, bytes, kind, flags);
    if (kind == memory_kind::device) return cudaSuccess;
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

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return allocate(pointer, bytes, memory_kind::device, __builtin_return_address(0));
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    constexpr std::size_t row_alignment = 512;
    if (pitch == nullptr) return invalid_value();
    *pitch = (width + row_alignment - 1) / row_alignment * row_alignment;
    return allocate(pointer, *pitch * height, memory_kind::device, __builtin_return_address(0));
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    if (pointer == nullptr) return invalid_value();
    *pointer = {nullptr, 0, extent.width, extent.height};
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}
cudaError_t cudaFree(void* pointer) { return release(pointer, {memory_kind::device, memory_kind::managed}); }
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
    return cudaMallocHost(pointer, bytes, flags);
}
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, {memory_kind::host}); }
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    if (bytes == 0) return invalid_value();
    return allocate(pointer, bytes, memory_kind::managed, __builtin_return_address(0), flags);
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

// ---- Copies

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return cudaMemcpyAsync(to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy(to, {}, from, {}, {bytes}, kind); });
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    if (width > to_pitch || width > from_pitch) return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemcpy,
                   [=] { return copy(to, {to_pitch}, from, {from_pitch}, {width, height}, kind); });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* how) { return cudaMemcpy3DAsync(how); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* how, cudaStream_t stream) {
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
        return copy(begin(p.dstPtr, p.dstPos), {p.dstPtr.pitch, p.dstPtr.pitch * p.dstPtr.ysize},
                    begin(p.srcPtr, p.srcPos), {p.srcPtr.pitch, p.srcPtr.pitch * p.srcPtr.ysize},
                    {p.extent.width, p.extent.height, p.extent.depth}, p.kind);
    });
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    if (to_device != 0 || from_device != 0) return set_last_error(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) { return cudaMemsetAsync(pointer, value, bytes); }
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
    return enqueue(stream, cudaGraphNodeTypeMemset, [=] { return fill(pointer, {}, value, {bytes}); });
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return cudaMemset2DAsync(pointer, pitch, value, width, height);
}
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    if (width > pitch) return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemset, [=] { return fill(pointer, {pitch}, value, {width, height}); });
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    return cudaMemset3DAsync(pointer, value, extent);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    if (extent.width > to.pitch) return set_last_error(cudaErrorInvalidPitchValue);
    return enqueue(stream, cudaGraphNodeTypeMemset, [=] {
        return fill(to.ptr, {to.pitch, to.pitch * to.ysize}, value, {extent.width, extent.height, extent.depth});
    });
}

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
