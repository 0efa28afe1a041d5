// A warp waits for another one's flag through volatile. Without the loop volatile orders nothing between warps.
// Feature: memory: volatile flags, and fences of the block
// Kernel: hand_over
// Says: both through volatile, which does not order them
// Prints: 42
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hand_over(int* result) {
    __shared__ volatile int flag;
    __shared__ volatile int data;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
#ifdef WRONG
        data = 42;  // expect: race-volatile
#else
        data = 42;
        __threadfence_block();
        flag = 1;
#endif
    } else if (threadIdx.x == 0) {
#ifndef WRONG
        while (flag == 0) {
        }
        __threadfence_block();
#endif
        *result = data;
    }
}

int main() {
    int* result;
    cudaMalloc(&result, sizeof(int));
    hand_over<<<1, 64>>>(result);
    int host = 0;
    cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    cudaFree(result);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
