// What a lane of a running kernel can ask of the emulator where blocks form clusters. Without clusters each block is
// one by itself.
#pragma once

#include <strider/emulator/lane.hpp>

namespace strider::emulation {

/// A cluster as a lane of it sees it.
struct cluster_shape {
    dim3 blocks;        ///< in it
    dim3 block;         ///< the lane's, in it
    dim3 index;         ///< its own, in the grid
    dim3 grid;          ///< clusters of the grid
    unsigned rank = 0;  ///< of the block, x fastest
};
cluster_shape this_cluster() noexcept;

/// Whether the launch, or the kernel, says how many blocks a cluster has.
bool in_cluster_launch() noexcept;

/// All live lanes of the cluster meet.
void cluster_barrier(site at) noexcept;
/// Its two halves. `releases`: what the lane did before comes before what others do after their wait.
void cluster_arrive(site at, bool releases) noexcept;
void cluster_wait(site at) noexcept;

/// Where the same place of shared memory is in the block of that rank.
void* map_shared(site at, const void* address, unsigned rank) noexcept;
/// The rank of the block whose shared memory the address is in.
unsigned shared_rank(site at, const void* address) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
