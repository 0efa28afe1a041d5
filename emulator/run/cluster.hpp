// The blocks of a cluster. One host thread starts them together; they access each other's shared memory and meet at a
// barrier in two halves.
//
// While a block runs, its thread-local shared memory is in the thread's variables; while another block runs, it is in a
// copy. So a block finds its peers' memory in their copies, always at the same address, because peers do not run at the
// same time.
#pragma once

#include <optional>
#include <span>

#include "worker.hpp"

namespace strider::emulation {

struct cluster_state {
    std::uint64_t number = 0;      ///< the cluster's number in the grid, x fastest
    std::vector<worker*> blocks;   ///< by rank; kept until all have ended
    unsigned alive = 0;            ///< blocks that have not ended
    std::span<std::byte> statics;  ///< the thread's static shared memory
    unsigned missing = 0;          ///< live lanes that have not arrived at the barrier in this phase
    bool apart = false;            ///< in this phase some lane arrived and went on
};

/// The number in the grid of the cluster's block with this rank.
std::uint64_t block_in_cluster(const launch_state& launch, std::uint64_t cluster, unsigned rank);

/// The block whose shared memory holds an address, and the place in it.
struct shared_place {
    worker* of = nullptr;
    bool of_block = false;  ///< in the block's own memory; else in the thread-local part
    std::size_t offset = 0;
};
/// The place of an address that lanes of `viewer` use, whose block is in a cluster; empty if it is not shared memory.
std::optional<shared_place> place_in_cluster(const worker& viewer, std::uintptr_t address);
std::byte* address_of(const worker& viewer, const shared_place& place);

/// Translates an address that lanes of `from` use to the address that lanes of `to` use for the same memory.
std::byte* translated(const worker& from, const worker& to, const void* address);

/// The same address for all blocks of the cluster; the order of lanes is recorded there.
std::uintptr_t common_address(const worker& w, std::uintptr_t address);

/// Wakes lanes of a block, possibly of another block of the cluster than the current one.
void wake_in_cluster(worker& w, unsigned warp, unsigned lanes);

/// Call this when the current lane has ended; it counts as an arrival at the barrier.
void leave_cluster(worker& w);
/// Call this when lanes of the block are gone without having ended.
void recount_cluster(cluster_state& all);

/// Whether this is another block of the cluster.
bool is_peer(const worker& w, std::uint64_t block);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
