// Bulk copies of tiles to shared memory, as sm_90 and newer have them: a thread begins a copy, whose bytes are counted
// at a barrier in shared memory. A tensor map describes the matrix. For nvcc alone.
#pragma once

#include <cudaTypedefs.h>

#include <stdexcept>

#include <ladders/matrix_product/gpu/warpgroup.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

/// A barrier in shared memory that also counts the bytes which copies bring.
struct copy_barrier {
    std::uint64_t state;

    __device__ __forceinline__ unsigned address() const { return shared_address(&state); }
    __device__ __forceinline__ void start(unsigned arrivals) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals) : "memory");
    }
    /// Arrives, and lets the phase end only after so many bytes.
    __device__ __forceinline__ void expect(unsigned bytes) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()), "r"(bytes) : "memory");
    }
    /// Arrives at the same barrier of a block of the cluster; without clusters a block is number 0 of its own.
    __device__ __forceinline__ void arrive(unsigned block) {
        asm volatile(
            "{\n"
            ".reg .b32 there;\n"
            "mapa.shared::cluster.u32 there, %0, %1;\n"
            "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
            "}" ::"r"(address()),
            "r"(block)
            : "memory");
    }
    /// Waits until the phase of this parity has ended.
    __device__ __forceinline__ void wait(unsigned parity) {
        asm volatile(
            "{\n"
            ".reg .pred ended;\n"
            "again:\n"
            "mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n"
            "@!ended bra again;\n"
            "}" ::"r"(address()),
            "r"(parity)
            : "memory");
    }
};

/// Begins the copy of a box of a matrix, `from` its first item, and counts its bytes at `full`.
__device__ __forceinline__ void begin_copy(void* to, const CUtensorMap& matrix, place from, const copy_barrier& full) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
        "[%4];" ::"r"(shared_address(to)),
        "l"(&matrix), "r"(from.column), "r"(from.row), "r"(full.address())
        : "memory");
}

/// The same to both blocks of a cluster, at the same place of each, and at the same barrier of each.
__device__ __forceinline__ void begin_copy_to_both(void* to, const CUtensorMap& matrix, place from,
                                                   const copy_barrier& full) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
        "[%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
        "l"(&matrix), "r"(from.column), "r"(from.row), "r"(full.address()), "h"(std::uint16_t{0b11})
        : "memory");
}

/// The barriers of the stages of tiles in shared memory. A thread copies into empty stages, and warpgroups multiply
/// full ones. Turns are counted from 0; a stage has every turn after as many as there are stages.
struct stage_barriers {
    using shape = warpgroup_tile;
    copy_barrier full[shape::stages], empty[shape::stages];

    /// By one thread, before all threads of the blocks that use them meet.
    __device__ __forceinline__ void start(unsigned blocks) {
        for (unsigned stage = 0; stage < shape::stages; ++stage) {
            full[stage].start(1);
            empty[stage].start(blocks * shape::threads / 32);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    /// Waits until the stage of this turn is empty, and says how many bytes will fill it.
    __device__ __forceinline__ copy_barrier& begin_turn(unsigned turn) {
        empty[turn % shape::stages].wait(turn / shape::stages % 2 ^ 1);  // ended at once where there was no turn before
        copy_barrier& filled = full[turn % shape::stages];
        filled.expect(shape::bytes);
        return filled;
    }
    /// Adds up the products of `steps` turns, by a warpgroup, and tells each block when a stage is empty again.
    template <unsigned blocks, class Input>
    __device__ __forceinline__ void multiply_turns(float (&sums)[128], const Input* tiles, unsigned first,
                                                   unsigned steps) {
        const unsigned lane = threadIdx.x % 32, row = threadIdx.x / 128 * 64;
        for (unsigned turn = first; turn < first + steps; ++turn) {
            const Input* const a = tiles + turn % shape::stages * shape::items;
            full[turn % shape::stages].wait(turn / shape::stages % 2);
            begin_step(sums, a + row * shape::row_items, a + shape::items_a);
            wait_for_multiplications<1>();
            if (turn > first && lane < blocks) empty[(turn - 1) % shape::stages].arrive(lane);
        }
        wait_for_multiplications<0>();
        if (lane < blocks) empty[(first + steps - 1) % shape::stages].arrive(lane);
    }
};

/// Waits for all threads of the cluster.
__device__ __forceinline__ void synchronize_cluster() {
    asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}

/// How a matrix is copied: boxes of `box_rows` rows of 128 bytes, zeros beyond its edges.
template <class Input>
CUtensorMap tensor_map(const Input* matrix, unsigned rows, unsigned columns, unsigned box_rows) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &result),
          "cudaGetDriverEntryPoint");
    CUtensorMap map;
    const cuuint64_t sides[] = {columns, rows}, pitch[] = {columns * sizeof(Input)};
    const cuuint32_t box[] = {warpgroup_tile::row_items, box_rows}, strides[] = {1, 1};
    constexpr CUtensorMapDataType type =
        std::is_same_v<Input, __half> ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    const auto encode = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
    if (encode == nullptr ||
        encode(&map, type, 2, const_cast<Input*>(matrix), sides, pitch, box, strides, CU_TENSOR_MAP_INTERLEAVE_NONE,
               CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        throw std::runtime_error("cuTensorMapEncodeTiled failed");
    }
    return map;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
