// Sums and scans by groups: within a warp, over coalesced threads, and over tiles of several warps.
// Feature: cooperative groups: reduce, inclusive_scan, exclusive_scan, invoke_one
// Feature: cooperative groups: block_tile_memory and tiles of 64 to 1024 threads
// Kernel: collectives
// Prints: warp 496 max 31 coalesced 120
// Prints: tile of 128: 8128 last 255 any 1 all 0 next 131
// Prints: scans 528 465 product 24 first 127 224
// Prints: sums 496 -32
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void collectives(int* out, float2* sums) {
    __shared__ cg::block_tile_memory<256> memory;
    __shared__ int partial[256];
    const auto block = cg::this_thread_block(memory);
    const auto warp = cg::tiled_partition<32>(block);
    const auto wide = cg::tiled_partition<128>(block);
    const int t = static_cast<int>(block.thread_rank()), rank = static_cast<int>(warp.thread_rank());

    const int sum = cg::reduce(warp, rank, cg::plus<int>());
    const int most = cg::reduce(warp, rank, cg::greater<int>{});
    int of_coalesced = 0;
    if (rank < 16) of_coalesced = cg::reduce(cg::coalesced_threads(), rank, cg::plus<int>());
    const float2 both = cg::reduce(warp, make_float2(rank, -1.0f),
                                   [](float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); });

    const int wide_sum = cg::reduce(wide, t % 128, cg::plus<int>());
    const int last = wide.shfl(t, 127), next = wide.shfl(t, 3);
    const bool any = wide.any(t == 130), all = wide.all(t < 200);
    partial[t] = t;
#ifndef WRONG
    wide.sync();
#endif
    const int neighbour = partial[t ^ 64];  // expect: race-shared

    const int inclusive = cg::inclusive_scan(warp, rank + 1), exclusive = cg::exclusive_scan(warp, rank);
    const int product = cg::inclusive_scan(warp, rank + 1, [](int a, int b) { return a * b; });
    const int first = cg::invoke_one_broadcast(warp, [&] { return t - 1; });
    cg::invoke_one(warp, [&] { out[12 + t / 32] = t; });
    if (t == 130) {
        out[0] = sum, out[1] = most;
        out[2] = of_coalesced, out[3] = wide_sum, out[4] = last, out[5] = any, out[6] = all, out[7] = next;
        *sums = both;
    }
    if (t == 159) out[8] = inclusive, out[9] = exclusive;
    if (t == 131) out[10] = product;
    if (t == 133) out[11] = first;
    out[20 + t] = neighbour;
}

int main() {
    int* out;
    float2* sums;
    cudaMallocManaged(&out, 276 * sizeof(int));
    cudaMallocManaged(&sums, sizeof(float2));
    collectives<<<1, 256>>>(out, sums);
    cudaDeviceSynchronize();
    std::printf("warp %d max %d coalesced %d\n", out[0], out[1], out[2]);
    std::printf("tile of 128: %d last %d any %d all %d next %d\n", out[3], out[4], out[5], out[6], out[7]);
    std::printf("scans %d %d product %d first %d %d\n", out[8], out[9], out[10], out[11], out[19]);
    std::printf("sums %g %g\n", sums->x, sums->y);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
