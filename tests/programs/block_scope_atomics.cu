// Counters of each block, by atomics that are atomic within the block; those of the grid need the whole device.
// Feature: memory: atomics of block, device and system scope, __nv_atomic_add ...
// Kernel: count_odd
// Says: each atomic only within its block
// Prints: 64 64 128
// Prints: largest 255 of 4
#include "../wrong/program.cuh"

__global__ void count_odd(const int* values, int* of_block, int* of_grid) {
    if (values[blockIdx.x * blockDim.x + threadIdx.x] % 2 == 0) return;
    atomicAdd_block(&of_block[blockIdx.x], 1);
#ifdef WRONG
    atomicAdd_block(of_grid, 1);  // expect: race-global
#else
    atomicAdd(of_grid, 1);
#endif
}

// Functions that nvcc has built in since CUDA 12.8.
__global__ void find_largest(const int* values, int* largest, unsigned* found) {
    const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
    int before = __nv_atomic_load_n(largest, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (value > before && !__nv_atomic_compare_exchange_n(largest, &before, value, true, __NV_ATOMIC_RELAXED,
                                                             __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
    }
    if (value % 64 == 63) __nv_atomic_add(found, 1, __NV_ATOMIC_RELAXED);
}

int main() {
    std::vector<int> values(256);
    for (int i = 0; i < 256; ++i) values[i] = i;
    int* const counts = to_device(std::vector<int>(3));
    count_odd<<<2, 128>>>(to_device(values), counts, counts + 2);
    unsigned* const found = to_device(std::vector<unsigned>(1));
    int* const largest = to_device(std::vector<int>(1));
    find_largest<<<2, 128>>>(to_device(values), largest, found);
    const std::vector<int> result = to_host(counts, 3);
    std::printf("%d %d %d\n", result[0], result[1], result[2]);
    std::printf("largest %d of %u\n", to_host(largest, 1)[0], to_host(found, 1)[0]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
