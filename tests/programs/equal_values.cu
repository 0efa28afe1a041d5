// Many threads say yes: all of them store the same value to one element, which is no race that matters.
// Feature: memory: equal values stored by many threads
// Kernel: contains
// Prints: found 1 0
#include <cuda_runtime.h>

#include <cstdio>

__global__ void contains(const int* values, int wanted, int* found) {
    const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef WRONG
    if (value == wanted) *found = static_cast<int>(threadIdx.x);  // expect: race-global
#else
    if (value == wanted) *found = 1;
#endif
}

int main() {
    int host[256];
    for (int i = 0; i < 256; ++i) host[i] = i % 5;
    int *values, *found;
    cudaMalloc(&values, sizeof(host));
    cudaMalloc(&found, 2 * sizeof(int));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemset(found, 0, 2 * sizeof(int));
    contains<<<2, 128>>>(values, 3, found);
    contains<<<2, 128>>>(values, 7, found + 1);
    int result[2];
    cudaMemcpy(result, found, sizeof(result), cudaMemcpyDeviceToHost);
    std::printf("found %d %d\n", result[0], result[1]);
    cudaFree(values);
    cudaFree(found);
    return cudaGetLastError() != cudaSuccess;
}
