// The order of a block's lanes, as its worker knows it.
//
// Time is a clock of the worker. It ticks whenever lanes are ordered: at every barrier, __syncwarp and fence. An access
// of the same block comes before the current lane's if its time is before the last block barrier. In the same warp, the
// last __syncwarp of all lanes counts as well. Fences and partial masks add the order that lanes have seen of each
// other.
#pragma once

#include <unordered_map>

#include "run/worker.hpp"
#include "synchronisation.hpp"

namespace strider::emulation {

/// A lane's own order with other lanes; only lanes that use fences or partial masks have one.
struct lane_order {
    bool any = false;
    fence_point fences[2];  ///< the last fence that orders within the block; within the device
    fence_point sc_fence;   ///< the last sequentially consistent fence in the device
    growing_knowledge known;
    std::vector<acquired> pending;  ///< releases that were read, but not fenced yet
    std::size_t block_pending[2] =
        {};  ///< how many of the block's a fence has covered: within the block; within the device
    std::vector<std::uint64_t> seen;  ///< by lane of the block: its accesses before this time come before mine
    std::uintptr_t released_at = 0;   ///< address of the last release, so that spinning does not repeat it
    std::uint64_t released_time = 0;
    std::uint64_t released_known = 0;
};

/// An atomic load that a lane is about to do. Its value is known only afterwards, at the lane's next access, because
/// other lanes may store first.
struct unsettled_read {
    std::uintptr_t address = 0;
    order strength{};
    scope reach{};
};

struct block_order {
    std::uint64_t clock = 1;
    std::uint64_t barrier_time = 0;
    std::array<std::uint64_t, most_warps> warp_time{};
    std::uint64_t block_start = 0;    ///< accesses ordered after this are ordered after the block's start
    std::uint32_t serial = 0;         ///< the block's, since the last grid barrier
    std::uint32_t shared_serial = 0;  ///< the block's, for writes to its shared memory

    bool by_fences = false;  ///< some lane of the block has a lane_order, or is about to get one
    std::array<lane_order, most_lanes> lanes;
    std::unordered_map<unsigned, fence_point> proxy_fences;  ///< by lane: its last proxy fence
    std::array<unsettled_read, most_lanes> unsettled;        ///< by lane, since its last access
    growing_knowledge known;                                 ///< known by all lanes, since the last barrier
    std::vector<acquired> pending;
    std::shared_ptr<const std::vector<std::uint64_t>> fenced;  ///< see release_node::fenced; at the last barrier
    std::uint64_t fenced_time = 0;                             ///< when `fenced` last changed
    mutable found_orders found;
    /// Actions of the cluster's lanes before they arrived at its barrier; set if each lane learns them separately.
    acquired by_cluster;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
