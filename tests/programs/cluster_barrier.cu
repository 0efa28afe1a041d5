// The two halves of the cluster's barrier: each block hands its edges to its neighbours, and computes what needs none
// of theirs before it waits.
// Feature: clusters: barrier_arrive and barrier_wait, __cluster_barrier_arrive, _arrive_relaxed and _wait
// Kernel: smooth
// Prints: smooth right, counted right
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr int width = 64, blocks = 4;

// out[i] is the sum of in[i - 1], in[i] and in[i + 1], around the ring of a cluster's blocks.
__global__ void __cluster_dims__(blocks) smooth(const int* in, int* out) {
    __shared__ int tile[width + 2];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), t = threadIdx.x;
    cluster.sync();  // the neighbours are there
    const int mine = in[blockIdx.x * width + t];
    tile[t + 1] = mine;
    if (t == 0) cluster.map_shared_rank(tile, (rank + blocks - 1) % blocks)[width + 1] = mine;  // may be: race-shared
    if (t == width - 1) cluster.map_shared_rank(tile, (rank + 1) % blocks)[0] = mine;           // may be: race-shared
    cg::cluster_group::arrival_token token = cluster.barrier_arrive();
    __syncthreads();
    int sum = mine;
    if (t != 0) sum += tile[t];
    if (t != width - 1) sum += tile[t + 2];
#ifndef WRONG
    cluster.barrier_wait(std::move(token));
#endif
    if (t == 0) sum += tile[0];                  // expect: race-shared
    if (t == width - 1) sum += tile[width + 1];  // expect: race-shared
#ifdef WRONG
    cluster.barrier_wait(std::move(token));
#endif
    out[blockIdx.x * width + t] = sum;
}

// Each block tells how many clusters there are, and its neighbour's rank. A relaxed arrival orders nothing by itself.
__global__ void count_off(int* ranks) {
    __shared__ int rank;
    const dim3 clusters = __clusterGridDimInClusters();
    if (threadIdx.x == 0) rank = __clusterRelativeBlockRank();
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    const unsigned next = (__clusterRelativeBlockRank() + 1) % __clusterSizeInBlocks();
    const int* const of_next = static_cast<const int*>(__cluster_map_shared_rank(&rank, next));
    if (threadIdx.x == 1)
        ranks[blockIdx.x] = 100 * clusters.x + 10 * *of_next + static_cast<int>(__clusterDimIsSpecified());
    __threadfence_cluster();
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
}

int main() {
    constexpr int n = 3 * blocks * width;
    int *in, *out, *ranks;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&ranks, 6 * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i * i % 101;
    smooth<<<n / width, width>>>(in, out);

    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 3;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(6);
    config.blockDim = dim3(32);
    config.attrs = attribute;
    config.numAttrs = 1;
    void* arguments[] = {&ranks};
    cudaLaunchKernelExC(&config, (const void*)count_off, arguments);
    cudaDeviceSynchronize();

    bool right = true, counted = true;
    for (int i = 0; i < n; ++i) {
        const int ring = i / (blocks * width) * blocks * width, at = i - ring, length = blocks * width;
        right &= out[i] == in[i] + in[ring + (at + length - 1) % length] + in[ring + (at + 1) % length];
    }
    for (int i = 0; i < 6; ++i) counted &= ranks[i] == 200 + 10 * ((i % 3 + 1) % 3) + 1;
    std::printf("smooth %s, counted %s\n", right ? "right" : "wrong", counted ? "right" : "wrong");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
