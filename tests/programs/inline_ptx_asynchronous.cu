// Usual inline PTX for Ampere and Hopper: copies in groups, barriers with a loop that waits, bulk
// copies, clusters.
// Feature: inline PTX: cp.async, mbarrier, cp.async.bulk, fence.proxy.async, barrier.cluster, mapa, elect, labels and bra
// Kernel: bulk
// Prints: staged right, bulk right, neighbours right
#include <cstdint>
#include <cstdio>

constexpr int tile = 128, tiles = 4;

__device__ unsigned shared_address(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Copies of 16 bytes; the last thread's is half zeros.
__global__ void staged(const int* in, int* out) {
    __shared__ alignas(16) int stage[2][4 * 32];
    const unsigned t = threadIdx.x;
    const auto begin = [&](int i) {
        const int bytes = i + 1 == tiles && t == 31 ? 8 : 16;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(shared_address(&stage[i % 2][4 * t])),
                     "l"(in + i * tile + 4 * t), "r"(bytes)
                     : "memory");
        asm volatile("cp.async.commit_group;\n" ::);
    };
    begin(0);
    for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles) {
            begin(i + 1);
            asm volatile("cp.async.wait_group 1;\n" ::: "memory");
        } else {
            asm volatile("cp.async.wait_all;\n" ::: "memory");
        }
        __syncthreads();
        for (int k = 0; k < 4; ++k) out[i * tile + 32 * k + t] = stage[i % 2][32 * k + t];
        __syncthreads();
    }
}

__device__ void wait_for_phase(uint64_t* barrier, unsigned parity) {
    asm volatile(
        "{\n"
        ".reg .pred done;\n"
        "WAIT_LOOP:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@done bra WAIT_DONE;\n"
        "bra WAIT_LOOP;\n"
        "WAIT_DONE:\n"
        "}\n" ::"r"(shared_address(barrier)),
        "r"(parity)
        : "memory");
}

// A tile comes by a bulk copy, is doubled, and goes by another one.
__global__ void bulk(const int* in, int* out) {
    __shared__ alignas(128) int buffer[tile];
    __shared__ alignas(8) uint64_t barrier;
    const unsigned at = shared_address(&barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(1) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        unsigned is_leader;
        asm volatile("{\n.reg .pred p;\n elect.sync _|p, 0xffffffff;\n selp.b32 %0, 1, 0, p;\n}\n" : "=r"(is_leader));
        if (is_leader) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(4 * tile) : "memory");
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                    shared_address(buffer)),
                "l"(in + blockIdx.x * tile), "r"(4 * tile), "r"(at)
                : "memory");
        }
    }
    wait_for_phase(&barrier, 0);
    buffer[threadIdx.x] *= 2;  // expect: race-shared
#ifndef WRONG
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(  // expect: race-shared
                         out + blockIdx.x * tile),
                     "r"(shared_address(buffer)), "r"(4 * tile)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}

// Each block reads the next one's value through its address in the cluster's shared memory.
__global__ void __cluster_dims__(4, 1, 1) neighbours(int* out) {
    __shared__ int value;
    unsigned rank, blocks, remote;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    if (threadIdx.x == 0) value = 7 * blockIdx.x;
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(shared_address(&value)), "r"((rank + 1) % blocks));
    int theirs;
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(theirs) : "r"(remote) : "memory");
    if (threadIdx.x == 0) out[blockIdx.x] = theirs;
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}

int main() {
    constexpr int n = tile * tiles;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i + 1;
    staged<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < n; ++i) right &= out[i] == (i < n - 2 ? i + 1 : 0);
    std::printf("staged %s, ", right ? "right" : "wrong");
    bulk<<<tiles, tile>>>(in, out);
    cudaDeviceSynchronize();
    right = true;
    for (int i = 0; i < n; ++i) right &= out[i] == 2 * (i + 1);
    std::printf("bulk %s, ", right ? "right" : "wrong");
    neighbours<<<8, 32>>>(out);
    cudaDeviceSynchronize();
    right = true;
    for (int i = 0; i < 8; ++i) right &= out[i] == 7 * (i / 4 * 4 + (i + 1) % 4);
    std::printf("neighbours %s\n", right ? "right" : "wrong");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
