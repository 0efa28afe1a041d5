// Allocation in the order of a stream, from the default pool and one of the program's own.
// Feature: memory: cudaMallocAsync, cudaFreeAsync, memory pools
// Kernel: fill
// Prints: 99, in use 1024, then 0, at most 1024
#include <cstdio>

__global__ void fill(int* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef WRONG
    if (i < n)
#endif
        values[i] = i;  // expect: out-of-bounds
}

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemPool_t pool, own;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long threshold = ~0ull;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    int *values, host[100];
    cudaMallocAsync((void**)&values, sizeof(host), stream);
    fill<<<1, 128, 0, stream>>>(values, 100);
    cudaMemcpyAsync(host, values, sizeof(host), cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(values, stream);
    cudaStreamSynchronize(stream);

    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&own, &properties);
    cudaMallocFromPoolAsync(&values, 1024, own, stream);
    unsigned long long before = 0, after = 0, most = 0;
    cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &before);
    cudaFreeAsync(values, stream);
    cudaStreamSynchronize(stream);
    cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &after);
    cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemHigh, &most);
    cudaMemPoolTrimTo(own, 0);
    std::printf("%d, in use %llu, then %llu, at most %llu\n", host[99], before, after, most);
    cudaMemPoolDestroy(own);
    cudaStreamDestroy(stream);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
