// A CUDA program of several files that knows nothing of the emulator.
#include <cuda_runtime.h>
#include "length.hpp"

__global__ void fill(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = i;
}

int main() {
    int* values = nullptr;
    cudaMalloc(&values, ALLOCATED * sizeof(int));
    fill<<<4, 32>>>(values, length());
    int last = 0;
    const cudaError_t copied = cudaMemcpy(&last, values + ALLOCATED - 1, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(values);
    return copied == cudaSuccess && last == ALLOCATED - 1 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
