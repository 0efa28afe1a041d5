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

/// The memory of a mailbox (mailbox.hpp) with a slot for every chunk of a reduction.
struct scratch_memory {
    static constexpr std::size_t slot_bytes =
        std::size_t{32768} * 64;  // chunking::chunks times twice the largest value
    static constexpr std::size_t bytes = slot_bytes + sizeof(unsigned);
    std::uint64_t* slots = nullptr;
    unsigned* launches = nullptr;

    scratch_memory() = default;
    explicit scratch_memory(void* zeroed)
        : slots(static_cast<std::uint64_t*>(zeroed)), launches(reinterpret_cast<unsigned*>(slots + slot_bytes / 8)) {}
};

#if defined(__CUDACC__)

/// On the current CUDA device, ordered by a stream. Calls that return a value wait for it; `_into` calls do not.
struct cuda {
    cudaStream_t stream = nullptr;
};

namespace detail {

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
    check(status, "allocating 2 MiB of scratch");
    return memory;
}

/// Scratch belongs to a stream, whose order keeps two calls apart, and is kept until the program ends: so no call after
/// the first one on a stream allocates, and a captured graph stays valid. 2 MiB a stream.
inline scratch_memory scratch_of(const cuda& policy) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    // The per-thread default stream is another stream in every thread.
    const auto owner = policy.stream == cudaStreamPerThread ? std::this_thread::get_id() : std::thread::id{};
    static std::mutex mutex;
    static auto& known = *new std::map<std::tuple<int, cudaStream_t, std::thread::id>, scratch_memory>;
    const std::lock_guard lock(mutex);
    auto [entry, added] = known.try_emplace({device, policy.stream, owner});
    if (!added) return entry->second;
    try {
        entry->second = scratch_memory(allocate_zeroed(scratch_memory::bytes));
    } catch (...) {
        known.erase(entry);
        throw;
    }
    return entry->second;
}

/// A few bytes of pinned host memory that a kernel writes its result to: one place a thread, since every thread waits
/// for its own call.
inline void* result_slot() {
    struct slot {
        void* memory = nullptr;
        slot() { check(cudaHostAlloc(&memory, 64, cudaHostAllocPortable | cudaHostAllocMapped), "cudaHostAlloc"); }
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

namespace detail {

inline scratch_memory scratch_of(const simt&) {
    thread_local const scratch_memory mine = [] {
        void* const memory = ::simt::allocate(scratch_memory::bytes);
        std::memset(memory, 0, scratch_memory::bytes);
        ::simt::mark_written(memory, scratch_memory::bytes);
        return scratch_memory(memory);
    }();
    return mine;
}

inline void* result_slot() {
    thread_local void* const mine = ::simt::allocate(64);
    return mine;
}

inline void wait_for(const simt&) {}  // launches of the executor are finished when they return

}  // namespace detail

#endif

}  // namespace STRIDER_TARGET
}  // namespace strider
