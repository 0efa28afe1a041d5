// Many threads say yes: all of them store the same value to one element, which is no race that matters.
// Feature: memory: equal values stored by many threads
// Kernel: contains
// Prints: found 1 0 0
#include "../wrong/program.cuh"

__global__ void contains(const int* values, int wanted, int* found) {
    const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef WRONG
    if (value == wanted) *found = static_cast<int>(threadIdx.x);  // expect: race-global
#else
    if (value == wanted) *found = 1;
#endif
}

// By two statements, which overlap.
__global__ void clear(int* sum) {
    __shared__ int parts[80];
    parts[threadIdx.x] = 0;
    parts[threadIdx.x + 16] = 0;
    __syncthreads();
    if (threadIdx.x == 0) *sum = parts[20] + parts[79];
}

int main() {
    std::vector<int> host(256);
    for (int i = 0; i < 256; ++i) host[i] = i % 5;
    const int* const values = to_device(host);
    int* const found = to_device(std::vector<int>(3));
    contains<<<2, 128>>>(values, 3, found);
    contains<<<2, 128>>>(values, 7, found + 1);
    clear<<<1, 64>>>(found + 2);
    const std::vector<int> result = to_host(found, 3);
    std::printf("found %d %d %d\n", result[0], result[1], result[2]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
