// Halves that functions take from memory and store there: one block reads beyond the array, and all write one element.
// Kernel: sum
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Fix:    make the read and the write one atomic operation, at line 16: atomicAdd(), atomicMax(), atomicCAS(), ...
#include <cuda_fp16.h>

__global__ void sum(const __half* values, __half* total, float* copies, int count) {
    const int i = threadIdx.x;
#ifdef MENDED
    if (i >= count) return;
#endif
    copies[i] = __half2float(values[i]);  // expect: out-of-bounds
#ifdef MENDED
    atomicAdd(total, values[i]);
#else
    if (i < count) *total = __hadd(*total, values[i]);  // expect: race-global
#endif
}

int main() {
    __half *values, *total;
    float* copies;
    cudaMalloc(&values, 60 * sizeof(__half));
    cudaMalloc(&total, sizeof(__half));
    cudaMalloc(&copies, 64 * sizeof(float));
    cudaMemset(values, 1, 60 * sizeof(__half));
    cudaMemset(total, 0, sizeof(__half));
    sum<<<1, 64>>>(values, total, copies, 60);
    cudaFree(values);
    cudaFree(total);
    cudaFree(copies);
}
// SPDX-License-Identifier: Apache-2.0
