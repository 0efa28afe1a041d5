// Host memory that kernels use: pinned, mapped, registered; and what a pointer is of.
// Feature: host memory: pinned, mapped, registered, pointer attributes
// Kernel: twice
// Prints: 2 4 6 8
// Prints: host, device, unregistered
// Prints: part or all of the requested memory range is already mapped
#include <cstdio>
#include <cstdlib>

__global__ void twice(int* values, int n) {
#ifdef WRONG
    if (threadIdx.x <= n) values[threadIdx.x] *= 2;  // expect: out-of-bounds
#else
    if (threadIdx.x < n) values[threadIdx.x] *= 2;
#endif
}

const char* kind(const void* pointer) {
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) return "none";
    switch (attributes.type) {
        case cudaMemoryTypeHost:
            return "host";
        case cudaMemoryTypeDevice:
            return "device";
        case cudaMemoryTypeManaged:
            return "managed";
        default:
            return "unregistered";
    }
}

int main() {
    cudaSetDeviceFlags(cudaDeviceMapHost);
    int *mapped, *seen, *device;
    cudaHostAlloc((void**)&mapped, 2 * sizeof(int), cudaHostAllocMapped | cudaHostAllocPortable);
    mapped[0] = 1;
    mapped[1] = 2;
    cudaHostGetDevicePointer((void**)&seen, mapped, 0);
    twice<<<1, 32>>>(seen, 2);
    int* const own = static_cast<int*>(std::malloc(2 * sizeof(int)));
    own[0] = 3;
    own[1] = 4;
    cudaHostRegister(own, 2 * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&seen, own, 0);
    twice<<<1, 32>>>(seen, 2);
    cudaDeviceSynchronize();
    std::printf("%d %d %d %d\n", mapped[0], mapped[1], own[0], own[1]);
    cudaMalloc(&device, 4);
    int local;
    std::printf("%s, %s, %s\n", kind(mapped), kind(device), kind(&local));
    std::printf("%s\n", cudaGetErrorString(cudaHostRegister(own, sizeof(int), 0)));
    cudaHostUnregister(own);
    std::free(own);
    cudaFreeHost(mapped);
    cudaFree(device);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
