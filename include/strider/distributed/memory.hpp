// Memory of the backend where a rank computes, for what ranks send each other, and loops over it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include <strider/core/policy.hpp>
#include <strider/cuda/arch/launch.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/policy.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/parallel.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// Whether the host reads and writes a place's memory.
template <class Local>
inline constexpr bool has_host_memory = std::is_same_v<Local, serial> || std::is_same_v<Local, cpu>;

/// Bytes from anywhere to anywhere, ordered behind what was started on `at`. Host memory that they come from may go as
/// soon as it returns; what they go to is there after finish().
template <class Local>
void copy_bytes([[maybe_unused]] const Local& local, void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    if constexpr (has_host_memory<Local>) {
        std::memcpy(to, from, bytes);
    } else {
#if defined(__CUDACC__)
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, local.stream), "cudaMemcpyAsync");
#elif defined(STRIDER_DEVICE_CODE)
        std::memcpy(to, from, bytes);
        emulation::mark_written(to, bytes);
#endif
    }
}

/// Waits for what was started on `at`.
template <class Local>
void finish([[maybe_unused]] const Local& local) {
    if constexpr (!has_host_memory<Local>) {
#if defined(STRIDER_DEVICE_CODE)
        wait_for(local);
#endif
    }
}

/// A point in what was started on a place, which others may wait for: an event on a GPU; elsewhere all has been done.
class place_mark {
public:
    place_mark() = default;
    place_mark(const place_mark&) = delete;
    place_mark& operator=(const place_mark&) = delete;

#if defined(__CUDACC__)
    ~place_mark() {
        if (event_ != nullptr) cudaEventDestroy(event_);
    }
    void set(const gpu& local) {
        if (event_ == nullptr) check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
        check(cudaEventRecord(event_, local.stream), "cudaEventRecord");
    }
    /// Work that is started on `at` from now on comes after the mark.
    void wait_on(const gpu& local) const { check(cudaStreamWaitEvent(local.stream, event_), "cudaStreamWaitEvent"); }
#endif
    template <class Local>
    void set(const Local&) {}
    template <class Local>
    void wait_on(const Local&) const {}

#if defined(__CUDACC__)
private:
    cudaEvent_t event_ = nullptr;
#endif
};

/// `rows` rows of `bytes` bytes, `stride` apart in memory of the backend, one behind the other to the host's; waits.
template <class Local>
void copy_rows_to_host([[maybe_unused]] const Local& local, void* to, const void* from, std::size_t bytes,
                       std::size_t stride, std::size_t rows) {
    if (bytes == 0) return finish(local);  // then either address may be null, which memcpy does not take
#if defined(__CUDACC__)
    if constexpr (!has_host_memory<Local>) {
        check(cudaMemcpy2DAsync(to, bytes, from, stride, bytes, rows, cudaMemcpyDeviceToHost, local.stream),
              "cudaMemcpy2DAsync");
        finish(local);
    } else
#endif
    {
        for (std::size_t row = 0; row < rows; ++row) {
            std::memcpy(static_cast<unsigned char*>(to) + row * bytes,
                        static_cast<const unsigned char*>(from) + row * stride, bytes);
        }
    }
}

/// Bytes of the backend to the host's memory; waits for them.
template <class Local>
void copy_to_host(const Local& local, void* to, const void* from, std::size_t bytes) {
    copy_rows_to_host(local, to, from, bytes, bytes, 1);
}

/// Memory of the backend for a call: kept for the next call on a device, where it is scratch (cuda/workspace.hpp).
/// One such object a place at a time.
template <class Local>
class exchange_memory {
public:
    /// Room for `bytes` bytes in all, each piece of it rounded up by rounded().
    exchange_memory([[maybe_unused]] const Local& local, std::size_t bytes) {
        if constexpr (has_host_memory<Local>) {
            owned_ = std::make_unique_for_overwrite<unsigned char[]>(bytes + alignment);
            next_ = owned_.get() + (alignment - reinterpret_cast<std::uintptr_t>(owned_.get()) % alignment);
        } else {
#if defined(STRIDER_DEVICE_CODE)
            next_ = reinterpret_cast<unsigned char*>(scratch_of(local, bytes + alignment, scratch_use::exchange).slots);
#endif
        }
    }

    static constexpr std::size_t rounded(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

    template <class T>
    T* take(std::uint64_t count) {
        T* const first = reinterpret_cast<T*>(next_);
        next_ += rounded(count * sizeof(T));
        return first;
    }

private:
    static constexpr std::size_t alignment = 128;
    std::unique_ptr<unsigned char[]> owned_;
    unsigned char* next_ = nullptr;
};

#if defined(STRIDER_DEVICE_CODE)
template <class Body>
__global__ void each_index_kernel(Body body, std::uint64_t count) {
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += std::uint64_t{gridDim.x} * blockDim.x) {
        body(i);
    }
}
#endif

/// A value as a kernel's parameter, and not as a copy from the host's memory: that would wait for the stream first.
template <class T>
struct store_words {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint64_t) == 0);
    T value;
    std::uint64_t* to;
    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        to[i] = reinterpret_cast<const std::uint64_t*>(&value)[i];
    }
};

/// body(i) for every i below `count`, in any order and at once. Stream-ordered on a device.
template <class Local, class Body>
void for_each_index([[maybe_unused]] const Local& local, std::uint64_t count, const Body& body) {
    if (count == 0) return;
    if constexpr (std::is_same_v<Local, serial>) {
        for (std::uint64_t i = 0; i < count; ++i) body(i);
#if defined(STRIDER_DEVICE_CODE)
    } else {
        constexpr std::uint64_t threads = 256, most_blocks = 4096;
        const std::uint64_t blocks = (count + threads - 1) / threads;
        launch(each_index_kernel<Body>, launch_of(local, blocks < most_blocks ? blocks : most_blocks, threads), body,
               count);
#elif defined(STRIDER_HAS_CPU)
    } else {
        constexpr std::uint64_t grain = 256;
        if (count <= grain) {
            for (std::uint64_t i = 0; i < count; ++i) body(i);
        } else {
            cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(0, count, grain), [&](const auto& range) {
                for (std::uint64_t i = range.begin(); i < range.end(); ++i) body(i);
            });
        }
#endif
    }
}

/// `*to = value`, in memory of the backend.
template <class Local, class T>
void store(const Local& local, T* to, const T& value) {
    if constexpr (has_host_memory<Local>) {
        *to = value;
    } else {
        for_each_index(local, sizeof(T) / sizeof(std::uint64_t),
                       store_words<T>{value, reinterpret_cast<std::uint64_t*>(to)});
    }
}

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
