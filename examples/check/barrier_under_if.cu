// A barrier under `if`: only half of the block comes to it, and CUDA leaves what happens then undefined.
#include <cstdio>

__managed__ int result;

__global__ void add_halves() {
    __shared__ int part[128];
    if (threadIdx.x < 128) {
        part[threadIdx.x] = 1;
        __syncthreads();
    }
    if (threadIdx.x == 0) result = part[0] + part[127];
}

int main() {
    add_halves<<<1, 256>>>();
    cudaDeviceSynchronize();
    std::printf("%d\n", result);
}
// SPDX-License-Identifier: Apache-2.0
