// Where device code runs, and the memory of its calls: a CUDA stream under nvcc, the emulator elsewhere.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/workspace.hpp>
#if !defined(__CUDACC__)
#include <strider/emulator/launch.hpp>
#include <strider/emulator/memory.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// The largest result of a call that waits.
inline constexpr std::size_t result_bytes = 128;

}  // namespace detail

#if defined(__CUDACC__)

namespace detail {

/// A stream of another library: cuda::stream_ref, whose get() gives the stream.
template <class Stream>
concept holds_a_stream = requires(const Stream& stream) {
    { stream.get() } -> std::convertible_to<cudaStream_t>;
};

}  // namespace detail

/// On the current CUDA device, ordered by a stream: a cudaStream_t, what converts to one (rmm::cuda_stream_view), or a
/// cuda::stream_ref. Calls that return a value wait for it; `_into` calls do not.
struct gpu {
    gpu(cudaStream_t on = nullptr, workspace* own = nullptr) : stream(on), scratch(own) {}
    template <detail::holds_a_stream Stream>
    gpu(const Stream& on, workspace* own = nullptr) : stream(on.get()), scratch(own) {}

    cudaStream_t stream;
    workspace* scratch;  ///< null: the library's own, kept until the program ends
};
using device_policy = gpu;

namespace detail {

inline stream_handle stream_of(const gpu& policy) { return policy.stream; }

/// A few bytes of pinned host memory that a kernel writes its result to: one place a thread, since every thread waits
/// for its own call.
inline void* result_slot() {
    struct slot {
        void* memory = nullptr;
        unsigned long long identity = 0;

        slot() = default;
        slot(const slot&) = delete;
        slot& operator=(const slot&) = delete;
        ~slot() {
            if (is_there()) cudaFreeHost(memory);
        }
        bool is_there() const { return memory != nullptr && identity_of(memory) == identity; }
    };
    thread_local slot mine;
    if (!mine.is_there()) {  // the first call, or the first one after cudaDeviceReset
        mine.memory = nullptr;
        check(cudaHostAlloc(&mine.memory, result_bytes, cudaHostAllocPortable | cudaHostAllocMapped), "cudaHostAlloc");
        mine.identity = identity_of(mine.memory);
    }
    return mine.memory;
}

inline void wait_for(const gpu& policy) { check(cudaStreamSynchronize(policy.stream), "cudaStreamSynchronize"); }

inline unsigned device_attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
    return static_cast<unsigned>(value);
}

}  // namespace detail

inline unsigned multiprocessors() { return detail::device_attribute(cudaDevAttrMultiProcessorCount); }

/// The shared memory that a block may ask for.
inline std::size_t most_shared_bytes() { return detail::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin); }

#else

/// In the emulator, on this machine's processor.
struct emulator {
    workspace* scratch = nullptr;  ///< null: the library's own, kept until the program ends
};
using device_policy = emulator;

namespace detail {

inline stream_handle stream_of(const emulator&) { return {}; }

inline void* result_slot() {
    struct slot {
        void* const memory = emulation::allocate(result_bytes);
        slot() = default;
        slot(const slot&) = delete;
        slot& operator=(const slot&) = delete;
        ~slot() { emulation::release(memory); }
    };
    thread_local const slot mine;
    return mine.memory;
}

inline void wait_for(const emulator&) {}  // launches of the emulator are finished when they return

}  // namespace detail

inline unsigned multiprocessors() { return emulation::multiprocessors(); }
inline std::size_t most_shared_bytes() { return 227 * 1024; }

#endif

namespace detail {

/// At least `needed` bytes of slots for the policy's next launch.
inline scratch_memory scratch_of(const device_policy& policy, std::size_t needed = scratch_memory::usual_slot_bytes,
                                 scratch_use use = scratch_use::tile_states) {
    static auto& common = *new workspace;
    return (policy.scratch != nullptr ? *policy.scratch : common).scratch_for(stream_of(policy), needed, use);
}

/// The parts of one scratch, one after the other: the bytes so far, and where the next part begins.
struct scratch_parts {
    std::size_t bytes = 0;
    std::size_t add(std::size_t more) {
        const std::size_t at = bytes;
        bytes += (more + 127) / 128 * 128;
        return at;
    }
};

/// `blocks` blocks of `threads` threads on the policy's stream.
inline launch_configuration launch_of(const device_policy& policy, std::uint64_t blocks, unsigned threads) {
    return {dim3(static_cast<unsigned>(blocks)), dim3(threads), 0, stream_of(policy)};
}

}  // namespace detail
}  // namespace STRIDER_TARGET

template <>
inline constexpr bool is_policy<device_policy> = true;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
