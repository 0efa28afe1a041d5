// A histogram by a cluster of four blocks: each counts a part, adds its counts to the block that owns the bin
// (red.async), and this one adds the sums to global memory by one bulk reduction; its neighbour tells it how many
// numbers it has counted (st.async).
// Feature: copies that reduce: cp.reduce.async.bulk, red.async, st.async; setmaxnreg and __maxnreg__
// Kernel: count_digits
// Prints: 4096 numbers, bins 256 256, reported 1024
#include <cooperative_groups.h>

#include <cstdint>
#include <cuda/ptx>

#include "../wrong/program.cuh"

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int blocks = 4, threads = 128, bins = 16, own_bins = bins / blocks;

__global__ void __cluster_dims__(blocks, 1, 1) __maxnreg__(64)
    count_digits(const unsigned* numbers, int count, int* sums, int* reported) {
    __shared__ alignas(16) int counts[bins], received[own_bins];
    __shared__ alignas(16) int told[4];
    __shared__ std::uint64_t barrier;
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    const auto cluster = cg::this_cluster();
    const int rank = cluster.block_rank(), i = threadIdx.x;
    if (i < bins) counts[i] = 0;
    if (i < own_bins) received[i] = 0;
    if (i == 0) {
        ptx::mbarrier_init(&barrier, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                       blocks * sizeof(received) + sizeof(told));
    }
    cluster.sync();
    int seen = 0;
    for (int at = rank * threads + i; at < count; at += blocks * threads, ++seen)
        atomicAdd(&counts[numbers[at] % bins], 1);
    const int all = __syncthreads_count(1) * seen;
    if (i < bins) {
        const int owner = i / own_bins;
        ptx::red_async(ptx::op_add, cluster.map_shared_rank(received + i % own_bins, owner), counts[i],
                       cluster.map_shared_rank(&barrier, owner));
    }
    if (i == 0) {
        const int next = (rank + 1) % blocks;
        const int text[4] = {rank, all, 0, 0};
        ptx::st_async(cluster.map_shared_rank(told, next), text, cluster.map_shared_rank(&barrier, next));
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;
    if (i == 0) {
        reported[told[0]] = told[1];
        ptx::fence_proxy_async();
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums + rank * own_bins, received,
                                  sizeof(received));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    cluster.sync();
}

int main() {
    constexpr int count = 4096;
    std::vector<unsigned> numbers(count);
    for (int i = 0; i < count; ++i) numbers[i] = i;
    int *const sums = to_device(std::vector<int>(bins)), *const reported = device_array<int>(blocks);
    count_digits<<<blocks, threads>>>(to_device(numbers), count, sums, reported);
    const std::vector<int> totals = to_host(sums, bins);
    std::printf("%d numbers, bins %d %d, reported %d\n", sum_of(totals), totals[0], totals[bins - 1],
                to_host(reported, blocks)[2]);
}
// SPDX-License-Identifier: Apache-2.0
