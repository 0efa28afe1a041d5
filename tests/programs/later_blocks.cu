// Each block takes over from the block behind it, so that the first ones wait for those that start last.
// Feature: order: blocks that wait for later blocks
// Kernel: sum_from_behind
// Says: spins at
// Prints: 528
#include "../wrong/program.cuh"

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
    int* const sums = device_array<int>(blocks);
    sum_from_behind<<<blocks, 1>>>(sums, to_device(std::vector<int>(blocks)));
    std::printf("%d\n", to_host(sums, 1)[0]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
