// Prefix sums over several blocks in one cooperative launch: blocks scan their parts, meet, and add what comes before.
// Feature: whole programs: prefix sums over several blocks by cooperative groups
// Kernel: scan
// Prints: 1000 sums: right
#include <cooperative_groups.h>

#include "../wrong/program.cuh"

namespace cg = cooperative_groups;

constexpr int threads = 128;

__device__ int scan_warp(const cg::thread_block_tile<32>& warp, int value) {
    for (unsigned distance = 1; distance < warp.size(); distance *= 2) {
        const int before = warp.shfl_up(value, distance);
        if (warp.thread_rank() >= distance) value += before;
    }
    return value;
}

__global__ void scan(const int* in, int* out, int* totals, int n) {
    __shared__ int of_warps[threads / 32];
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int i = (int)grid.thread_rank();
    int sum = scan_warp(warp, i < n ? in[i] : 0);
    if (warp.thread_rank() == 31) of_warps[warp.meta_group_rank()] = sum;
    block.sync();
    for (unsigned w = 0; w < warp.meta_group_rank(); ++w) sum += of_warps[w];
    if (block.thread_rank() == threads - 1) totals[blockIdx.x] = sum;  // may be: race-global
#ifdef WRONG
    block.sync();
#else
    grid.sync();
#endif
    for (unsigned b = 0; b < blockIdx.x; ++b) sum += totals[b];  // expect: race-global
    if (i < n) out[i] = sum;
}

int main() {
    int n = 1000, blocks = (n + threads - 1) / threads, device = 0, can = 0, a_multiprocessor = 0, multiprocessors = 0;
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a_multiprocessor, scan, threads, 0);
    if (!can || blocks > a_multiprocessor * multiprocessors) return 2;
    std::vector<int> host(n);
    for (int i = 0; i < n; ++i) host[i] = i % 10;
    int *in = to_device(host), *out = device_array<int>(n), *totals = to_device(std::vector<int>(blocks));
    void* arguments[] = {&in, &out, &totals, &n};
    if (cudaLaunchCooperativeKernel((void*)scan, blocks, threads, arguments) != cudaSuccess) return 2;
    const std::vector<int> sums = to_host(out, n);
    bool right = true;
    for (int i = 0, sum = 0; i < n; ++i) right = right && sums[i] == (sum += host[i]);
    std::printf("%d sums: %s\n", n, right ? "right" : "wrong");
    return !right;
}
// SPDX-License-Identifier: Apache-2.0
