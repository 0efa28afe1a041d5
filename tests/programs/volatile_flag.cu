// A warp waits for another one's flag through volatile. Without the loop volatile orders nothing between warps.
// Feature: memory: volatile flags, and fences of the block
// Kernel: hand_over
// Says: both through volatile, which does not order them
// Prints: 42
#include "../wrong/program.cuh"

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
    int* const result = device_array<int>(1);
    hand_over<<<1, 64>>>(result);
    std::printf("%d\n", to_host(result, 1)[0]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
