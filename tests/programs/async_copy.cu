// Tiles copied to shared memory while the tile before is summed: in batches of a thread, by groups, in a pipeline.
// Feature: asynchronous copies: __pipeline_memcpy_async, __pipeline_commit, __pipeline_wait_prior
// Feature: asynchronous copies: cooperative_groups::memcpy_async, wait, wait_prior
// Feature: asynchronous copies: cuda::pipeline of a thread and of a block, cuda::memcpy_async
// Kernel: by_batches
// Prints: sums 32640 32640 32640 32640
// Says: while the asynchronous copy that
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
constexpr int tile = 64, tiles = 4;

__global__ void by_batches(const int* in, int* sums) {
    __shared__ int stage[2][tile];
    const int t = threadIdx.x;
    int sum = 0;
    __pipeline_memcpy_async(&stage[0][t], &in[t], sizeof(int));  // may be: race-shared
    __pipeline_commit();
    for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles) {
            __pipeline_memcpy_async(&stage[(i + 1) % 2][t], &in[(i + 1) * tile + t],
                                    sizeof(int));  // may be: race-shared
            __pipeline_commit();
        }
#ifdef WRONG
        __pipeline_wait_prior(1);  // no tile follows the last one
#else
        __pipeline_wait_prior(i + 1 < tiles ? 1 : 0);
#endif
        __syncthreads();
        sum += stage[i % 2][tile - 1 - t];  // expect: race-shared
        __syncthreads();
    }
    atomicAdd(&sums[0], sum);
}

__global__ void by_groups(const int* in, int* sums) {
    __shared__ int stage[tile];
    const auto block = cg::this_thread_block();
    int sum = 0;
    for (int i = 0; i < tiles; ++i) {
        cg::memcpy_async(block, stage, in + i * tile, sizeof(stage));
        cg::wait(block);
        sum += stage[tile - 1 - block.thread_rank()];
        block.sync();
    }
    atomicAdd(&sums[1], sum);
}

__global__ void by_a_threads_pipeline(const int4* in, int* sums) {
    __shared__ int4 stage[2][tile];
    auto pipeline = cuda::make_pipeline();
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 2; ++i) {
        pipeline.producer_acquire();
        if (t < tile / 2)
            cuda::memcpy_async(&stage[i][t], &in[i * tile / 2 + t], cuda::aligned_size_t<16>(16), pipeline);
        pipeline.producer_commit();
    }
    for (int i = 0; i < 2; ++i) {
        pipeline.consumer_wait();
        if (t < tile / 2) sum += stage[i][t].x + stage[i][t].y + stage[i][t].z + stage[i][t].w;
        pipeline.consumer_release();
    }
    atomicAdd(&sums[2], sum);
}

__global__ void by_a_blocks_pipeline(const int* in, int* sums) {
    constexpr int stages = 2;
    __shared__ int stage[stages][tile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    const auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int i = 0, fetched = 0; i < tiles; ++i) {
        for (; fetched < tiles && fetched < i + stages; ++fetched) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, stage[fetched % stages], in + fetched * tile, sizeof(stage[0]), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += stage[i % stages][tile - 1 - block.thread_rank()];
        pipeline.consumer_release();
    }
    atomicAdd(&sums[3], sum);
}

int main() {
    int *in, *sums;
    cudaMallocManaged(&in, tiles * tile * sizeof(int));
    cudaMallocManaged(&sums, 4 * sizeof(int));
    for (int i = 0; i < tiles * tile; ++i) in[i] = i;
    for (int i = 0; i < 4; ++i) sums[i] = 0;
    by_batches<<<1, tile>>>(in, sums);
    by_groups<<<1, tile>>>(in, sums);
    by_a_threads_pipeline<<<1, tile>>>(reinterpret_cast<int4*>(in), sums);
    by_a_blocks_pipeline<<<1, tile>>>(in, sums);
    cudaDeviceSynchronize();
    std::printf("sums %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
