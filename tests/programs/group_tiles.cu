// Functions over groups of any kind: tiles handed on as thread_block_tile<N>, as thread_group, and cut again.
// Feature: cooperative groups: thread_block_tile<N>, thread_group, tiles of a run-time size, conversions
// Feature: cooperative groups: binary_partition, labeled_partition, coalesced_threads
// Feature: cooperative groups: shuffles of any trivially copyable type
// Kernel: groups
// Prints: tile 496 group 496 eights 28 block 2016
// Prints: odd 16 1 label 8 coalesced 11
// Prints: pair 7 2.5
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

struct pair {
    int index;
    double weight;
    char name;
};

__device__ int sum_of_tile(cg::thread_block_tile<32> tile, int value) {
    for (int step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_down(value, step);
    return tile.shfl(value, 0);
}

__device__ int sum_of_group(cg::thread_group group, int* scratch, int value) {
    const int rank = group.thread_rank();
    for (int step = group.size() / 2; step > 0; step /= 2) {
        scratch[rank] = value;  // may be: race-shared
#ifndef WRONG
        group.sync();
#endif
        if (rank < step) value += scratch[rank + step];  // expect: race-shared
        group.sync();
    }
    if (rank == 0) scratch[0] = value;
    group.sync();
    const int sum = scratch[0];
    group.sync();
    return sum;
}

__global__ void groups(int* out, pair* pairs) {
    __shared__ int scratch[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int* const mine = scratch + block.thread_rank() / 32 * 32;
    const int rank = static_cast<int>(warp.thread_rank());

    const int tile_sum = sum_of_tile(warp, rank);
    const int group_sum = sum_of_group(warp, mine, rank);
    const cg::thread_group eight = cg::tiled_partition(block, 8);
    const int eight_sum = sum_of_group(eight, mine + rank / 8 * 8, static_cast<int>(eight.thread_rank()));
    block.sync();
    const int block_sum = sum_of_group(block, scratch, static_cast<int>(block.thread_rank()));

    const auto parity = cg::binary_partition(warp, rank % 2 == 1);
    const auto label = cg::labeled_partition(warp, rank / 8);
    if (rank % 3 == 0) {
        const auto third = cg::coalesced_threads();
        if (third.thread_rank() == 1 && block.thread_rank() < 32) out[7] = static_cast<int>(third.size());
    }
    const pair from = warp.shfl(pair{rank, rank * 0.5, 'a'}, 5);
    const pair next = cg::tiled_partition<4>(warp).shfl_xor(pair{rank, 0, 'b'}, 2);
    if (block.thread_rank() == 5) {
        out[0] = tile_sum, out[1] = group_sum, out[2] = eight_sum, out[3] = block_sum;
        out[4] = static_cast<int>(parity.size()), out[5] = static_cast<int>(parity.meta_group_rank());
        out[6] = static_cast<int>(label.num_threads());
        *pairs = {next.index, from.weight, from.name};
    }
}

int main() {
    int* out;
    pair* pairs;
    cudaMallocManaged(&out, 8 * sizeof(int));
    cudaMallocManaged(&pairs, sizeof(pair));
    groups<<<1, 64>>>(out, pairs);
    cudaDeviceSynchronize();
    std::printf("tile %d group %d eights %d block %d\n", out[0], out[1], out[2], out[3]);
    std::printf("odd %d %d label %d coalesced %d\n", out[4], out[5], out[6], out[7]);
    std::printf("pair %d %g\n", pairs->index, pairs->weight);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
