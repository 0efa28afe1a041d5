// CUDA's C++ library beyond atomic objects and barriers, and headers and names that programs only mention.
// Feature: headers: cuda/latch, cuda/semaphore, cuda/mdspan, cuda/cmath, cuda/bit, cuda/numeric, cuda/std/*; cooperative_groups/details/*
// Feature: random numbers: pairs and fours of logarithmic normal numbers
// Kernel: handed_over
// Prints: latch 120, turns 64, right 11, left 21, fixed 7, strided 42
// Prints: numbers 4 12 8 10 4 3, bits 13 240 5 171, overflow 0 1, stream 1
// Prints: scanned 31, positive 1, complex int8
#include <cooperative_groups.h>
#include <cooperative_groups/details/scan.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <curand_kernel.h>
#include <library_types.h>
#include <cuda/bit>
#include <cuda/cmath>
#include <cuda/latch>
#include <cuda/numeric>
#include <cuda/semaphore>
#include <cuda/std/mdspan>
#include <cuda/std/memory>
#include <cuda/std/version>
#include <cuda/stream_ref>
#include <cuda/version>

#include <cstdio>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> one_at_a_time{1};
__device__ int turns;

__global__ void handed_over(int* sum, int* matrix) {
    using block_latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(block_latch) unsigned char room[sizeof(block_latch)];
    __shared__ int values[16];
    block_latch& ready = *reinterpret_cast<block_latch*>(room);
    const int t = static_cast<int>(threadIdx.x);
    if (t == 0) new (room) block_latch(16);
    __syncthreads();
    if (t < 16) values[t] = t;
    if (t < 16) ready.count_down();
#ifndef WRONG
    if (t == 20) ready.wait();
#endif
    if (t == 20 && blockIdx.x == 0)
        for (const int value : values) *sum += value;  // expect: race-shared
    one_at_a_time.acquire();
    ++turns;
    one_at_a_time.release();
    if (blockIdx.x != 0 || t != 0) return;
    cuda::std::mdspan rows(matrix, 4, 10);
    cuda::std::mdspan<int, cuda::std::extents<int, 4, 10>, cuda::std::layout_left> columns(matrix);
    cuda::std::mdspan<int, cuda::std::extents<int, cuda::std::dynamic_extent, 10>> fixed(matrix, 4);
    const cuda::std::dextents<int, 2> half(2, 5);
    const cuda::std::layout_stride::mapping<cuda::std::dextents<int, 2>> every_other(half,
                                                                                     cuda::std::array<int, 2>{20, 2});
    const cuda::std::mdspan<int, cuda::std::dextents<int, 2>, cuda::std::layout_stride> strided(matrix, every_other);
    rows(1, 1) = 11;
    columns(1, 5) = 21;
    fixed(0, 7) = static_cast<int>(fixed.extent(0) * rows.extent(1)) - 33;
    strided(1, 4) = static_cast<int>(strided.size() + rows.size()) - 8;
}

__global__ void mentioned(int* result) {
    const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    const int before = cooperative_groups::exclusive_scan(tile, 1);
    curandStatePhilox4_32_10_t state;
    curand_init(1234, threadIdx.x, 0, &state);
    const float2 two = curand_log_normal2(&state, 0.0f, 1.0f);
    const double4 four = curand_log_normal4_double(&state, 0.0, 1.0);
    if (tile.thread_rank() == 31) result[0] = before;
    if (tile.thread_rank() == 0) result[1] = two.x > 0 && two.y > 0 && four.x > 0 && four.w > 0;
}

// Never called.
__device__ inline void prefetch(const CUtensorMap* map) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(reinterpret_cast<unsigned long long>(map)) : "memory");
}

const char* name_of(cudaDataType_t type) { return type == CUDA_C_8I ? "complex int8" : "other"; }

int main() {
    int *device = nullptr, host[44] = {}, all = 0;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    handed_over<<<2, 32>>>(device, device + 4);
    mentioned<<<1, 32>>>(device + 2);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&all, turns, sizeof all);
    std::printf("latch %d, turns %d, right %d, left %d, fixed %d, strided %d\n", host[0], all, host[4 + 11],
                host[4 + 21], host[4 + 7], host[4 + 28]);
    std::printf("numbers %d %d %d %d %d %d, ", cuda::ceil_div(10, 3), cuda::round_up(10, 4), cuda::round_down(10, 4),
                cuda::ilog2(1024), cuda::ilog2(31), cuda::ilog10(1234));
    std::printf("bits %u %u %u %u, ", static_cast<unsigned>(cuda::bit_reverse<unsigned char>(176)),
                cuda::bitmask<unsigned>(4, 4), cuda::bitfield_extract(0x5au, 4, 4),
                cuda::bitfield_insert(0xa5u, 0xbu, 0, 4) + 0u);
    std::printf("overflow %d %d, stream %d\n", cuda::overflow_cast<signed char>(100).overflow,
                cuda::overflow_cast<signed char>(1000).overflow, cuda::stream_ref(cudaStreamLegacy).ready());
    std::printf("scanned %d, positive %d, %s\n", host[2], host[3], name_of(CUDA_C_8I));
    cudaFree(device);
}
// SPDX-License-Identifier: Apache-2.0
