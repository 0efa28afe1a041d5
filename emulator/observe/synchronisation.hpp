// Order of accesses by different lanes without barriers: fences with atomics, as in the memory model of PTX.
//
// A lane releases by a fence followed by an atomic (or volatile) store to an address. Another lane acquires by an
// atomic (or volatile) load of that address followed by a fence. Actions that the first lane had seen before its fence
// then come before actions of the second after its fence. Sequentially consistent fences are all in one order; so with
// two of them, a barrier of the block may stand between the first lane's fence and another lane's store.
//
// Every release of a launch is kept, with what its lane had acquired before. Whether one access comes before another is
// found by following these links, nearest first, and only if the two accesses would be a race. A lane's knowledge is a
// list that it appends to and that others point into, so nothing is copied.
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

/// The first `count` releases at an address were seen.
struct acquired {
    const sync_variable* from = nullptr;
    std::size_t count = 0;
    scope reach = scope::block;
    bool by_sc_fence = false;  ///< __threadfence() and its kin
};

/// The knowledge at some moment. It is never changed, and kept until the launch ends.
struct knowledge {
    std::vector<acquired> learned;
    std::vector<const knowledge*> before;  ///< includes all that these know
    mutable std::uint64_t visited = 0;     ///< the last query that visited it
};

/// The knowledge of a lane, or of all lanes of a block, which grows.
class growing_knowledge {
public:
    void learn(const acquired& more);
    void learn(const knowledge* more);
    /// Replaces the knowledge by `all`, which includes it.
    void become(const knowledge* all) {
        if (all != frozen_) ++version_;
        ++growth_;
        frozen_ = all;
        fresh_ = {};
    }
    void clear() {
        const std::uint64_t version = version_ + 1, growth = growth_ + 1;
        *this = {};
        version_ = version;
        growth_ = growth;
    }

    /// Changes whenever a release of another variable is learnt.
    std::uint64_t version() const { return version_; }
    /// Changes whenever anything is learnt.
    std::uint64_t growth() const { return growth_; }

private:
    friend class synchronisation;
    const knowledge* frozen_ = nullptr;                                   ///< the knowledge at the last freeze
    knowledge fresh_;                                                     ///< learnt since then
    std::unordered_map<const sync_variable*, std::size_t> counts_[3][2];  ///< by reach and kind of fence
    std::uint64_t version_ = 0;
    std::uint64_t growth_ = 0;
};

/// The times up to which a lane's release covers accesses, on the clock of the lane's worker.
struct fence_point {
    std::uint64_t lane_time = 0;   ///< for the lane itself
    std::uint64_t warp_time = 0;   ///< for its warp: the last __syncwarp of all lanes
    std::uint64_t block_time = 0;  ///< for its block: the last barrier
};

struct release_node {
    std::uint32_t block = 0;
    unsigned lane = 0;
    fence_point covers[2];  ///< for lanes of the same block; for lanes of other blocks
    /// By lane: time of its last sequentially consistent fence that came before a barrier of the block.
    std::shared_ptr<const std::vector<std::uint64_t>> fenced;
    std::vector<std::uint64_t> seen;  ///< by lane, if masks of __syncwarp were partial
    const knowledge* known[2] = {};   ///< known by the lane; by all lanes of its block
};

struct sync_variable {
    std::deque<release_node> releases;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> of_block;  ///< by block: the indices of its releases
    mutable std::uint64_t visited = 0;                                     ///< the last query that visited it,
    mutable std::size_t followed = 0;  ///< and how many releases that query has followed
};

class synchronisation {
public:
    /// Whether anything was ever released; otherwise nothing can be acquired.
    bool any() const { return any_.load(std::memory_order_relaxed); }

    void release(std::uintptr_t address, release_node&& node);

    /// The releases that a load of this address can see now; `from` is null if there are none.
    acquired look(std::uintptr_t address, scope reach);

    /// The current knowledge, to be pointed to; null if it is empty.
    const knowledge* freeze(growing_knowledge& known);

    /// Whether `before` comes before all actions of a lane of `block` with this knowledge.
    bool ordered(const access_record& before, std::uint32_t block, const growing_knowledge& lane_knows,
                 const growing_knowledge& block_knows);

    /// Number of links that all queries have followed.
    std::uint64_t links_followed() const { return links_; }

private:
    std::mutex mutex_;
    std::unordered_map<std::uintptr_t, std::unique_ptr<sync_variable>> variables_;
    std::deque<knowledge> kept_;
    std::unordered_map<std::uint32_t, std::uint64_t> covered_until_;  ///< by block: no release covers later accesses
    std::uint64_t query_ = 0;
    std::uint64_t links_ = 0;
    std::atomic<bool> any_{false};
};

/// Results of searches for the lanes of a worker's blocks. The knowledge of a lane orders the accesses of another lane
/// up to some time, and never less than before.
class found_orders {
public:
    /// `growth`: of what the lane of the block knows. `search` is asked only for what does not follow.
    template <class Search>
    bool comes_before(const access_record& access, std::uint32_t block, unsigned lane, std::uint64_t growth,
                      Search search) {
        if (all_.empty()) all_.resize(most);
        const std::uint32_t lanes = lane << 16 | access.lane();
        entry& one = all_[(lanes * 0x9E3779B1u ^ access.block * 0x85EBCA6Bu) / (0x100000000u / most)];
        if (one.block != block || one.of_block != access.block || one.lanes != lanes)
            one = {block, access.block, lanes, growth};
        if (one.growth != growth) {
            one.growth = growth;
            one.open_from = never;
        }
        if (access.time() < one.ordered_until) return true;
        if (access.time() >= one.open_from) return false;
        const bool found = search();
        (found ? one.ordered_until : one.open_from) = access.time() + (found ? 1 : 0);
        return found;
    }

private:
    static constexpr std::uint64_t most = 1 << 14, never = ~std::uint64_t{0};
    struct entry {
        std::uint32_t block = 0, of_block = 0, lanes = 0;
        std::uint64_t growth = 0, ordered_until = 0, open_from = never;
    };
    std::vector<entry> all_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
