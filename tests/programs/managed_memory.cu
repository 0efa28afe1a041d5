// Managed memory and variables, with the hints that go with them.
// Feature: memory: cudaMallocManaged, __managed__ variables, prefetch and advice
// Kernel: count
// Prints: 10 of 32, 5
// Prints: managed, invalid device ordinal
#include <cstdio>

__device__ __managed__ int threads = 0;
__managed__ int limit = 5;

__global__ void count(int* below, const int* values, int n) {
    const int i = threadIdx.x;
    if (i < n && values[i] < limit) atomicAdd(below, 1);
#ifdef WRONG
    threads++;  // expect: race-global
#else
    atomicAdd(&threads, 1);
#endif
}

int main() {
    int *below, *values;
    cudaMallocManaged(&below, sizeof(int));
    cudaMallocManaged(&values, 20 * sizeof(int), cudaMemAttachGlobal);
    *below = 0;
    for (int i = 0; i < 20; ++i) values[i] = i % 10;
#if CUDART_VERSION >= 13000
    cudaMemLocation device = {}, none = {};
    device.type = none.type = cudaMemLocationTypeDevice;
    none.id = 7;
    cudaMemAdvise(values, 20 * sizeof(int), cudaMemAdviseSetReadMostly, device);
    cudaMemPrefetchAsync(values, 20 * sizeof(int), device, 0);
    const cudaError_t error = cudaMemPrefetchAsync(values, 20 * sizeof(int), none, 0);
#else
    cudaMemAdvise(values, 20 * sizeof(int), cudaMemAdviseSetReadMostly, 0);
    cudaMemPrefetchAsync(values, 20 * sizeof(int), 0);
    const cudaError_t error = cudaMemPrefetchAsync(values, 20 * sizeof(int), 7);
#endif
    count<<<1, 32>>>(below, values, 20);
    cudaDeviceSynchronize();
    std::printf("%d of %d, %d\n", *below, threads, limit);
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, values);
    std::printf("%s, %s\n", attributes.type == cudaMemoryTypeManaged ? "managed" : "not managed",
                cudaGetErrorString(error));
    cudaFree(below);
    cudaFree(values);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
