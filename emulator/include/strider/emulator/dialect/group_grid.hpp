// The grid as a group.
#pragma once

#include <strider/emulator/dialect/group_types.hpp>

namespace cooperative_groups {

class grid_group {
public:
    /// Barrier of all threads of a cooperative launch. In any other launch a finding ends the launch.
    STRIDER_EMULATOR_INTRINSIC static void sync() { strider::emulation::grid_barrier(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_INTRINSIC static bool is_valid() { return strider::emulation::in_cooperative_launch(); }

    struct arrival_token {};
    /// The two halves of sync(); here threads meet in the second half.
    STRIDER_EMULATOR_ARITHMETIC static arrival_token barrier_arrive() { return {}; }
    STRIDER_EMULATOR_INTRINSIC static void barrier_wait(arrival_token = {}) {
        strider::emulation::grid_barrier(STRIDER_EMULATOR_CALLER);
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned long long thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned long long block_rank() {
        const uint3 index = strider::emulation::block_index();
        const uint3 extent = strider::emulation::grid_extent();
        return (1ull * index.z * extent.y + index.y) * extent.x + index.x;
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned long long num_blocks() {
        const uint3 extent = strider::emulation::grid_extent();
        return 1ull * extent.x * extent.y * extent.z;
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned long long num_threads() {
        return num_blocks() * thread_block::num_threads();
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned long long size() { return num_threads(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 dim_blocks() { return strider::emulation::grid_extent(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 group_dim() { return strider::emulation::grid_extent(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 block_index() { return strider::emulation::block_index(); }
};
STRIDER_EMULATOR_ARITHMETIC grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
// SPDX-License-Identifier: Apache-2.0
