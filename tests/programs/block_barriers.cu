// Threads that arrive at a barrier and do something else before they wait; bulk copies whose bytes it counts.
// Feature: libcu++: cuda::barrier, copies that it waits for, bulk copies (TMA)
// Feature: libcu++: cuda::atomic and cuda::atomic_ref with scopes, cuda::std
// Kernel: halves
// Prints: right right counted 64 64
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <utility>

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int threads = 64, rounds = 3;

// The first half produces, the second consumes; two barriers say when the buffer is full and when it is free.
__global__ void halves(const int* in, int* out) {
    __shared__ block_barrier full, free;
    __shared__ int buffer[threads / 2];
    const int t = threadIdx.x % (threads / 2);
    if (threadIdx.x == 0) {
        init(&full, threads);
        init(&free, threads);
    }
    __syncthreads();
    if (threadIdx.x < threads / 2) {
        for (int i = 0; i < rounds; ++i) {
            if (i > 0) free.arrive_and_wait();
            buffer[t] = in[i * threads / 2 + t];  // may be: race-shared
            static_cast<void>(full.arrive());
        }
    } else {
        for (int i = 0; i < rounds; ++i) {
            block_barrier::arrival_token token = full.arrive();
#ifndef WRONG
            full.wait(std::move(token));
#endif
            out[i * threads / 2 + t] = 2 * buffer[threads / 2 - 1 - t];  // expect: race-shared
#ifdef WRONG
            full.wait(std::move(token));
#endif
            if (i + 1 < rounds) static_cast<void>(free.arrive());
        }
    }
}

__device__ cuda::atomic<int, cuda::thread_scope_device> in_all_blocks{0};

__global__ void bulk(const int* in, int* out, int* counted) {
    __shared__ alignas(16) int buffer[threads];
    __shared__ block_barrier arrived;
    __shared__ cuda::atomic<int, cuda::thread_scope_block> in_block;
    if (threadIdx.x == 0) {
        init(&arrived, blockDim.x);
        in_block.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    block_barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(buffer, in, cuda::aligned_size_t<16>(sizeof(buffer)), arrived);
        token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof(buffer));
    } else {
        token = arrived.arrive();
    }
    in_block.fetch_add(1, cuda::std::memory_order_relaxed);
    in_all_blocks++;
    cuda::atomic_ref<int, cuda::thread_scope_device>(counted[1]).fetch_add(1);
    arrived.wait(std::move(token));
    const cuda::std::array<int, 2> pair{buffer[threads - 1 - threadIdx.x], cuda::std::numeric_limits<int>::max()};
    out[threadIdx.x] = pair[0] < pair[1] ? pair[0] : -1;
    __syncthreads();
    if (threadIdx.x == 0) counted[0] = in_block.load() + in_all_blocks - threads;
}

int main() {
    int *in, *out, *counted;
    cudaMallocManaged(&in, rounds * threads * sizeof(int));
    cudaMallocManaged(&out, rounds * threads * sizeof(int));
    cudaMallocManaged(&counted, 2 * sizeof(int));
    volatile cuda::std::atomic<int> zero{0};
    counted[1] = zero.load();
    for (int i = 0; i < rounds * threads; ++i) in[i] = i;
    halves<<<1, threads>>>(in, out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < rounds * threads / 2; ++i) right &= out[i] == 2 * (i / 32 * 32 + 31 - i % 32);
    std::printf(right ? "right " : "wrong result ");
    bulk<<<1, threads>>>(in, out, counted);
    cudaDeviceSynchronize();
    right = true;
    for (int i = 0; i < threads; ++i) right &= out[i] == threads - 1 - i;
    std::printf(right ? "right " : "wrong result ");
    std::printf("counted %d %d\n", counted[0], counted[1]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
