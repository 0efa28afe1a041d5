// Thread block clusters, as a lane of a running kernel sees them. Without clusters, each block is a cluster of its own.
#pragma once

#include <strider/emulator/lane.hpp>

namespace strider::emulation {

/// The cluster of the calling lane.
struct cluster_shape {
    dim3 blocks;        ///< blocks in the cluster
    dim3 block;         ///< index of the lane's block in the cluster
    dim3 index;         ///< index of the cluster in the grid
    dim3 grid;          ///< clusters in the grid
    unsigned rank = 0;  ///< rank of the lane's block, x fastest
};
cluster_shape this_cluster() noexcept;

/// Whether the launch or the kernel sets a cluster size.
bool in_cluster_launch() noexcept;

/// Barrier of all live lanes of the cluster.
void cluster_barrier(site caller) noexcept;
/// The two halves of cluster_barrier(). `releases`: the lane's earlier accesses come before other lanes' accesses after
/// their wait.
void cluster_arrive(site caller, bool releases) noexcept;
void cluster_wait(site caller) noexcept;

/// The address that corresponds to `address` in the shared memory of block `rank`.
void* map_shared(site caller, const void* address, unsigned rank) noexcept;
/// The rank of the block that owns this shared memory.
unsigned shared_rank(site caller, const void* address) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
