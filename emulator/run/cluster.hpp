// The blocks of a cluster: they start together on one thread of the host, reach each other's shared memory, and meet at
// a barrier in two halves.
//
// Thread-local shared memory stands in the thread's variables while its block runs, and in a copy of the block's own
// while another one does. So a block finds its peers' in their copies, always at the same address: peers do not run
// while it does.
#pragma once

#include <optional>
#include <span>

#include "worker.hpp"

namespace strider::emulation {

struct cluster_state {
    std::uint64_t number = 0;      ///< in the grid, x fastest
    std::vector<worker*> blocks;   ///< by rank; they stay while one of them lives
    unsigned alive = 0;            ///< blocks that have not ended
    std::span<std::byte> statics;  ///< the thread's static shared memory
    unsigned missing = 0;          ///< live lanes that have not arrived at the barrier in this phase
    bool apart = false;            ///< in this phase some lane went on after it had arrived
};

/// The number in the grid of the block of that rank.
std::uint64_t block_in_cluster(const launch_state& launch, std::uint64_t cluster, unsigned rank);

/// Which block's shared memory an address is in, and where.
struct shared_place {
    worker* of = nullptr;
    bool of_block = false;  ///< in the block's own memory; else in the thread-local part
    std::size_t offset = 0;
};
/// As the lanes of `viewer`, whose block is in a cluster, see it; nothing where it is in no shared memory.
std::optional<shared_place> place_in_cluster(const worker& viewer, std::uintptr_t address);
std::byte* address_of(const worker& viewer, const shared_place& place);

/// What is at `address` for the lanes of `from`, as those of `to` see it.
std::byte* translated(const worker& from, const worker& to, const void* address);

/// One address for all blocks of the cluster, where what orders lanes is kept.
std::uintptr_t common_address(const worker& w, std::uintptr_t address);

/// Wakes lanes of a block, which may be another one of the cluster.
void wake_in_cluster(worker& w, unsigned warp, unsigned lanes);

/// The current lane has ended; `arrive` for the barrier as well.
void leave_cluster(worker& w);
/// Lanes of the block have gone without ending.
void recount_cluster(cluster_state& all);

/// Whether the block of that number is another one of the cluster.
bool is_peer(const worker& w, std::uint64_t block);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
