// Groups beyond the block: the grid, and the cluster.
#pragma once

#include <strider/simt/dialect/group_types.hpp>

namespace cooperative_groups {

class grid_group {
public:
    /// All threads of a cooperative launch meet; in any other it ends the launch with a finding.
    STRIDER_SIMT_INTRINSIC static void sync() { simt::grid_barrier(STRIDER_SIMT_CALLER); }
    STRIDER_SIMT_INTRINSIC static bool is_valid() { return simt::in_cooperative_launch(); }

    struct arrival_token {};
    /// The two halves of sync(); here all threads meet in the second.
    STRIDER_SIMT_ARITHMETIC static arrival_token barrier_arrive() { return {}; }
    STRIDER_SIMT_INTRINSIC static void barrier_wait(arrival_token = {}) { simt::grid_barrier(STRIDER_SIMT_CALLER); }
    STRIDER_SIMT_ARITHMETIC static unsigned long long thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long block_rank() {
        const uint3 index = simt::block_index();
        const uint3 extent = simt::grid_extent();
        return (1ull * index.z * extent.y + index.y) * extent.x + index.x;
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long num_blocks() {
        const uint3 extent = simt::grid_extent();
        return 1ull * extent.x * extent.y * extent.z;
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long num_threads() {
        return num_blocks() * thread_block::num_threads();
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long size() { return num_threads(); }
    STRIDER_SIMT_ARITHMETIC static dim3 dim_blocks() { return simt::grid_extent(); }
    STRIDER_SIMT_ARITHMETIC static dim3 group_dim() { return simt::grid_extent(); }
    STRIDER_SIMT_ARITHMETIC static dim3 block_index() { return simt::block_index(); }
};
STRIDER_SIMT_ARITHMETIC grid_group this_grid() { return {}; }

/// Launches here have no cluster dimensions: every block is a cluster of its own, as CUDA has it then.
class cluster_group {
public:
    STRIDER_SIMT_INTRINSIC static void sync() { simt::block_barrier(STRIDER_SIMT_CALLER); }
    STRIDER_SIMT_ARITHMETIC static void barrier_arrive() {}
    STRIDER_SIMT_INTRINSIC static void barrier_wait() { simt::block_barrier(STRIDER_SIMT_CALLER); }
    STRIDER_SIMT_ARITHMETIC static unsigned num_threads() { return thread_block::num_threads(); }
    STRIDER_SIMT_ARITHMETIC static unsigned size() { return num_threads(); }
    STRIDER_SIMT_ARITHMETIC static unsigned thread_rank() { return thread_block::thread_rank(); }
    STRIDER_SIMT_ARITHMETIC static unsigned num_blocks() { return 1; }
    STRIDER_SIMT_ARITHMETIC static unsigned block_rank() { return 0; }
    STRIDER_SIMT_ARITHMETIC static dim3 dim_blocks() { return {}; }
    STRIDER_SIMT_ARITHMETIC static dim3 block_index() { return {0, 0, 0}; }
    STRIDER_SIMT_ARITHMETIC static dim3 dim_threads() { return thread_block::dim_threads(); }
    STRIDER_SIMT_ARITHMETIC static unsigned query_shared_rank(const void*) { return 0; }
    template <class T>
    STRIDER_SIMT_INTRINSIC static T* map_shared_rank(T* address, int rank) {
        if (rank != 0) simt::refuse(STRIDER_SIMT_CALLER, "shared memory of another block of a cluster");
        return address;
    }
};
STRIDER_SIMT_ARITHMETIC cluster_group this_cluster() { return {}; }

}  // namespace cooperative_groups
