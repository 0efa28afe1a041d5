// What orders accesses of different lanes other than barriers: fences with atomics, as in the memory model of PTX.
//
// A lane releases by a fence and then an atomic (or volatile) store to some address; another acquires by an atomic (or
// volatile) load of that address and then a fence. What the first had seen before its fence then comes before what the
// second does after its fence. Every release of a launch is kept, with what its lane had acquired before; whether one
// access comes before another is found out by following these links, and only when two accesses would be a race.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <strider/simt/lane.hpp>

#include "shadow.hpp"

namespace simt {

struct sync_variable;

/// The first `count` releases at an address have been seen.
struct acquired {
    const sync_variable* from = nullptr;
    std::size_t count = 0;
    scope reach = scope::block;
};

/// Merges: per variable and reach the most is kept.
void learn(std::vector<acquired>& known, const acquired& more);

/// Up to when others' accesses are covered by a release of a lane; all times are of the lane's worker.
struct fence_point {
    std::uint64_t lane_time = 0;   ///< the lane's own
    std::uint64_t warp_time = 0;   ///< those of its warp, before the last __syncwarp of all
    std::uint64_t block_time = 0;  ///< those of its block, before the last barrier
};

struct release_node {
    std::uint32_t block = 0;
    unsigned lane = 0;
    fence_point covers[2];            ///< for lanes of the same block; for lanes of other blocks
    std::vector<std::uint64_t> seen;  ///< by lane, where masks of __syncwarp were partial
    std::vector<acquired> known;
};

struct sync_variable {
    std::deque<release_node> releases;
};

class synchronisation {
public:
    /// Whether anything was ever released; without it nothing can be acquired.
    bool any() const { return any_.load(std::memory_order_relaxed); }

    void release(std::uintptr_t address, release_node&& node);

    /// What a load of this address can see now; from is null if nothing.
    acquired look(std::uintptr_t address, scope reach);

    /// Whether `before` comes before anything that a lane of `block` does who knows this.
    bool ordered(const access_record& before, std::uint32_t block, const std::vector<acquired>& lane_knows,
                 const std::vector<acquired>& block_knows);

private:
    std::mutex mutex_;
    std::unordered_map<std::uintptr_t, std::unique_ptr<sync_variable>> variables_;
    std::atomic<bool> any_{false};
};

}  // namespace simt
