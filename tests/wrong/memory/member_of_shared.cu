// Wrong:  a count beyond the last bin hits the next member of a structure in shared memory.
// From:   histograms that keep their state in one structure
// Kernel: count_values
// Says:   uses index 8 of an array of type 'int [8]'
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the largest value counts in the last bin.
#include "../program.cuh"

struct state {
    int bins[8];
    int rejected[8];
};

__global__ void count_values(const int* values, int* counts) {
    __shared__ state block;
    if (threadIdx.x < 8) block.bins[threadIdx.x] = block.rejected[threadIdx.x] = 0;
    __syncthreads();
    const int value = values[threadIdx.x];
    if (value < 0) atomicAdd(&block.rejected[-value], 1);
#ifdef MENDED
    else
        atomicAdd(&block.bins[min(value, 7)], 1);
#else
    else
        atomicAdd(&block.bins[value], 1);  // expect: out-of-bounds
#endif
    __syncthreads();
    if (threadIdx.x < 8) counts[threadIdx.x] = block.bins[threadIdx.x];
}

int main() {
    std::vector<int> values(32);
    for (int i = 0; i < 32; ++i) values[i] = i % 9;
    int* const counts = device_array<int>(8);
    count_values<<<1, 32>>>(to_device(values), counts);
    return judge(sum_of(to_host(counts, 8)), 32);
}
// SPDX-License-Identifier: Apache-2.0
