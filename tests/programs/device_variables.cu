// Variables of the device, by their names, addresses and sizes.
// Feature: variables: __constant__, __device__, cudaMemcpyToSymbol, cudaGetSymbolAddress
// Kernel: polynomial
// Prints: 1 6 17, 3 evaluations
// Prints: sizes 12 4, table 8
#include <cstdio>

__constant__ int coefficients[3];
__device__ unsigned evaluations = 0;
static __device__ const int powers_of_two[] = {1, 2, 4, 8};

__global__ void polynomial(int* results, int n) {
    const int x = threadIdx.x;
#ifdef WRONG
    results[x] = coefficients[x];  // expect: out-of-bounds
#endif
    if (x >= n) return;
    results[x] = coefficients[0] + x * (coefficients[1] + x * coefficients[2]);
    atomicAdd(&evaluations, 1u);
}

__global__ void look_up(int* result, int i) { *result = powers_of_two[i]; }

int main() {
    const int host[3] = {1, 2, 3};
    cudaMemcpyToSymbol(coefficients, host, sizeof(host));
    int *results, back[3], power;
    unsigned* counter;
    cudaGetSymbolAddress((void**)&counter, evaluations);
    cudaMemset(counter, 0, sizeof(unsigned));
    cudaMalloc(&results, sizeof(back));
    polynomial<<<1, 32>>>(results, 3);
    cudaMemcpy(back, results, sizeof(back), cudaMemcpyDeviceToHost);
    unsigned count;
    cudaMemcpyFromSymbol(&count, evaluations, sizeof(count), 0, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d, %u evaluations\n", back[0], back[1], back[2], count);
    const unsigned char* spare = nullptr;
    cudaMalloc(&spare, 1);
    cudaFree((void*)spare);
    look_up<<<1, 1>>>(results, 3);
    cudaMemcpy(&power, results, sizeof(int), cudaMemcpyDeviceToHost);
    size_t large, small;
    cudaGetSymbolSize(&large, coefficients);
    cudaGetSymbolSize(&small, evaluations);
    std::printf("sizes %zu %zu, table %d\n", large, small, power);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
