// The cluster as a group: a barrier of its blocks, and access to each other's shared memory.
#pragma once

#include <strider/emulator/dialect/cluster.hpp>
#include <strider/emulator/dialect/group_types.hpp>

namespace cooperative_groups {

class cluster_group {
public:
    STRIDER_EMULATOR_INTRINSIC static void sync() { sync_at(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_ROUTINE static void sync_at(strider::emulation::site caller) {
        strider::emulation::cluster_barrier(caller);
    }
    struct arrival_token {};
    STRIDER_EMULATOR_INTRINSIC static arrival_token barrier_arrive() {
        strider::emulation::cluster_arrive(STRIDER_EMULATOR_CALLER, true);
        return {};
    }
    STRIDER_EMULATOR_INTRINSIC static void barrier_wait() { strider::emulation::cluster_wait(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_INTRINSIC static void barrier_wait(arrival_token&&) {
        strider::emulation::cluster_wait(STRIDER_EMULATOR_CALLER);
    }

    STRIDER_EMULATOR_ROUTINE static dim3 dim_blocks() { return strider::emulation::this_cluster().blocks; }
    STRIDER_EMULATOR_ROUTINE static unsigned num_blocks() {
        const dim3 blocks = dim_blocks();
        return blocks.x * blocks.y * blocks.z;
    }
    STRIDER_EMULATOR_ROUTINE static dim3 block_index() { return strider::emulation::this_cluster().block; }
    STRIDER_EMULATOR_ROUTINE static unsigned block_rank() { return strider::emulation::this_cluster().rank; }
    STRIDER_EMULATOR_ROUTINE static dim3 dim_threads() {
        const dim3 blocks = dim_blocks(), block = thread_block::dim_threads();
        return {blocks.x * block.x, blocks.y * block.y, blocks.z * block.z};
    }
    STRIDER_EMULATOR_ROUTINE static dim3 thread_index() {
        const dim3 block = block_index(), extent = thread_block::dim_threads(), thread = thread_block::thread_index();
        return {block.x * extent.x + thread.x, block.y * extent.y + thread.y, block.z * extent.z + thread.z};
    }
    STRIDER_EMULATOR_ROUTINE static unsigned num_threads() { return num_blocks() * thread_block::num_threads(); }
    STRIDER_EMULATOR_ROUTINE static unsigned size() { return num_threads(); }
    STRIDER_EMULATOR_ROUTINE static unsigned thread_rank() {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }

    STRIDER_EMULATOR_INTRINSIC static unsigned query_shared_rank(const void* address) {
        return strider::emulation::shared_rank(STRIDER_EMULATOR_CALLER, address);
    }
    template <class T>
    STRIDER_EMULATOR_INTRINSIC static T* map_shared_rank(T* address, int rank) {
        return static_cast<T*>(
            strider::emulation::map_shared(STRIDER_EMULATOR_CALLER, address, static_cast<unsigned>(rank)));
    }
};
STRIDER_EMULATOR_ARITHMETIC cluster_group this_cluster() { return {}; }

}  // namespace cooperative_groups
// SPDX-License-Identifier: Apache-2.0
