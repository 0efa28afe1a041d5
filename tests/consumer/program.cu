// A CUDA program for the installed `strider check`.
#include <cuda_runtime.h>

__global__ void fill(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = i;
}

int main() {
    int* values = nullptr;
    cudaMalloc(&values, 100 * sizeof(int));
    fill<<<4, 32>>>(values, 100);
    int last = 0;
    cudaMemcpy(&last, values + 99, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(values);
    return last == 99 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
