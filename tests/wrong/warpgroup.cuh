// Tiles of halves for a product of a warpgroup, 64 x 8 x 16, for programs about it.
#pragma once

#include <cuda_fp16.h>

#include <cstdint>

#include "program.cuh"

constexpr int rows = 64, columns = 8, depth = 16, threads = 128;

/// Eight rows of 16 bytes are 128 bytes; the other half of their elements follows.
__device__ inline int place(int row, int k) { return row / 8 * 128 + k / 8 * 64 + row % 8 * 8 + k % 8; }

__device__ inline std::uint64_t descriptor(const __half* tile) {
    const std::uint64_t address = static_cast<std::uint64_t>(__cvta_generic_to_shared(tile));
    return (address & 0x3FFFF) >> 4 | std::uint64_t{128 / 16} << 16 | std::uint64_t{256 / 16} << 32;
}

/// Each element of A is 1, of B 2: each sum becomes 32.
__device__ inline void fill(__half* a, __half* b) {
    for (int i = threadIdx.x; i < rows * depth; i += blockDim.x) a[i] = __float2half(1);
    for (int i = threadIdx.x; i < columns * depth; i += blockDim.x) b[i] = __float2half(2);
}
constexpr float product = 32;

__device__ inline void fence_tiles() {
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
}

/// d += a * b, of descriptors. A macro, so that findings name a line of the program.
#define MULTIPLY_ADD(d, a, b)                                                                                 \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                             \
                 : "l"(a), "l"(b))
// SPDX-License-Identifier: Apache-2.0
