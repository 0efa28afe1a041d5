// CUDA's words for the cluster that a block is in.
#pragma once

#include <strider/simt/cluster.hpp>
#include <strider/simt/dialect/intrinsic.hpp>

STRIDER_SIMT_INTRINSIC unsigned __clusterDimIsSpecified() { return strider::executor::in_cluster_launch(); }
STRIDER_SIMT_INTRINSIC dim3 __clusterDim() { return strider::executor::this_cluster().blocks; }
STRIDER_SIMT_INTRINSIC dim3 __clusterRelativeBlockIdx() { return strider::executor::this_cluster().block; }
STRIDER_SIMT_INTRINSIC dim3 __clusterGridDimInClusters() { return strider::executor::this_cluster().grid; }
STRIDER_SIMT_INTRINSIC dim3 __clusterIdx() { return strider::executor::this_cluster().index; }
STRIDER_SIMT_INTRINSIC unsigned __clusterRelativeBlockRank() { return strider::executor::this_cluster().rank; }
STRIDER_SIMT_INTRINSIC unsigned __clusterSizeInBlocks() {
    const dim3 blocks = strider::executor::this_cluster().blocks;
    return blocks.x * blocks.y * blocks.z;
}

STRIDER_SIMT_INTRINSIC void __cluster_barrier_arrive() { strider::executor::cluster_arrive(STRIDER_SIMT_CALLER, true); }
STRIDER_SIMT_INTRINSIC void __cluster_barrier_arrive_relaxed() {
    strider::executor::cluster_arrive(STRIDER_SIMT_CALLER, false);
}
STRIDER_SIMT_INTRINSIC void __cluster_barrier_wait() { strider::executor::cluster_wait(STRIDER_SIMT_CALLER); }
STRIDER_SIMT_INTRINSIC void __threadfence_cluster() {
    strider::executor::fence(STRIDER_SIMT_CALLER, strider::executor::scope::device, strider::executor::order::seq_cst);
}

STRIDER_SIMT_INTRINSIC void* __cluster_map_shared_rank(const void* address, unsigned rank) {
    return strider::executor::map_shared(STRIDER_SIMT_CALLER, address, rank);
}
STRIDER_SIMT_INTRINSIC unsigned __cluster_query_shared_rank(const void* address) {
    return strider::executor::shared_rank(STRIDER_SIMT_CALLER, address);
}
// SPDX-License-Identifier: Apache-2.0
