// A tiled product of matrices by clusters of two blocks: one thread loads tiles by tensor maps into a ring of buffers,
// the tile of B for both blocks at once, and four warps multiply.
// Feature: tensor maps (TMA): a pipeline of multicast loads in clusters, with a ring of mbarriers
// Kernel: multiply
// Prints: right
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>

#include <cstdio>
#include <vector>

namespace ptx = cuda::ptx;
constexpr int side = 128, tile = 32, stages = 3, blocks = 2, steps = side / tile, consumers = 128;
enum : std::uint32_t { tile_bytes = tile * tile * sizeof(float) };

// The blocks of a cluster have the same columns, and so tiles of B.
__global__ void __cluster_dims__(1, blocks)
    multiply(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
    __shared__ alignas(128) float a_tiles[stages][tile * tile];
    __shared__ alignas(128) float b_tiles[stages][tile * tile];
    __shared__ std::uint64_t full[stages], empty[stages];
    const auto cluster = cooperative_groups::this_cluster();
    const unsigned rank = cluster.block_rank();
    const int row = blockIdx.y * tile, column = blockIdx.x * tile;
    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; ++i) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], blocks * consumers / 32);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    cluster.sync();
    if (threadIdx.x >= consumers) {
        if (threadIdx.x != consumers) {
            cluster.sync();
            return;
        }
        for (int step = 0; step < steps; ++step) {
            const int stage = step % stages, round = step / stages;
            if (round != 0)
                while (!ptx::mbarrier_try_wait_parity(&empty[stage], (round - 1) % 2)) continue;
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage],
                                           2 * tile_bytes);
            const int at_a[] = {step * tile, row},
                      at_b[] = {column, step * tile + static_cast<int>(rank) * tile / blocks};
            ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, a_tiles[stage], &a, at_a, &full[stage]);
            ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global,
                                      b_tiles[stage] + rank * tile * tile / blocks, &b, at_b, &full[stage],
                                      std::uint16_t{(1 << blocks) - 1});
        }
        cluster.sync();
        return;
    }
    float sums[tile * tile / consumers] = {};
    const int x = threadIdx.x % tile, y = threadIdx.x / tile;
    for (int step = 0; step < steps; ++step) {
        const int stage = step % stages, round = step / stages;
        while (!ptx::mbarrier_try_wait_parity(&full[stage], round % 2)) continue;
        for (int k = 0; k < tile; ++k)
            for (int i = 0; i < tile * tile / consumers; ++i)
                sums[i] += a_tiles[stage][(y + i * consumers / tile) * tile + k] * b_tiles[stage][k * tile + x];
        __syncwarp();
        if (threadIdx.x % 32 < blocks) {
            // Both blocks load into this one's buffers, and so wait for its warps.
            std::uint32_t remote;
            asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                         : "=r"(remote)
                         : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&empty[stage]))), "r"(threadIdx.x % 32));
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote) : "memory");
        }
    }
    for (int i = 0; i < tile * tile / consumers; ++i) c[(row + y + i * consumers / tile) * side + column + x] = sums[i];
    cluster.sync();
}

CUtensorMap map_of(float* matrix, unsigned box_height) {
    CUtensorMap map = {};
    const cuuint64_t extents[] = {side, side}, strides[] = {side * sizeof(float)};
    const cuuint32_t box[] = {tile, box_height}, one[] = {1, 1};
    const CUresult status = cuTensorMapEncodeTiled(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, extents, strides, box, one, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) std::printf("not encoded: %d\n", status);
    return map;
}

int main() {
    std::vector<float> a(side * side), b(side * side), c(side * side);
    for (int i = 0; i < side * side; ++i) {
        a[i] = static_cast<float>(i % 7);
        b[i] = static_cast<float>(i % 5);
    }
    float *device_a, *device_b, *device_c;
    for (float** one : {&device_a, &device_b, &device_c}) cudaMalloc(one, side * side * sizeof(float));
    cudaMemcpy(device_a, a.data(), side * side * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device_b, b.data(), side * side * sizeof(float), cudaMemcpyHostToDevice);
    multiply<<<dim3(side / tile, side / tile), consumers + 32>>>(map_of(device_a, tile),
                                                                 map_of(device_b, tile / blocks), device_c);
    cudaMemcpy(c.data(), device_c, side * side * sizeof(float), cudaMemcpyDeviceToHost);
    bool right = true;
    for (int row = 0; row < side; row += 37)
        for (int column = 0; column < side; ++column) {
            float sum = 0;
            for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
            right = right && sum == c[row * side + column];
        }
    std::printf("%s\n", right ? "right" : "wrong");
}
// SPDX-License-Identifier: Apache-2.0
