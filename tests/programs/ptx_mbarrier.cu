// Barriers in shared memory, word by word as PTX has them: by state, by parity, and from other blocks of the cluster.
// Feature: cuda::ptx: mbarrier_init, _arrive, _test_wait, _try_wait, their _parity forms
// Feature: cuda::ptx: get_sreg_*, barrier_cluster_arrive and _wait, fences, mbarriers of other blocks (space_cluster)
// Kernel: ring
// Prints: stages right, ring right
#include <cooperative_groups.h>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
constexpr int threads = 64, rounds = 4, blocks = 4;

// The first half of the block fills a buffer that the second empties, round by round.
__global__ void stages(const int* in, int* out) {
    __shared__ uint64_t full, empty;
    __shared__ int buffer[threads / 2];
    const unsigned t = ptx::get_sreg_tid_x() % (threads / 2);
    if (ptx::get_sreg_tid_x() == 0) {
        ptx::mbarrier_init(&full, threads / 2);
        ptx::mbarrier_init(&empty, threads / 2);
    }
    __syncthreads();
    for (unsigned round = 0; round < rounds; ++round) {
        if (threadIdx.x < threads / 2) {
            // Before the first round no wait is needed: the phase before the first one is over.
            while (!ptx::mbarrier_try_wait_parity(&empty, round % 2 ^ 1)) {
            }
            buffer[t] = in[round * (threads / 2) + t];
            static_cast<void>(ptx::mbarrier_arrive(&full));
        } else {
            while (!ptx::mbarrier_test_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full, round % 2)) {
            }
            out[round * (threads / 2) + t] = buffer[threads / 2 - 1 - t];
            static_cast<void>(ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty));
        }
    }
}

// Each block writes into the next one's memory, and arrives at its barrier there.
__global__ void __cluster_dims__(blocks) ring(int* out) {
    __shared__ uint64_t arrived;
    __shared__ int from_before[32];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = ptx::get_sreg_cluster_ctarank(), next = (rank + 1) % ptx::get_sreg_cluster_nctarank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 32);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    cluster.map_shared_rank(from_before, next)[threadIdx.x] = rank * 100 + threadIdx.x;  // may be: race-shared
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                         cluster.map_shared_rank(&arrived, next));
#ifndef WRONG
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &arrived, 0)) {
    }
#endif
    out[blockIdx.x * 32 + threadIdx.x] = from_before[31 - threadIdx.x];  // expect: race-shared
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

int main() {
    constexpr int n = rounds * threads / 2, clusters = 3;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, clusters * blocks * 32 * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = 3 * i;
    stages<<<1, threads>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < n; ++i) right &= out[i] == 3 * (i / 32 * 32 + 31 - i % 32);
    std::printf("stages %s, ", right ? "right" : "wrong");
    ring<<<clusters * blocks, 32>>>(out);
    cudaDeviceSynchronize();
    right = true;
    for (int i = 0; i < clusters * blocks * 32; ++i)
        right &= out[i] == (i / 32 + blocks - 1) % blocks * 100 + 31 - i % 32;
    std::printf("ring %s\n", right ? "right" : "wrong");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
