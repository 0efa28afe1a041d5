// Tiles by tensor maps: a transpose through swizzled tiles, a cluster whose blocks load for each other, and edges that
// a tensor's end cuts.
// Feature: tensor maps (TMA): cuTensorMapEncodeTiled, `cp.async.bulk.tensor` with swizzles, multicast, edges
// Kernel: transpose
// Prints: transposed right, shared right, edge right
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include <utility>

#include "../wrong/program.cuh"

namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
constexpr int side = 32, rows = 96, columns = 64, blocks = 2;
enum : std::uint32_t { tile_bytes = side * side * sizeof(float) };

// Where the element stands in a tile whose rows have 128 bytes, swizzled by 128 bytes.
__device__ int swizzled(int row, int column) { return row * side + (column / 4 ^ row % 8) * 4 + column % 4; }

__global__ void transpose(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to) {
    __shared__ alignas(1024) float in[side * side];
    __shared__ alignas(1024) float out[side * side];
    __shared__ std::uint64_t loaded;
    const int x = blockIdx.x * side, y = blockIdx.y * side;
    if (threadIdx.x == 0) ptx::mbarrier_init(&loaded, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int at[] = {x, y};
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &loaded, tile_bytes);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, in, &from, at, &loaded);
    }
    while (!ptx::mbarrier_try_wait_parity(&loaded, 0)) continue;
    for (int row = 0; row < side; ++row) {
        const int column = threadIdx.x;
        out[swizzled(column, row)] = in[swizzled(row, column)];  // may be: race-shared
    }
#ifndef WRONG
    ptx::fence_proxy_async(ptx::space_shared);
#endif
    __syncthreads();
    if (threadIdx.x != 0) return;
    const int at[] = {y, x};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, at, out);  // expect: race-shared
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// Each block loads half of a tile for both blocks of the cluster.
__global__ void __cluster_dims__(blocks) share(const __grid_constant__ CUtensorMap half, float* sums) {
    __shared__ alignas(128) float tile[side * side];
    __shared__ std::uint64_t loaded;
    const auto cluster = cooperative_groups::this_cluster();
    const int rank = static_cast<int>(cluster.block_rank());
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&loaded, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    cluster.sync();
    if (threadIdx.x == 0) {
        const int at[] = {0, rank * side / blocks};
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &loaded, tile_bytes);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile + rank * side * side / blocks, &half, at,
                                  &loaded, std::uint16_t{3});
    }
    while (!ptx::mbarrier_try_wait_parity(&loaded, 0)) continue;
    float sum = 0;
    for (int row = 0; row < side; ++row) sum += tile[row * side + threadIdx.x];
    sums[blockIdx.x * side + threadIdx.x] = sum;
    cluster.sync();
}

// By cuda::barrier. A quarter of the tile lies in the tensor; the rest is 0, and is not stored.
__global__ void double_edge(const __grid_constant__ CUtensorMap map, int x, int y, int* inside) {
    __shared__ alignas(128) float tile[side * side];
    __shared__ cuda::barrier<cuda::thread_scope_block> loaded;
    if (threadIdx.x == 0) {
        init(&loaded, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, x, y, loaded);
        token = cuda::device::barrier_arrive_tx(loaded, 1, tile_bytes);
    } else {
        token = loaded.arrive();
    }
    loaded.wait(std::move(token));
    for (int row = 0; row < side; ++row) {
        float& element = tile[row * side + threadIdx.x];
        if (element != 0) atomicAdd(inside, 1);
        element *= 2;
    }
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x != 0) return;
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
}

CUtensorMap map_of(float* matrix, unsigned width, unsigned height, unsigned box_height, CUtensorMapSwizzle swizzle) {
    CUtensorMap map = {};
    const cuuint64_t extents[] = {width, height}, strides[] = {width * sizeof(float)};
    const cuuint32_t box[] = {side, box_height}, steps[] = {1, 1};
    const CUresult status = cuTensorMapEncodeTiled(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
        swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) std::printf("not encoded: %d\n", status);
    return map;
}

int main() {
    std::vector<float> numbers(rows * columns);
    for (int i = 0; i < rows * columns; ++i) numbers[i] = static_cast<float>(i % 1000 + 1);
    float *const from = to_device(numbers), *const to = device_array<float>(rows * columns),
                 *const device_sums = device_array<float>(blocks * side);
    int* const inside = to_device(std::vector<int>{0});

    transpose<<<dim3(columns / side, rows / side), side>>>(
        map_of(from, columns, rows, side, CU_TENSOR_MAP_SWIZZLE_128B),
        map_of(to, rows, columns, side, CU_TENSOR_MAP_SWIZZLE_128B));
    std::vector<float> result = to_host(to, rows * columns);
    bool transposed = true;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) transposed = transposed && result[x * rows + y] == numbers[y * columns + x];

    share<<<blocks, side>>>(map_of(from, columns, rows, side / blocks, CU_TENSOR_MAP_SWIZZLE_NONE), device_sums);
    const std::vector<float> sums = to_host(device_sums, blocks * side);
    float expected = 0;
    for (int row = 0; row < side; ++row) expected += numbers[row * columns + 3];
    const bool shared = sums[3] == expected && sums[side + 3] == expected;

    double_edge<<<1, side>>>(map_of(from, columns, rows, side, CU_TENSOR_MAP_SWIZZLE_NONE), columns - 16, rows - 16,
                             inside);
    result = to_host(from, rows * columns);
    const int corner = rows * columns - 1;
    const bool edge =
        to_host(inside, 1)[0] == 16 * 16 && result[corner] == 2 * numbers[corner] && result[0] == numbers[0];

    std::printf("transposed %s, shared %s, edge %s\n", transposed ? "right" : "wrong", shared ? "right" : "wrong",
                edge ? "right" : "wrong");
    return transposed && shared && edge ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
