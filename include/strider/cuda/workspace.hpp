// Scratch memory of calls on a device: who owns it, and where it comes from.
//
//     strider::workspace scratch;  // ends before its streams and the graphs that were captured with it
//     strider::reduce_into(strider::cuda{stream, &scratch}, values, result);
//
// A policy without a workspace uses one that the library keeps until the program ends. A workspace takes its memory
// from the device, from a memory_resource, from a stream-ordered resource of others as it is (cuda::mr, rmm), or from a
// buffer of the caller's:
//
//     call(strider::cuda{stream, &scratch});                         // once, with a workspace of the device's memory:
//     const std::size_t bytes = scratch.bytes();                     // what such calls take
//     strider::buffer_memory buffer(pointer, bytes);                 // from then on
//     strider::workspace own(buffer);
//
// Calls of one stream follow one another, and so share their scratch; every other stream gets its own, and in the
// executor every thread of the host, which has no streams. Scratch is allocated by the first call on a stream, 2 MiB at
// least, and again only by a call that needs more than any before (then twice as much, so that this ends soon). No
// other call allocates, so every call can be captured in a graph, the first one too. Several threads may make calls at
// once, each on streams of its own. On one stream they must take turns: a call may be several launches, which share its
// scratch, and nothing of another may come between.
//
// Nothing is freed before the workspace ends, since a graph may use it. From this follows what a program must see to:
// - a captured graph uses the scratch of the stream that it was captured on, wherever it is launched: it must not run
//   beside other work on that stream or beside itself. Capture it with a workspace of its own where it might;
// - a stream that is destroyed must be idle: the next one may get its handle, and with it its scratch.
//
// cudaDeviceReset frees scratch like all memory of its device. Calls after it find that out and allocate anew, and the
// end of a workspace leaves alone what is no more, even where its address has become somebody else's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <strider/core/launch.hpp>
#if defined(__CUDACC__)
#include <cuda.h>
#else
#include <cstring>

#include <strider/simt/memory.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// What scratch is used for. Calls of one use find what the last of them left: words with an epoch, or the zeros that
/// sums start from and end with; or nothing that is read again: what ranks have sent each other, what the first launch
/// of a call leaves for the others, and what one call leaves for the next where a call is made of several.
enum class scratch_use { tile_states, sums, exchange, within_a_call, between_calls };

/// The memory of tile states (block/tile_state.hpp): a count of launches, what one launch of a call leaves for the
/// next, then slots. Zero before the first launch.
struct scratch_memory {
    static constexpr std::size_t header_bytes = 128;
    static constexpr std::size_t left_at = 64;  ///< eight words, apart from slots: whose epochs are never mistaken
    static constexpr std::size_t usual_slot_bytes = std::size_t{32768} * 64;  ///< canonical_order's most chunks, wide
    unsigned* epoch = nullptr;  ///< of the last launch; with sums, a count of blocks
    std::uint64_t* left = nullptr;
    std::uint64_t* slots = nullptr;
    std::size_t slot_bytes = 0;

    scratch_memory() = default;
    scratch_memory(void* zeroed, std::size_t slots_of)
        : epoch(static_cast<unsigned*>(zeroed)),
          left(reinterpret_cast<std::uint64_t*>(static_cast<unsigned char*>(zeroed) + left_at)),
          slots(reinterpret_cast<std::uint64_t*>(static_cast<unsigned char*>(zeroed) + header_bytes)),
          slot_bytes(slots_of) {}

    /// What to allocate for at least `needed` bytes of slots: powers of two, so that growing ends soon.
    static constexpr std::size_t slots_for(std::size_t needed) {
        constexpr std::size_t largest = std::size_t{1} << 62;
        if (needed > largest) throw std::bad_alloc();
        std::size_t bytes = usual_slot_bytes;
        while (bytes < needed) bytes *= 2;
        return bytes;
    }
};

/// There is not enough memory for the scratch of a call, which has not been started. The next call may fit.
class out_of_scratch : public std::bad_alloc {
public:
    explicit out_of_scratch(std::size_t bytes) noexcept {
        std::snprintf(text_, sizeof text_,
                      "no memory for %zu bytes of scratch: free some, take fewer elements a call, or give the policy a "
                      "workspace whose memory resource has more",
                      bytes);
    }
    const char* what() const noexcept override { return text_; }

private:
    char text_[200];
};

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
        check(cudaMalloc(&memory, bytes), "cudaMalloc");
        return memory;
    }
    void deallocate(void* memory, std::size_t, stream_handle) noexcept override { cudaFree(memory); }
};

