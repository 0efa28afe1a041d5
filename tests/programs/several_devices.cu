// Two devices: each fills its half, one reads the other's memory as its peer, and halves travel by peer copies.
// Feature: devices: several by `--gpus N`: cudaSetDevice, peer access, cudaMemcpyPeer
// Kernel: add
// GPUs: 2
// Prints: 2 devices, peers 1 1, a device is no peer of itself: 0
// Prints: memory of device 1
// Prints: 0 2 4 6
// Prints: peer access already enabled: peer access is already enabled
// Prints: copied 100 101 102 103
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* values, int first, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = first + i;
}
__global__ void add(const int* a, const int* b, int* sum, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];  // expect: out-of-bounds
}

int main() {
    constexpr int n = 256;
    int devices, forth, back, same;
    cudaGetDeviceCount(&devices);
    if (devices < 2) return printf("two devices are needed\n"), 1;
    cudaDeviceCanAccessPeer(&forth, 0, 1);
    cudaDeviceCanAccessPeer(&back, 1, 0);
    cudaDeviceCanAccessPeer(&same, 0, 0);
    printf("2 devices, peers %d %d, a device is no peer of itself: %d\n", forth, back, same);

    int *part[2], *sum, host[n];
    cudaStream_t streams[2];
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaMalloc(&part[device], n * sizeof(int));
        cudaStreamCreate(&streams[device]);
        fill<<<1, n, 0, streams[device]>>>(part[device], 0, n);
    }
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaDeviceSynchronize();
    }
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, part[1]);
    printf("memory of device %d\n", attributes.device);

    cudaSetDevice(0);
    cudaMalloc(&sum, n * sizeof(int));
    cudaMemset(sum, 0, n * sizeof(int));
#ifndef WRONG
    cudaDeviceEnablePeerAccess(1, 0);
#endif
    add<<<1, n, 0, streams[0]>>>(part[0], part[1], sum, n);
    cudaStreamSynchronize(streams[0]);
    cudaMemcpy(host, sum, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    printf("peer access already enabled: %s\n", cudaGetErrorString(cudaDeviceEnablePeerAccess(1, 0)));
    cudaGetLastError();

    cudaSetDevice(1);
    fill<<<1, n>>>(part[1], 100, n);
    cudaMemcpyPeer(sum, 0, part[1], 1, n * sizeof(int));
    cudaMemcpy(host, sum, n * sizeof(int), cudaMemcpyDefault);
    printf("copied %d %d %d %d\n", host[0], host[1], host[2], host[3]);
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        cudaStreamDestroy(streams[device]);
        cudaFree(part[device]);
    }
    cudaFree(sum);
}
// SPDX-License-Identifier: Apache-2.0
