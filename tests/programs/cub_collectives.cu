// CUB's collectives of blocks and warps in kernels, and its device-wide reductions and scans between them.
// Feature: CUB: BlockReduce, BlockScan and WarpReduce of one item per thread, DeviceReduce
// Kernel: offsets
// Prints: sum 1000, largest 7
// Prints: offsets 32 33 159, total 128
// Prints: scanned 0 1 3 127
#include <cub/cub.cuh>

#include "../wrong/program.cuh"

struct larger {
    __host__ __device__ float operator()(float a, float b) const { return a < b ? b : a; }
};

template <int Threads>
__global__ void block_sums(const float* values, float* sums, float* largest, int count) {
    using block_reduce = cub::BlockReduce<float, Threads>;
    __shared__ typename block_reduce::TempStorage storage;
    const int i = blockIdx.x * Threads + threadIdx.x;
    const float mine = i < count ? values[i] : 0;
    const float sum = block_reduce(storage).Sum(mine);
    __syncthreads();
    const float most = block_reduce(storage).Reduce(mine, larger());
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largest[blockIdx.x] = most;
    }
}

__global__ void offsets(int* values, int* total) {
    using block_scan = cub::BlockScan<int, 128>;
    using warp_reduce = cub::WarpReduce<int>;
    __shared__ union {
        typename block_scan::TempStorage scan;
        typename warp_reduce::TempStorage reduce[4];
    } storage;
    int before = 0, all = 0;
    block_scan(storage.scan).ExclusiveSum(values[threadIdx.x], before, all);  // expect: race-shared
#ifndef WRONG
    __syncthreads();  // the warps use the same memory
#endif
    const int in_warp = warp_reduce(storage.reduce[threadIdx.x / 32]).Sum(values[threadIdx.x]);
    __shared__ int of_warp[4];
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = in_warp;
    __syncthreads();
    values[threadIdx.x] = before + of_warp[threadIdx.x / 32];
    if (threadIdx.x == 0) *total = all;
}

int main() {
    constexpr int n = 994, threads = 256, blocks = 4;
    std::vector<float> host(n, 1);
    host[500] = 7;
    float *sums = device_array<float>(blocks), *largest = device_array<float>(blocks),
          *results = device_array<float>(2);
    block_sums<threads><<<blocks, threads>>>(to_device(host), sums, largest, n);
    void* storage = nullptr;
    std::size_t bytes = 0, bytes_of_max = 0;
    cub::DeviceReduce::Sum(storage, bytes, sums, results, blocks);
    cub::DeviceReduce::Max(storage, bytes_of_max, largest, results + 1, blocks);
    if (bytes < bytes_of_max) bytes = bytes_of_max;
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Sum(storage, bytes, sums, results, blocks);
    cub::DeviceReduce::Max(storage, bytes, largest, results + 1, blocks);
    std::printf("sum %g, largest %g\n", to_host(results, 2)[0], to_host(results, 2)[1]);
    cudaFree(storage);

    std::vector<int> ones(128, 1);
    int *counts = to_device(ones), *scanned = device_array<int>(128), *total = device_array<int>(1);
    offsets<<<1, 128>>>(counts, total);
    ones = to_host(counts, 128);
    std::printf("offsets %d %d %d, total %d\n", ones[0], ones[1], ones[127], to_host(total, 1)[0]);

    for (int i = 0; i < 128; ++i) ones[i] = i < 3 ? i + 1 : 1;
    counts = to_device(ones);
    storage = nullptr;
    cub::DeviceScan::ExclusiveSum(storage, bytes, counts, scanned, 128);
    cudaMalloc(&storage, bytes);
    cub::DeviceScan::ExclusiveSum(storage, bytes, counts, scanned, 128);
    ones = to_host(scanned, 128);
    std::printf("scanned %d %d %d %d\n", ones[0], ones[1], ones[2], ones[124]);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
