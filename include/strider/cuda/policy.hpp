// Where device code runs, and the scratch memory of its calls: a CUDA stream under nvcc, the executor elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/core/launch.hpp>

#if defined(__CUDACC__)
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#else
#include <cstring>

#include <strider/simt/memory.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// The memory of mailboxes (mailbox.hpp): a count of launches, then slots. Zero before the first launch.
struct scratch_memory {
    static constexpr std::size_t header_bytes = 128;
    static constexpr std::size_t usual_slot_bytes = std::size_t{32768} * 64;  ///< canonical_order's most chunks, wide
    unsigned* launches = nullptr;
    std::uint64_t* slots = nullptr;
    std::size_t slot_bytes = 0;

    scratch_memory() = default;
    scratch_memory(void* zeroed, std::size_t slots_of)
        : launches(static_cast<unsigned*>(zeroed)),
          slots(reinterpret_cast<std::uint64_t*>(static_cast<unsigned char*>(zeroed) + header_bytes)),
          slot_bytes(slots_of) {}

    /// What to allocate for at least `needed` bytes of slots: powers of two, so that growing ends soon.
    static constexpr std::size_t slots_for(std::size_t needed) {
        std::size_t bytes = usual_slot_bytes;
        while (bytes < needed) bytes *= 2;
        return bytes;
    }
};

namespace detail {

/// What scratch is used for. Users of one purpose find what the last of them left: tagged words, ...
struct for_mailboxes {};
/// ... or zeros, which they leave as well.
struct for_sums {};

/// What a call that waits can return.
inline constexpr std::size_t result_bytes = 128;

}  // namespace detail

#if defined(__CUDACC__)

/// On the current CUDA device, ordered by a stream. Calls that return a value wait for it; `_into` calls do not.
struct cuda {
    cudaStream_t stream = nullptr;
};
using device_policy = cuda;

namespace detail {

inline stream_handle stream_of(const cuda& policy) { return policy.stream; }

/// Device memory that is zero, also where a stream is being captured: plain allocation is then refused unless relaxed,
/// and the zeros must not become a node of the graph.
inline void* allocate_zeroed(std::size_t bytes) {
    struct relaxed_capture {
        cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
        relaxed_capture() { check(cudaThreadExchangeStreamCaptureMode(&mode), "cudaThreadExchangeStreamCaptureMode"); }
        ~relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode); }
    } const relaxed;
    cudaStream_t own = nullptr;
    check(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking), "cudaStreamCreate");
    void* memory = nullptr;
    cudaError_t status = cudaMalloc(&memory, bytes);
    if (status == cudaSuccess) status = cudaMemsetAsync(memory, 0, bytes, own);
    if (status == cudaSuccess) status = cudaStreamSynchronize(own);
    cudaStreamDestroy(own);
    if (status != cudaSuccess) cudaFree(memory);
    check(status, "allocating scratch");
    return memory;
}

/// At least `needed` bytes of slots, apart for every purpose. Scratch belongs to a stream, whose order keeps two calls
/// apart, and is kept until the program ends: so no call allocates after the first of its size on a stream, and a
/// captured graph stays valid. 2 MiB a stream at least.
template <class Purpose = for_mailboxes>
scratch_memory scratch_of(const cuda& policy, std::size_t needed = scratch_memory::usual_slot_bytes) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    // The per-thread default stream is another stream in every thread.
    const auto owner = policy.stream == cudaStreamPerThread ? std::this_thread::get_id() : std::thread::id{};
    static std::mutex mutex;
    static auto& known = *new std::map<std::tuple<int, cudaStream_t, std::thread::id>, scratch_memory>;
    const std::lock_guard lock(mutex);
    scratch_memory& mine = known[{device, policy.stream, owner}];
    if (mine.slot_bytes < needed) {
        // What was there before is not freed: a graph may still use it.
        const std::size_t bytes = scratch_memory::slots_for(needed);
        mine = scratch_memory(allocate_zeroed(scratch_memory::header_bytes + bytes), bytes);
    }
    return mine;
}

/// A few bytes of pinned host memory that a kernel writes its result to: one place a thread, since every thread waits
/// for its own call.
inline void* result_slot() {
    struct slot {
        void* memory = nullptr;
        slot() {
            check(cudaHostAlloc(&memory, result_bytes, cudaHostAllocPortable | cudaHostAllocMapped), "cudaHostAlloc");
        }
        slot(const slot&) = delete;
        slot& operator=(const slot&) = delete;
        ~slot() { cudaFreeHost(memory); }  // fails harmlessly once the driver has been unloaded
    };
    thread_local const slot mine;
    return mine.memory;
}

inline void wait_for(const cuda& policy) { check(cudaStreamSynchronize(policy.stream), "cudaStreamSynchronize"); }

}  // namespace detail

#else

/// In the SIMT executor, on this machine's processor.
struct simt {};
using device_policy = simt;

namespace detail {

inline stream_handle stream_of(const simt&) { return {}; }

template <class Purpose = for_mailboxes>
scratch_memory scratch_of(const simt&, std::size_t needed = scratch_memory::usual_slot_bytes) {
    thread_local scratch_memory mine;
    if (mine.slot_bytes < needed) {
        const std::size_t slots = scratch_memory::slots_for(needed), bytes = scratch_memory::header_bytes + slots;
        void* const memory = ::simt::allocate(bytes);
        std::memset(memory, 0, bytes);
        ::simt::mark_written(memory, bytes);
        if (mine.launches != nullptr) ::simt::release(mine.launches);
        mine = scratch_memory(memory, slots);
    }
    return mine;
}

inline void* result_slot() {
    thread_local void* const mine = ::simt::allocate(result_bytes);
    return mine;
}

inline void wait_for(const simt&) {}  // launches of the executor are finished when they return

}  // namespace detail

#endif

namespace detail {

/// `blocks` blocks of `threads` threads on the policy's stream.
inline launch_configuration launch_of(const device_policy& policy, std::uint64_t blocks, unsigned threads) {
    return {dim3(static_cast<unsigned>(blocks)), dim3(threads), 0, stream_of(policy)};
}

}  // namespace detail

}  // namespace STRIDER_TARGET
}  // namespace strider
