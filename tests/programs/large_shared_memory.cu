// Shared memory beyond the 48 KiB that every kernel may have: by an attribute of the kernel, up to what the device has.
// Feature: launches: dynamic shared memory beyond 48 KiB
// Kernel: reverse
// Says: launched with 65536 bytes of dynamic shared memory; the kernel may have 48640 beside its 512 of static arrays
// Prints: 512 of static and 48640 of dynamic shared memory
// Prints: beyond the device: invalid argument
// Prints: 63 62 ... 1 0
#include <numeric>

#include "../wrong/program.cuh"

constexpr int threads = 128, pieces = 128;

/// Reverses the elements of a block, through a copy of all of them, and counts those that are odd.
template <class T>
__global__ void reverse(T* values, int* odd) {
    extern __shared__ unsigned char memory[];
    __shared__ int counts[threads];
    T* const copy = reinterpret_cast<T*>(memory);
    const int n = threads * pieces;
    counts[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += threads) copy[i] = values[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += threads) {
        values[i] = copy[n - 1 - i];
        counts[threadIdx.x] += copy[n - 1 - i] % 2;
    }
    __syncthreads();
    for (int s = threads / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) counts[threadIdx.x] += counts[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) *odd = counts[0];
}

int main() {
    std::vector<int> host(threads * pieces);
    std::iota(host.begin(), host.end(), 0);
    const size_t bytes = host.size() * sizeof(int);
    int *values = to_device(host), *odd = device_array<int>(1);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, reverse<int>);
    std::printf("%zu of static and %d of dynamic shared memory\n", attributes.sharedSizeBytes,
                attributes.maxDynamicSharedSizeBytes);
    std::printf("beyond the device: %s\n", cudaGetErrorString(cudaFuncSetAttribute(
                                               reverse<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024)));
    cudaGetLastError();
#ifndef WRONG
    cudaFuncSetAttribute(reverse<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
#endif
    reverse<<<1, threads, bytes>>>(values, odd);  // expect: bad-launch
    host = to_host(values, threads * pieces);
    const int of_those = to_host(odd, 1)[0];
    std::printf("%d %d ... %d %d, %d odd\n", host[0] % 64, host[1] % 64, host[threads * pieces - 2],
                host[threads * pieces - 1], of_those);
    return of_those != threads * pieces / 2;
}
// SPDX-License-Identifier: Apache-2.0
