// Assertions in kernels: the launch ends, with the error that CUDA gives.
// Feature: the C library in kernels: assert
// Kernel: halve
// Prints: no error
// Says: the assertion `values[threadIdx.x] % 2 == 0` does not hold
// Says: thread 3 of block 0
// Says: ended with status 42
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

__global__ void halve(int* values) {
    assert(values[threadIdx.x] % 2 == 0);  // expect: assertion
    values[threadIdx.x] /= 2;
}

int main() {
    int host[4] = {2, 4, 6, 8}, *values;
#ifdef WRONG
    host[3] = 7;
#endif
    cudaMalloc(&values, sizeof(host));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    halve<<<1, 4>>>(values);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    return error == cudaErrorAssert ? 42 : error != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
