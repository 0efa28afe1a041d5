// Tensor maps of 32 x 32 floats and the barrier of a tile, for programs about them.
#pragma once

#include <cuda.h>
#include <cuda/ptx>

#include "program.cuh"

constexpr int side = 32, tile_bytes = side * side * 4;

inline CUtensorMap map_of(float* tensor, unsigned rows = side, unsigned box = side) {
    CUtensorMap map = {};
    const cuuint64_t extents[] = {side, rows}, strides[] = {side * sizeof(float)};
    const cuuint32_t boxes[] = {box, side}, steps[] = {1, 1};
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, extents, strides, boxes, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

namespace ptx = cuda::ptx;
constexpr ptx::space_cluster_t cluster{};
constexpr ptx::space_global_t global{};
constexpr ptx::space_shared_t shared{};

__device__ inline void begin(std::uint64_t* barrier) {
    if (threadIdx.x == 0) ptx::mbarrier_init(barrier, 1);
    __syncthreads();
}
__device__ inline void expect(std::uint64_t* barrier, unsigned bytes = tile_bytes) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, shared, barrier, bytes);
}
// SPDX-License-Identifier: Apache-2.0
