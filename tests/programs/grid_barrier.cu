// A barrier of all blocks by hand: every thread fences, the block meets, and one thread tells the others by an atomic.
// Fences of sequential consistency are in one order, so each writer's own fence suffices.
// Feature: order: a barrier of all blocks by __threadfence() and an atomic counter
// Kernel: reverse
// Prints: last 0, first 127
#include <cstdio>

__device__ unsigned arrived;

__global__ void reverse(int* in, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    in[i] = static_cast<int>(i);
#ifndef WRONG
    __threadfence();
#endif
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    out[i] = in[n - 1 - i];  // expect: race-global
}

int main() {
    int *in = nullptr, *out = nullptr;
    cudaMallocManaged(&in, 128 * sizeof(int));
    cudaMallocManaged(&out, 128 * sizeof(int));
    reverse<<<4, 32>>>(in, out);
    cudaDeviceSynchronize();
    std::printf("last %d, first %d\n", out[127], out[0]);
    cudaFree(in);
    cudaFree(out);
}
// SPDX-License-Identifier: Apache-2.0
