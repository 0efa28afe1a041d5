// Where scratch comes from: a memory resource of the caller's or of others, a buffer, or the device itself.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <strider/cuda/arch/launch.hpp>
#if !defined(__CUDACC__)
#include <strider/emulator/memory.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// Where a workspace gets its memory: implement it to take scratch from a pool of your own.
class memory_resource {
public:
    virtual ~memory_resource() = default;

    /// `bytes` bytes that kernels can use, aligned to 256, for what comes on `stream` from now on. Throws where there
    /// are none: std::bad_alloc, or what it likes.
    virtual void* allocate(std::size_t bytes, stream_handle stream) = 0;

    /// Gives them back: what is on `stream` now is the last that uses them. Not called for what cudaDeviceReset freed.
    virtual void deallocate(void* memory, std::size_t bytes, stream_handle stream) noexcept = 0;
};

/// A buffer of the caller's in device memory, handed out piece by piece: for one workspace, which must end first. What
/// it has no room for is refused with the size that is missing (out_of_scratch).
class buffer_memory final : public memory_resource {
public:
    static constexpr std::size_t alignment = 256;

    /// `address` is a multiple of 256.
    buffer_memory(void* address, std::size_t bytes) : next_(static_cast<unsigned char*>(address)), left_(bytes) {}

    void* allocate(std::size_t bytes, stream_handle) override {
        const std::size_t taken = aligned(bytes);
        if (taken > left_) throw std::bad_alloc();
        left_ -= taken;
        return std::exchange(next_, next_ + taken);
    }
    void deallocate(void*, std::size_t, stream_handle) noexcept override {}

    static constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

private:
    unsigned char* next_;
    std::size_t left_;
};

#if defined(__CUDACC__)

namespace detail {

template <class Resource>
concept allocates_async = requires(Resource& from, void* memory, std::size_t bytes, cudaStream_t stream) {
    memory = from.allocate_async(bytes, bytes, stream);
    from.deallocate_async(memory, bytes, bytes, stream);
};
template <class Resource>
concept allocates_for_a_stream = requires(Resource& from, void* memory, std::size_t bytes, cudaStream_t stream) {
    memory = from.allocate(stream, bytes, bytes);
    from.deallocate(stream, memory, bytes, bytes);
};

}  // namespace detail

/// A resource of others that gives memory in the order of a stream, as cuda::mr and rmm have it: by
/// allocate_async(bytes, alignment, stream), or allocate(stream, bytes, alignment).
template <class Resource>
concept stream_ordered_resource = detail::allocates_async<Resource> || detail::allocates_for_a_stream<Resource>;

namespace detail {

/// Such a resource as one of ours.
template <stream_ordered_resource Resource>
class adapted_resource final : public memory_resource {
public:
    explicit adapted_resource(Resource& from) : from_(from) {}

    void* allocate(std::size_t bytes, stream_handle stream) override {
        if constexpr (allocates_async<Resource>) {
            return from_.allocate_async(bytes, buffer_memory::alignment, stream);
        } else {
            return from_.allocate(stream, bytes, buffer_memory::alignment);
        }
    }
    void deallocate(void* memory, std::size_t bytes, stream_handle stream) noexcept override {
        if constexpr (allocates_async<Resource>) {
            from_.deallocate_async(memory, bytes, buffer_memory::alignment, stream);
        } else {
            from_.deallocate(stream, memory, bytes, buffer_memory::alignment);
        }
    }

private:
    Resource& from_;
};

}  // namespace detail

/// Memory of the current device, by cudaMalloc and cudaFree, which wait for the device.
class device_memory final : public memory_resource {
public:
    void* allocate(std::size_t bytes, stream_handle) override {
        void* memory = nullptr;
        detail::check(cudaMalloc(&memory, bytes), "cudaMalloc");
        return memory;
    }
    void deallocate(void* memory, std::size_t, stream_handle) noexcept override { cudaFree(memory); }
};

#else

/// The emulator's device memory.
class device_memory final : public memory_resource {
public:
    void* allocate(std::size_t bytes, stream_handle) override { return emulation::allocate(bytes, "scratch"); }
    void deallocate(void* memory, std::size_t, stream_handle) noexcept override { emulation::release(memory); }
};

#endif

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
