// A histogram whose bins lie in the shared memory of all blocks of a cluster; the cluster's size comes with the launch.
// Feature: clusters: cudaLaunchAttributeClusterDimension, atomics on other blocks' shared memory
// Kernel: histogram
// Prints: clusters of 1 right, of 2 right, of 8 right
// Prints: at most 8, then 16: right
#include <cooperative_groups.h>

#include "../wrong/program.cuh"

namespace cg = cooperative_groups;
constexpr int bins = 512, threads = 128;

// The block of rank r has the bins from r * bins_of_block on.
__global__ void histogram(int* counts, int bins_of_block, const int* in, int n) {
    extern __shared__ int part[];
    const cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) part[i] = 0;  // may be: race-shared
#ifndef WRONG
    cluster.sync();  // all parts are there, and 0
#endif
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int bin = in[i] % bins;
        int* const where = cluster.map_shared_rank(part, bin / bins_of_block);
        atomicAdd(where + bin % bins_of_block, 1);  // expect: race-shared
    }
    cluster.sync();  // nobody ends while others may add to its part
    for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x)
        atomicAdd(&counts[cluster.block_rank() * bins_of_block + i], part[i]);  // may be: race-shared
}

cudaError_t count(int cluster_blocks, int* counts, const int* in, int n) {
    cudaMemset(counts, 0, bins * sizeof(int));
    cudaLaunchConfig_t config = {};
    config.gridDim = 16;
    config.blockDim = threads;
    config.dynamicSmemBytes = bins / cluster_blocks * sizeof(int);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = cluster_blocks;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, histogram, counts, bins / cluster_blocks, in, n);
}

int main() {
    constexpr int n = 20000;
    std::vector<int> samples(n), expected(bins);
    for (int i = 0; i < n; ++i) {
        samples[i] = (i * 7919) % 4099;
        ++expected[samples[i] % bins];
    }
    const int* const in = to_device(samples);
    int* const counts = device_array<int>(bins);
    const auto right = [&](int cluster_blocks) {
        count(cluster_blocks, counts, in, n);
        return to_host(counts, bins) == expected ? "right" : "wrong result";
    };
    const char *one = right(1), *two = right(2), *eight = right(8);
    std::printf("clusters of 1 %s, of 2 %s, of 8 %s\n", one, two, eight);
    // The largest size that all GPUs have is 8; more must be asked for.
    cudaLaunchConfig_t config = {};
    config.gridDim = 16;
    config.blockDim = threads;
    int portable = 0, largest = 0;
    cudaOccupancyMaxPotentialClusterSize(&portable, histogram, &config);
    cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    cudaOccupancyMaxPotentialClusterSize(&largest, histogram, &config);
    std::printf("at most %d, then %d: %s\n", portable, largest, right(16));
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
