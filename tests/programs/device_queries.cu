// Queries of the device: properties, attributes, limits, versions, occupancy, peers.
// Feature: device: properties, attributes, limits, occupancy, peers, versions
// Kernel: scale
// Prints: 9.0, 32, 1024, attributes agree: yes
// Prints: occupancy 2 4 5 0, block of 1024
// Prints: stack 4096, peers 1: invalid device ordinal
// Prints: CUDA 13.0
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <cstdio>

__global__ void scale(float* values, float by, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef WRONG
    if (i < n)
#endif
        values[i] *= by;  // expect: out-of-bounds
}

int main() {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    int shared = 0, rate = 0, threads = 0;
    cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
    const bool agree =
        shared == (int)device.sharedMemPerBlockOptin && rate > 0 && threads == device.maxThreadsPerMultiProcessor;
    std::printf("%d.%d, %d, %d, attributes agree: %s\n", device.major, device.minor, device.warpSize,
                device.maxThreadsDim[0], agree ? "yes" : "no");

    int by_threads = 0, by_half = 0, by_shared = 0, beyond = 1, least = 0, block = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_threads, scale, 1024, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_half, scale, 512, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_shared, scale, 32, 40 * 1024);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&beyond, scale, 32, 100 * 1024);  // 48 KiB are allowed
    cudaOccupancyMaxPotentialBlockSize(&least, &block, scale, 0, 0);
    std::printf("occupancy %d %d %d %d, block of %d\n", by_threads, by_half, by_shared, beyond, block);

    float *values, host[3] = {1, 2, 3};
    cudaMalloc(&values, sizeof(host));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaProfilerStart();
    scale<<<1, 32>>>(values, 2, 3);
    cudaProfilerStop();
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    size_t stack = 0;
    cudaDeviceGetLimit(&stack, cudaLimitStackSize);
    int can = 1, version = 0;
    const cudaError_t error = cudaDeviceCanAccessPeer(&can, 0, 1);
    std::printf("stack %zu, peers %d: %s\n", stack, can, cudaGetErrorString(error));
    cudaRuntimeGetVersion(&version);
    std::printf("CUDA %d.%d\n", version / 1000, version % 1000 / 10);
    return cudaDeviceSynchronize() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
