// CUDA's built-in names for the cluster of a block.
#pragma once

#include <strider/emulator/cluster.hpp>
#include <strider/emulator/dialect/intrinsic.hpp>

STRIDER_EMULATOR_INTRINSIC unsigned __clusterDimIsSpecified() { return strider::emulation::in_cluster_launch(); }
STRIDER_EMULATOR_INTRINSIC dim3 __clusterDim() { return strider::emulation::this_cluster().blocks; }
STRIDER_EMULATOR_INTRINSIC dim3 __clusterRelativeBlockIdx() { return strider::emulation::this_cluster().block; }
STRIDER_EMULATOR_INTRINSIC dim3 __clusterGridDimInClusters() { return strider::emulation::this_cluster().grid; }
STRIDER_EMULATOR_INTRINSIC dim3 __clusterIdx() { return strider::emulation::this_cluster().index; }
STRIDER_EMULATOR_INTRINSIC unsigned __clusterRelativeBlockRank() { return strider::emulation::this_cluster().rank; }
STRIDER_EMULATOR_INTRINSIC unsigned __clusterSizeInBlocks() {
    const dim3 blocks = strider::emulation::this_cluster().blocks;
    return blocks.x * blocks.y * blocks.z;
}

STRIDER_EMULATOR_INTRINSIC void __cluster_barrier_arrive() {
    strider::emulation::cluster_arrive(STRIDER_EMULATOR_CALLER, true);
}
STRIDER_EMULATOR_INTRINSIC void __cluster_barrier_arrive_relaxed() {
    strider::emulation::cluster_arrive(STRIDER_EMULATOR_CALLER, false);
}
STRIDER_EMULATOR_INTRINSIC void __cluster_barrier_wait() { strider::emulation::cluster_wait(STRIDER_EMULATOR_CALLER); }
STRIDER_EMULATOR_INTRINSIC void __threadfence_cluster() {
    strider::emulation::fence(STRIDER_EMULATOR_CALLER, strider::emulation::scope::device,
                              strider::emulation::order::seq_cst);
}

STRIDER_EMULATOR_INTRINSIC void* __cluster_map_shared_rank(const void* address, unsigned rank) {
    return strider::emulation::map_shared(STRIDER_EMULATOR_CALLER, address, rank);
}
STRIDER_EMULATOR_INTRINSIC unsigned __cluster_query_shared_rank(const void* address) {
    return strider::emulation::shared_rank(STRIDER_EMULATOR_CALLER, address);
}
// SPDX-License-Identifier: Apache-2.0
