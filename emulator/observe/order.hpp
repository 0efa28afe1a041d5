// The order of a block's lanes, as its worker knows it.
//
// Time is a clock of the worker that ticks whenever lanes are ordered: at every barrier, __syncwarp and fence. An
// access of the same block comes before the current lane's if it is of an earlier time than the last block barrier, or,
// in the same warp, than the last __syncwarp of all its lanes; or by what lanes have seen of each other otherwise.
#pragma once

#include <unordered_map>

#include "run/worker.hpp"
#include "synchronisation.hpp"

namespace strider::emulation {

/// What a lane has done that orders it with others; only lanes that use fences or partial masks have any.
struct lane_order {
    bool any = false;
    fence_point fences[2];  ///< the last fence that orders within the block; in the device
    fence_point sc_fence;   ///< the last one of sequential consistency in the device
    growing_knowledge known;
    std::vector<acquired> pending;      ///< read, but no fence yet
    std::size_t block_pending[2] = {};  ///< so much of the block's has been fenced: within the block; in the device
    std::vector<std::uint64_t> seen;    ///< by lane of the block: accesses before this time come before mine
    std::uintptr_t released_at = 0;     ///< the last release, so that spinning does not repeat it
    std::uint64_t released_time = 0;
    std::uint64_t released_known = 0;
};

/// An atomic load that a lane is about to do. What it has seen is known only afterwards, at the lane's next access:
/// others may store to the address in between.
struct unsettled_read {
    std::uintptr_t address = 0;
    order strength{};
    scope reach{};
};

struct block_order {
    std::uint64_t clock = 1;
    std::uint64_t barrier_time = 0;
    std::array<std::uint64_t, most_warps> warp_time{};
    std::uint64_t block_start = 0;    ///< whoever comes after this comes after the block's start
    std::uint32_t serial = 0;         ///< of the block, since the last grid barrier
    std::uint32_t shared_serial = 0;  ///< of the block, for what it has written of its shared memory

    bool by_fences = false;  ///< some lane of the block has a lane_order, or is about to have one
    std::array<lane_order, most_lanes> lanes;
    std::unordered_map<unsigned, fence_point> proxy_fences;  ///< by lane: its last one
    std::array<unsettled_read, most_lanes> unsettled;        ///< of each lane, since its last access
    growing_knowledge known;                                 ///< by all lanes, since the last barrier
    std::vector<acquired> pending;
    std::shared_ptr<const std::vector<std::uint64_t>> fenced;  ///< see release_node::fenced; of the last barrier
    std::uint64_t fenced_time = 0;                             ///< when it changed last
    /// What lanes of the cluster did before they arrived at its barrier, where each lane learns it for itself.
    acquired by_cluster;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
