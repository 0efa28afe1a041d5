// One sum a cluster: warps, then blocks, then the cluster, whose first block reads the sums of the others in their
// shared memory.
// Feature: clusters: __cluster_dims__, cg::this_cluster, map_shared_rank, __cluster* indices
// Kernel: sums
// Prints: 4 clusters of (2, 2, 1), shapes right, sums right
// Prints: of templates 2 4 1
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr int threads = 96;

__global__ void __cluster_dims__(2, 2, 1) sums(const int* in, int* out, int* shapes) {
    __shared__ int of_warp[threads / 32];
    __shared__ int of_block;
    const cg::cluster_group cluster = cg::this_cluster();
    const int block = blockIdx.y * gridDim.x + blockIdx.x;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int warp_sum = cg::reduce(warp, in[block * threads + threadIdx.x], cg::plus<int>());
    if (warp.thread_rank() == 0) of_warp[threadIdx.x / 32] = warp_sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        of_block = 0;
        for (int i = 0; i < threads / 32; ++i) of_block += of_warp[i];  // may be: race-shared
    }
    cluster.sync();
    const dim3 index = __clusterIdx(), in_grid = __clusterGridDimInClusters();
    if (cluster.thread_rank() == 0) {
        int sum = 0;
        for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
            sum += *cluster.map_shared_rank(&of_block, rank);  // expect: race-shared
        out[index.y * in_grid.x + index.x] = sum;
    }
    const dim3 dims = cluster.dim_blocks(), here = cluster.block_index();
    if (threadIdx.x == 0)
        shapes[block] = dims.x == 2 && dims.y == 2 && dims.z == 1 && here.x == blockIdx.x % 2 &&
                        here.y == blockIdx.y % 2 && cluster.block_rank() == here.y * 2 + here.x &&
                        cluster.num_threads() == 4 * threads && cluster.dim_threads().x == 2 * threads &&
                        cluster.query_shared_rank(cluster.map_shared_rank(of_warp, 3)) == 3 &&
                        __clusterRelativeBlockRank() == cluster.block_rank() && __clusterSizeInBlocks() == 4;
#ifndef WRONG
    cluster.sync();  // no block ends while its sum may be read
#endif
}

// Each instance has clusters of its own, also where template arguments are deduced.
template <unsigned Rows, class T, int... More>
__global__ void __cluster_dims__(1, Rows) count_blocks(T* count) {
    if (cg::this_cluster().thread_rank() == 0 && blockIdx.x == 0) *count = cg::this_cluster().num_blocks();
}

int main() {
    constexpr int blocks_x = 4, blocks_y = 4, blocks = blocks_x * blocks_y;
    int *in, *out, *shapes;
    cudaMallocManaged(&in, blocks * threads * sizeof(int));
    cudaMallocManaged(&out, blocks / 4 * sizeof(int));
    cudaMallocManaged(&shapes, blocks * sizeof(int));
    int expected[blocks / 4] = {};
    for (int i = 0; i < blocks * threads; ++i) {
        in[i] = i % 1013;
        const int block = i / threads, x = block % blocks_x, y = block / blocks_x;
        expected[y / 2 * (blocks_x / 2) + x / 2] += in[i];
    }
    sums<<<dim3(blocks_x, blocks_y), threads>>>(in, out, shapes);
    cudaDeviceSynchronize();
    bool right = true, shaped = true;
    for (int i = 0; i < blocks / 4; ++i) right &= out[i] == expected[i];
    for (int i = 0; i < blocks; ++i) shaped &= shapes[i] == 1;
    cudaFuncAttributes of;
    cudaFuncGetAttributes(&of, sums);
    std::printf("%d clusters of (%d, %d, %d), shapes %s, sums %s\n", blocks / 4, of.requiredClusterWidth,
                of.requiredClusterHeight, of.requiredClusterDepth, shaped ? "right" : "wrong",
                right ? "right" : "wrong");
    count_blocks<2><<<dim3(1, 2), 32>>>(shapes);
    count_blocks<4, int, 7, 8><<<dim3(2, 4), 32>>>(shapes + 1);
    count_blocks<1, int><<<1, 32>>>(shapes + 2);
    cudaDeviceSynchronize();
    std::printf("of templates %d %d %d\n", shapes[0], shapes[1], shapes[2]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