namespace detail {

/// A number that no other memory of this process has had or will have; 0 where it is none that CUDA knows, or no more.
inline unsigned long long identity_of(const void* memory) {
    static const auto attribute = [] {
        void* entry = nullptr;
        check(cudaGetDriverEntryPointByVersion("cuPointerGetAttribute", &entry, 12000, cudaEnableDefault),
              "cudaGetDriverEntryPoint");
        return reinterpret_cast<decltype(&cuPointerGetAttribute)>(entry);
    }();
    unsigned long long number = 0;
    const CUresult status = attribute(&number, CU_POINTER_ATTRIBUTE_BUFFER_ID, reinterpret_cast<CUdeviceptr>(memory));
    return status == CUDA_SUCCESS ? number : 0;
}

/// Lets this thread allocate and free while one of its streams, or another's, is being captured.
class relaxed_capture {
public:
    relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    ~relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    relaxed_capture(const relaxed_capture&) = delete;
    relaxed_capture& operator=(const relaxed_capture&) = delete;

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Memory that is zero on return: the zeros must not become a node of a graph that is being captured.
inline void* allocate_zeroed(memory_resource& from, std::size_t bytes) {
    struct own_stream {
        cudaStream_t stream = nullptr;
        own_stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate"); }
        ~own_stream() { cudaStreamDestroy(stream); }
    };
    const relaxed_capture relaxed;
    const own_stream own;
    void* const memory = from.allocate(bytes, own.stream);
    cudaError_t status = cudaMemsetAsync(memory, 0, bytes, own.stream);
    if (status == cudaSuccess) status = cudaStreamSynchronize(own.stream);
    if (status != cudaSuccess) from.deallocate(memory, bytes, own.stream);
    check(status, "clearing scratch");
    return memory;
}

/// Whose scratch a stream's calls use: a device's, a stream's, and a thread's where streams of several threads have one
/// handle.
using scratch_owner = std::tuple<int, cudaStream_t, std::thread::id>;

inline scratch_owner scratch_owner_of(cudaStream_t stream) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    const bool of_a_thread = stream == cudaStreamPerThread || stream == nullptr;
#else
    const bool of_a_thread = stream == cudaStreamPerThread;
#endif
    return {device, stream, of_a_thread ? std::this_thread::get_id() : std::thread::id{}};
}

}  // namespace detail

#else

/// The executor's device memory.
class device_memory final : public memory_resource {
public:
    void* allocate(std::size_t bytes, stream_handle) override { return ::simt::allocate(bytes, "scratch"); }
    void deallocate(void* memory, std::size_t, stream_handle) noexcept override { ::simt::release(memory); }
};

namespace detail {

inline unsigned long long identity_of(const void*) { return 0; }  // no device is reset here

struct relaxed_capture {
    relaxed_capture() {}  // nothing is captured here
};

inline void* allocate_zeroed(memory_resource& from, std::size_t bytes) {
    void* const memory = from.allocate(bytes, {});
    std::memset(memory, 0, bytes);
    ::simt::mark_written(memory, bytes);
    return memory;
}

using scratch_owner = std::thread::id;
inline scratch_owner scratch_owner_of(stream_handle) { return std::this_thread::get_id(); }

}  // namespace detail

#endif

/// The scratch of calls whose policy names it: see the head of this file. Neither copied nor moved: policies point at
/// it.
class workspace {
public:
    /// Takes memory of the device.
    workspace() : workspace(usual_resource()) {}
    /// Takes memory from there, which must outlive it.
    explicit workspace(memory_resource& from) : from_(from) {}
#if defined(__CUDACC__)
    template <stream_ordered_resource Resource>
    explicit workspace(Resource& from)
        : adapted_(std::make_unique<detail::adapted_resource<Resource>>(from)), from_(*adapted_) {}
#endif
    workspace(const workspace&) = delete;
    workspace& operator=(const workspace&) = delete;

    /// Frees everything. Its calls need not have run yet; its streams must not have been destroyed.
    ~workspace() {
        const detail::relaxed_capture relaxed;
        for (const allocation& one : allocations_) {
            if (one.is_there()) from_.deallocate(one.memory, one.bytes, one.stream);
        }
    }

    /// How much memory it has taken so far: that of a buffer that has room for the same.
    std::size_t bytes() const {
        const std::lock_guard lock(mutex_);
        std::size_t sum = 0;
        for (const allocation& one : allocations_) sum += buffer_memory::aligned(one.bytes);
        return sum;
    }

    /// At least `needed` bytes of slots for the calls on a stream, apart for every use.
    scratch_memory scratch_for(stream_handle stream, std::size_t needed, scratch_use use = scratch_use::tile_states) {
        const auto owner = detail::scratch_owner_of(stream);
        const std::lock_guard lock(mutex_);
        known& mine = known_[{owner, use}];
        if (mine.scratch.slot_bytes < needed || !mine.memory.is_there()) {
            try {
                const std::size_t slots = scratch_memory::slots_for(needed);
                const std::size_t bytes = scratch_memory::header_bytes + slots;
                allocations_.reserve(allocations_.size() + 1);  // from here on only the resource may fail
                void* const memory = detail::allocate_zeroed(from_, bytes);
                allocations_.push_back({memory, bytes, stream, detail::identity_of(memory)});
                mine = {allocations_.back(), scratch_memory(memory, slots)};
            } catch (const std::bad_alloc&) {
                throw out_of_scratch(needed);
            }
        }
        return mine.scratch;
    }

private:
    struct allocation {
        void* memory = nullptr;
        std::size_t bytes = 0;
        stream_handle stream = {};
        unsigned long long identity = 0;

        bool is_there() const { return detail::identity_of(memory) == identity; }
    };
    struct known {
        allocation memory;
        scratch_memory scratch;
    };

    static memory_resource& usual_resource() {
        static auto& resource = *new device_memory;  // outlives workspaces in static storage
        return resource;
    }

    std::unique_ptr<memory_resource> adapted_;
    memory_resource& from_;
    mutable std::mutex mutex_;
    std::map<std::pair<detail::scratch_owner, scratch_use>, known> known_;
    std::vector<allocation> allocations_;
};

}  // namespace STRIDER_TARGET
}  // namespace strider
