// Kernels that print: every block's lines stand together, in the order of the blocks.
// Feature: the C library in kernels: printf, in the order of the blocks
// Kernel: greet
// Prints: launched
// Prints: block 0 of 64 thread 0: 1.50 abc
// Prints: block 0 of 64 thread 1: 1.50 abc
// Prints: block 1 of 64 thread 0: 1.50 abc
// Prints: block 63 of 64 thread 1: 1.50 abc
// Prints: arguments 5, done
#include <cuda_runtime.h>

#include <cstdio>

__global__ void greet(int* arguments) {
    const int n = printf("block %u of %u thread %u: %.2f %s\n", blockIdx.x, gridDim.x, threadIdx.x, 1.5, "abc");
    if (threadIdx.x == 0 && blockIdx.x == 0) *arguments = n;
    if (threadIdx.x == 0) printf("\n");
}

int main() {
    int* arguments;
    cudaMallocManaged(&arguments, sizeof(int));
    std::printf("launched\n");
    greet<<<64, 2>>>(arguments);
    cudaDeviceSynchronize();
    std::printf("arguments %d, done\n", *arguments);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
