// What orders accesses of different lanes other than barriers: fences with atomics, as in the memory model of PTX.
//
// A lane releases by a fence and then an atomic (or volatile) store to some address; another acquires by an atomic (or
// volatile) load of that address and then a fence. What the first had seen before its fence then comes before what the
// second does after its fence. Where both are fences of sequential consistency, a barrier of the block may stand
// between the first lane's fence and another lane's store: fences of this kind are all in one order. Every release of a
// launch is kept, with what its lane had acquired before; whether one access comes before another is found out by
// following these links, the nearest first, and only when two accesses would be a race. What a lane knows is a list
// that it adds to and others point into, so that nothing is copied.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <strider/emulator/lane.hpp>

#include "shadow.hpp"

namespace strider::emulation {

struct sync_variable;

/// The first `count` releases at an address have been seen.
struct acquired {
    const sync_variable* from = nullptr;
    std::size_t count = 0;
    scope reach = scope::block;
    bool by_sc_fence = false;  ///< __threadfence() and its kin
};

/// What was known at some moment: never changed, and kept until the launch ends.
struct knowledge {
    std::vector<acquired> learned;
    std::vector<const knowledge*> before;  ///< and all that these say
    mutable std::uint64_t visited = 0;     ///< by the query of this number
};

/// What a lane, or all lanes of a block, know and go on to learn.
class growing_knowledge {
public:
    void learn(const acquired& more);
    void learn(const knowledge* more);
    /// `all` holds this and more.
    void become(const knowledge* all) {
        if (all != frozen_) ++version_;
        frozen_ = all;
        fresh_ = {};
    }
    void clear() {
        const std::uint64_t version = version_ + 1;
        *this = {};
        version_ = version;
    }

    /// Changes whenever something of another variable is learnt.
    std::uint64_t version() const { return version_; }

private:
    friend class synchronisation;
    const knowledge* frozen_ = nullptr;                                   ///< up to then
    knowledge fresh_;                                                     ///< since then
    std::unordered_map<const sync_variable*, std::size_t> counts_[3][2];  ///< by reach and kind of fence
    std::uint64_t version_ = 0;
};

/// Up to when others' accesses are covered by a release of a lane; all times are of the lane's worker.
struct fence_point {
    std::uint64_t lane_time = 0;   ///< the lane's own
    std::uint64_t warp_time = 0;   ///< those of its warp, before the last __syncwarp of all
    std::uint64_t block_time = 0;  ///< those of its block, before the last barrier
};

struct release_node {
    std::uint32_t block = 0;
    unsigned lane = 0;
    fence_point covers[2];  ///< for lanes of the same block; for lanes of other blocks
    /// By lane: accesses before its last fence of sequential consistency that came before a barrier of the block.
    std::shared_ptr<const std::vector<std::uint64_t>> fenced;
    std::vector<std::uint64_t> seen;  ///< by lane, where masks of __syncwarp were partial
    const knowledge* known[2] = {};   ///< by the lane; by all lanes of its block
};

struct sync_variable {
    std::deque<release_node> releases;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> of_block;  ///< which of them are of a block
    mutable std::uint64_t visited = 0;                                     ///< by the query of this number,
    mutable std::size_t followed = 0;                                      ///< which has followed the first so many
};

class synchronisation {
public:
    /// Whether anything was ever released; without it nothing can be acquired.
    bool any() const { return any_.load(std::memory_order_relaxed); }

    void release(std::uintptr_t address, release_node&& node);

    /// What a load of this address can see now; from is null if nothing.
    acquired look(std::uintptr_t address, scope reach);

    /// What is known now, to be pointed to; null: nothing.
    const knowledge* freeze(growing_knowledge& known);

    /// Whether `before` comes before anything that a lane of `block` does who knows this.
    bool ordered(const access_record& before, std::uint32_t block, const growing_knowledge& lane_knows,
                 const growing_knowledge& block_knows);

    /// Links that all queries together have followed.
    std::uint64_t links_followed() const { return links_; }

private:
    std::mutex mutex_;
    std::unordered_map<std::uintptr_t, std::unique_ptr<sync_variable>> variables_;
    std::deque<knowledge> kept_;
    std::unordered_map<std::uint32_t, std::uint64_t> covered_until_;  ///< by block: later accesses are in no release
    std::uint64_t query_ = 0;
    std::uint64_t links_ = 0;
    std::atomic<bool> any_{false};
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
