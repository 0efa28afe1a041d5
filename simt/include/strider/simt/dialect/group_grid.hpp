// The grid as a group.
#pragma once

#include <strider/simt/dialect/group_types.hpp>

namespace cooperative_groups {

class grid_group {
public:
    /// All threads of a cooperative launch meet; in any other it ends the launch with a finding.
    STRIDER_SIMT_INTRINSIC static void sync() { strider::executor::grid_barrier(STRIDER_SIMT_CALLER); }
    STRIDER_SIMT_INTRINSIC static bool is_valid() { return strider::executor::in_cooperative_launch(); }

    struct arrival_token {};
    /// The two halves of sync(); here all threads meet in the second.
    STRIDER_SIMT_ARITHMETIC static arrival_token barrier_arrive() { return {}; }
    STRIDER_SIMT_INTRINSIC static void barrier_wait(arrival_token = {}) {
        strider::executor::grid_barrier(STRIDER_SIMT_CALLER);
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long block_rank() {
        const uint3 index = strider::executor::block_index();
        const uint3 extent = strider::executor::grid_extent();
        return (1ull * index.z * extent.y + index.y) * extent.x + index.x;
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long num_blocks() {
        const uint3 extent = strider::executor::grid_extent();
        return 1ull * extent.x * extent.y * extent.z;
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long num_threads() {
        return num_blocks() * thread_block::num_threads();
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long size() { return num_threads(); }
    STRIDER_SIMT_ARITHMETIC static dim3 dim_blocks() { return strider::executor::grid_extent(); }
    STRIDER_SIMT_ARITHMETIC static dim3 group_dim() { return strider::executor::grid_extent(); }
    STRIDER_SIMT_ARITHMETIC static dim3 block_index() { return strider::executor::block_index(); }
};
STRIDER_SIMT_ARITHMETIC grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
// SPDX-License-Identifier: Apache-2.0
