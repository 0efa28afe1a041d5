// Kernels that say how large their blocks may be.
// Feature: launches: __launch_bounds__
// Kernel: fill
// Prints: at most 64 threads
// Prints: sum 160
#include <cstdio>

constexpr int warps = 2;

__global__ void __launch_bounds__(32 * warps, 4) fill(int* values) {
    __builtin_assume(blockDim.x <= 64);
    values[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

template <int Threads>
__global__ void __launch_bounds__(Threads) fill_by(int* values) {
    values[threadIdx.x] = 1;
}

int main() {
    int *values, seen[160], sum = 0;
    cudaMalloc(&values, sizeof(seen));
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, fill);
    printf("at most %d threads\n", attributes.maxThreadsPerBlock);
#ifdef WRONG
    fill<<<1, 128>>>(values);  // expect: bad-launch
#else
    fill<<<2, 64>>>(values);
#endif
    fill_by<32><<<1, 32>>>(values + 128);
    cudaMemcpy(seen, values, sizeof(seen), cudaMemcpyDeviceToHost);
    for (int one : seen) sum += one;
    printf("sum %d\n", sum);
    cudaFree(values);
    return sum == 160 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
