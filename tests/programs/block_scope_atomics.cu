// Counters of each block, by atomics that are atomic within the block; those of the grid need the whole device.
// Feature: memory: atomics of block, device and system scope
// Kernel: count_odd
// Says: each atomic only within its block
// Prints: 64 64 128
#include "../wrong/program.cuh"

__global__ void count_odd(const int* values, int* of_block, int* of_grid) {
    if (values[blockIdx.x * blockDim.x + threadIdx.x] % 2 == 0) return;
    atomicAdd_block(&of_block[blockIdx.x], 1);
#ifdef WRONG
    atomicAdd_block(of_grid, 1);  // expect: race-global
#else
    atomicAdd(of_grid, 1);
#endif
}

int main() {
    std::vector<int> values(256);
    for (int i = 0; i < 256; ++i) values[i] = i;
    int* const counts = to_device(std::vector<int>(3));
    count_odd<<<2, 128>>>(to_device(values), counts, counts + 2);
    const std::vector<int> result = to_host(counts, 3);
    std::printf("%d %d %d\n", result[0], result[1], result[2]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
