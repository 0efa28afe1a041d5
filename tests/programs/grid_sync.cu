// A reduction by all blocks of a cooperative launch, in one kernel: partial sums, a barrier of the grid, their sum.
// Feature: cooperative groups: grid_group::sync in cooperative launches
// Kernel: sum_all
// Prints: cooperative 1 sum 523776 next 523777
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_all(const int* in, int count, int* partial, int* sum) {
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    int mine = 0;
    for (int i = static_cast<int>(grid.thread_rank()); i < count; i += static_cast<int>(grid.size())) mine += in[i];
    mine = cg::reduce(warp, mine, cg::plus<int>());
    __shared__ int of_warps[4];
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = mine;
    block.sync();
    if (block.thread_rank() == 0) partial[blockIdx.x] = of_warps[0] + of_warps[1] + of_warps[2] + of_warps[3];
#ifndef WRONG
    grid.sync();
#endif
    if (grid.thread_rank() == 0) {
        int total = 0;
        for (unsigned i = 0; i < gridDim.x; ++i) total += partial[i];  // expect: race-global
        sum[0] = total;
        sum[2] = grid.is_valid();
    }
    grid.sync();
    if (grid.thread_rank() == grid.size() - 1) sum[1] = sum[0] + 1;
}

int main() {
    int device = 0, cooperative = 0, per_multiprocessor = 0;
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, sum_all, 128, 0);
    int count = 1024, *in, *partial, *sum;
    const int blocks = 8;
    cudaMallocManaged(&in, count * sizeof(int));
    cudaMalloc(&partial, blocks * sizeof(int));
    cudaMallocManaged(&sum, 3 * sizeof(int));
    for (int i = 0; i < count; ++i) in[i] = i;
    void* arguments[] = {&in, &count, &partial, &sum};
    cudaLaunchCooperativeKernel(sum_all, dim3(blocks), dim3(128), arguments);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("cooperative %d sum %d next %d\n", cooperative && per_multiprocessor > 1 && sum[2], sum[0], sum[1]);
    return error != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
