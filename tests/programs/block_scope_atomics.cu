// Counters of each block, by atomics that are atomic within the block; those of the grid need the whole device.
// Feature: memory: atomics of block, device and system scope
// Kernel: count_odd
// Says: each atomic only within its block
// Prints: 64 64 128
#include <cuda_runtime.h>

#include <cstdio>

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
    int host[256];
    for (int i = 0; i < 256; ++i) host[i] = i;
    int *values, *counts;
    cudaMalloc(&values, sizeof(host));
    cudaMalloc(&counts, 3 * sizeof(int));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, 3 * sizeof(int));
    count_odd<<<2, 128>>>(values, counts, counts + 2);
    int result[3];
    cudaMemcpy(result, counts, sizeof(result), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d\n", result[0], result[1], result[2]);
    cudaFree(values);
    cudaFree(counts);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
