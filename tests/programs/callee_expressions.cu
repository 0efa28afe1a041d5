// Launches by anything that names a kernel: a template with its arguments, an element of a table.
// Feature: launches: template kernels, tables of kernels, pointers to kernels
// Kernel: add
// Prints: 6 6 6
#include <cuda_runtime.h>

#include <cstdio>

template <int Amount>
__global__ void add_amount(int* value) {
    *value += Amount;
}

__global__ void add(int* value, int amount) {
#ifdef WRONG
    *value += amount;  // expect: race-global
#else
    if (threadIdx.x == 0) *value += amount;
#endif
}

int main() {
    int* device;
    cudaMalloc(&device, 3 * sizeof(int));
    cudaMemset(device, 0, 3 * sizeof(int));
    add_amount<6><<<1, 1>>>(device);
    void (*const pointer)(int*, int) = add;  // findings name the kernel
    pointer<<<1, 32>>>(device + 1, 6);
    void (*const table[])(int*) = {add_amount<1>, add_amount<6>};
    table[1]<<<1, 1>>>(device + 2);
    int host[3];
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d\n", host[0], host[1], host[2]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
