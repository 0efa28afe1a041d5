// Each block takes over from the block behind it, so that the first ones wait for those that start last.
// Feature: order: blocks that wait for later blocks
// Kernel: sum_from_behind
// Says: spins at
// Prints: 528
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum_from_behind(int* sums, int* ready) {
    __shared__ int own;
    own = static_cast<int>(blockIdx.x) + 1;
    if (blockIdx.x + 1 < gridDim.x) {
        while (atomicAdd(&ready[blockIdx.x + 1], 0) == 0) {  // expect: deadlock
        }
        __threadfence();
        own += sums[blockIdx.x + 1];
    }
    sums[blockIdx.x] = own;
    __threadfence();
#ifdef WRONG
    if (blockIdx.x == 5) return;
#endif
    atomicExch(&ready[blockIdx.x], 1);
}

int main() {
    const int blocks = 32;
    int *sums, *ready;
    cudaMalloc(&sums, blocks * sizeof(int));
    cudaMalloc(&ready, blocks * sizeof(int));
    cudaMemset(ready, 0, blocks * sizeof(int));
    sum_from_behind<<<blocks, 1>>>(sums, ready);
    int sum = 0;
    cudaMemcpy(&sum, sums, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", sum);
    cudaFree(sums);
    cudaFree(ready);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
