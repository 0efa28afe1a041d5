// Tiles brought to shared memory and back by bulk copies (TMA without tensor maps), from one block and in a cluster.
// Feature: cuda::ptx: cp_async_bulk with mbarriers and bulk groups, also to another block of a cluster
// Feature: cuda::ptx: fence_proxy_async, cp_async_bulk_commit_group, _wait_group and _wait_group_read
// Kernel: scale
// Says: without a proxy fence between
// Prints: scaled right, spread right
#include <cooperative_groups.h>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
constexpr int tile = 128, tiles = 4, blocks = 2;

__global__ void scale(const int* in, int* out) {
    __shared__ alignas(16) int from[tile];
    __shared__ alignas(16) int to[tile];
    __shared__ uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    for (unsigned i = 0; i < tiles; ++i) {
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof(from));
            ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, from, in + i * tile, sizeof(from), &arrived);
        }
        while (!ptx::mbarrier_try_wait_parity(&arrived, i % 2)) {
        }
        to[threadIdx.x] = 2 * from[threadIdx.x];  // expect: race-shared
#ifndef WRONG
        ptx::fence_proxy_async(ptx::space_shared);
#endif
        __syncthreads();
        if (threadIdx.x == 0) {
            int* const place = out + i * tile;
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, place, to, sizeof(to));  // expect: race-shared
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        }
        __syncthreads();  // the buffers can be written again
    }
}

// The first block brings one tile to both, and its own to the second.
__global__ void __cluster_dims__(blocks) spread(const int* in, int* out) {
    __shared__ alignas(16) int same[tile];
    __shared__ alignas(16) int own[tile];
    __shared__ alignas(16) int others[tile];
    __shared__ uint64_t arrived;
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::fence_proxy_async();
        // Both blocks get one tile, and the second one more.
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived,
                                       (1 + rank) * static_cast<unsigned>(sizeof(same)));
    }
    own[threadIdx.x] = 1000 * rank + threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    cluster.sync();
    if (rank == 0 && threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, same, in, sizeof(same), &arrived);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, cluster.map_shared_rank(same, 1), in, sizeof(same),
                           cluster.map_shared_rank(&arrived, 1));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, cluster.map_shared_rank(others, 1), own, sizeof(own),
                           cluster.map_shared_rank(&arrived, 1));
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &arrived, 0)) {
    }
    out[blockIdx.x * tile + threadIdx.x] = same[threadIdx.x] + (rank == 1 ? others[threadIdx.x] : own[threadIdx.x]);
    cluster.sync();
}

int main() {
    constexpr int n = tile * tiles;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i * 5;
    scale<<<1, tile>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < n; ++i) right &= out[i] == 10 * i;
    std::printf("scaled %s, ", right ? "right" : "wrong");
    spread<<<blocks, tile>>>(in, out);
    cudaDeviceSynchronize();
    right = true;
    for (int i = 0; i < blocks * tile; ++i) right &= out[i] == 5 * (i % tile) + i % tile;
    std::printf("spread %s\n", right ? "right" : "wrong");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
