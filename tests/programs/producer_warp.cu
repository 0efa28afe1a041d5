// A warp fills a buffer and goes on at once; another warp uses it. Only the warp that waits at a barrier stops there.
// Feature: inline PTX: bar.arrive
// Kernel: relay
// Prints: sum 528, and 1056 of the next round
#include <cstdio>

constexpr int rounds = 4, width = 32;

__device__ void wait_at(int barrier) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(2 * width) : "memory"); }
__device__ void arrive_at(int barrier) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(2 * width) : "memory"); }

__global__ void relay(int* sums) {
    __shared__ int buffer[width];
    const int lane = threadIdx.x % width;
    constexpr int full = 1, empty = 2;
    for (int round = 0; round < rounds; ++round) {
        if (threadIdx.x < width) {
            if (round != 0) wait_at(empty);
            buffer[lane] = (round + 1) * (lane + 1);
            arrive_at(full);
        } else {
            wait_at(full);
            atomicAdd(&sums[round], buffer[width - 1 - lane]);
            if (round + 1 != rounds) arrive_at(empty);
        }
    }
}

int main() {
    int* sums = nullptr;
    int host[rounds] = {};
    cudaMalloc(&sums, sizeof(host));
    cudaMemset(sums, 0, sizeof(host));
    relay<<<1, 2 * width>>>(sums);
    cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost);
    std::printf("sum %d, and %d of the next round\n", host[0], host[1]);
    cudaFree(sums);
}
// SPDX-License-Identifier: Apache-2.0
