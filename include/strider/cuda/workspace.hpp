// Scratch memory of calls on a device: who owns it, and where it comes from.
//
//     strider::workspace scratch;  // ends before its streams and the graphs that were captured with it
//     strider::reduce_into(strider::gpu{stream, &scratch}, values, result);
//
// A policy without a workspace uses one that the library keeps until the program ends. A workspace takes its memory
// from the device, from a memory_resource, from a stream-ordered resource of others as it is (cuda::mr, rmm), or from a
// buffer of the caller's:
//
//     call(strider::gpu{stream, &scratch});                          // once, with a workspace of the device's memory:
//     const std::size_t bytes = scratch.bytes();                     // what such calls take
//     strider::buffer_memory buffer(pointer, bytes);                 // from then on
//     strider::workspace own(buffer);
//
// Calls of one stream follow one another, and so share their scratch; every other stream gets its own, and in the
// emulator every thread of the host, which has no streams. Scratch is allocated by the first call of its kind on a
// stream, 2 MiB at least, and again only by one that needs more than any before (rounded up to a power of two). No
// other call allocates, so every call can be captured in a graph, the first one too. Several threads may make calls at
// once, each on streams of its own. On one stream they must take turns: a call may be several launches, which share its
// scratch, and another thread's launches must not come between.
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
#include <utility>
#include <vector>

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/workspace/allocation.hpp>
#include <strider/cuda/workspace/memory_resource.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// The uses of scratch. Calls of one use find the words that the last of them left: words with an epoch, or the zeros
/// that sums start from and end with. The others leave words that are not read again: messages of ranks, words from the
/// first launch of a call to its others, and from one call to the next if a call is made of several.
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

    /// The bytes to allocate for at least `needed` bytes of slots: powers of two, so that growing ends soon.
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

    /// The memory that it has taken so far. A buffer for the same calls needs as much.
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
// SPDX-License-Identifier: Apache-2.0
