// Kernels that launch kernels: those run when the launch has ended, in the order of blocks.
// Feature: launches: by kernels (dynamic parallelism), also recursive
// Kernel: parent
// Compile: -rdc=true
// Prints: from the device 1 1 2 2 3 3
// Prints: 15 of a recursion
#include "../wrong/program.cuh"

template <class T>
__global__ void fill(T* values, T value, int n) {
    const int i = threadIdx.x;
    if (i < n) values[i] = value;
}

__global__ void parent(int* values, int* seen) {
    if (threadIdx.x != 0) return;
    int* const mine = values + 2 * blockIdx.x;
    fill<<<1, 32>>>(mine, static_cast<int>(blockIdx.x) + 1, 2);
#ifdef WRONG
    seen[blockIdx.x] = mine[0];  // expect: uninitialised-read
#else
    seen[blockIdx.x] = 1;
#endif
}

__global__ void halve(int* sum, int n) {
    if (threadIdx.x != 0) return;
    atomicAdd(sum, n);
    if (n > 1) halve<<<1, 32, 0, cudaStreamTailLaunch>>>(sum, n / 2);
}

int main() {
    constexpr int blocks = 3;
    int* const values = device_array<int>(2 * blocks);
    parent<<<blocks, 32>>>(values, device_array<int>(blocks));
    std::printf("from the device");
    for (const int one : to_host(values, 2 * blocks)) std::printf(" %d", one);

    int* const sum = to_device(std::vector{0});
    halve<<<1, 32>>>(sum, 8);
    std::printf("\n%d of a recursion\n", to_host(sum, 1)[0]);
    return cudaDeviceSynchronize() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
