// 13: bulk tensor copies, by a warp of its own
// One thread has tiles copied by the hardware, swizzled and with zeros beyond the edges. So two warpgroups do nothing
// but multiply. Barriers in shared memory say which stages are full and which are empty.
#include <ladders/matrix_product/gpu/warpgroup.hpp>

#if defined(__CUDACC__)
#include <ladders/matrix_product/gpu/bulk_copy.hpp>
#endif

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

#if defined(__CUDACC__)
template <class Input>
__global__ void __launch_bounds__(warpgroup_tile::threads + 32)
    bulk_tensor_copies(product<Input> of, const __grid_constant__ CUtensorMap map_a,
                       const __grid_constant__ CUtensorMap map_b) {
    using shape = warpgroup_tile;
    Input* const shared = tiles_in_shared<Input>();
    __shared__ stage_barriers barriers;
    const place tile = tile_of_block<shape::rows, shape::columns>(of.columns);
    const unsigned steps = (of.inner + shape::depth - 1) / shape::depth;
    if (threadIdx.x == 0) barriers.start(1);
    __syncthreads();
    if (threadIdx.x == shape::threads) {
        for (unsigned step = 0; step < steps; ++step) {
            Input* const a = shared + step % shape::stages * shape::items;
            const copy_barrier& full = barriers.begin_turn(step);
            begin_copy(a, map_a, {tile.row, step * shape::depth}, full);
            for (unsigned column = 0; column < shape::columns; column += shape::row_items) {
                begin_copy(a + shape::items_a + column * shape::depth, map_b,
                           {step * shape::depth, tile.column + column}, full);
            }
        }
    } else if (threadIdx.x < shape::threads) {
        float sums[128] = {};
        barriers.multiply_turns<1>(sums, shared, 0, steps);
        store_sums<true>(of, {tile.row + threadIdx.x / 128 * 64, tile.column}, sums);
    }
}

void multiply_by_bulk_copies(const arguments& with) {
    using shape = warpgroup_tile;
    with_16_bit_item(with, [&]<class Input>(Input) {
        const product<Input> of = product_of<Input>(with);
        if (with.elements == 0 || !rows_are_aligned(of)) return multiply_by_warpgroups(with);
        allow_shared(bulk_tensor_copies<Input>, shape::shared_bytes);
        launch_on(with, blocks_for(of.rows, shape::rows) * blocks_for(of.columns, shape::columns), shape::threads + 32,
                  shape::shared_bytes, bulk_tensor_copies<Input>, of, tensor_map(of.a, of.rows, of.inner, shape::rows),
                  tensor_map(of.b, of.inner, of.columns, shape::depth));
    });
}
#else
constexpr auto multiply_by_bulk_copies = multiply_by_warpgroups;
#endif

static const registration bulk_tensor_copies_rung{{
    .pattern = "matrix-product",
    .number = 13,
    .follows = 12,
    .name = "bulk tensor copies (sm_90a)",
    .fault = "all warps copy and multiply",
    .change = "one copies, eight multiply",
    .idea =
        "A thread has whole tiles copied by the hardware, so that warpgroups only multiply. This is machine code of "
        "sm_90a, which the emulator does not know.",
    .hypothesis = "No warp that multiplies computes addresses or waits for the whole block: the time falls.",
    .expectations = {{"time", direction::falls}},
    .source = "PTX ISA, tensor copies; NVIDIA CUTLASS, warp-specialized kernels",
    .block = warpgroup_tile::threads + 32,
    .supports = takes_16_bits_on_warpgroups,
    .run = multiply_by_bulk_copies,
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
