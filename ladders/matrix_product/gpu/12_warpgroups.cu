// 12: wgmma, the instruction of a warpgroup
// A warpgroup, four warps, begins a product of 64 x 256 x 16 items and copies later tiles meanwhile. The tensor cores
// read A and B from shared memory, so registers hold sums alone.
#include <ladders/matrix_product/gpu/stages.hpp>
#include <ladders/matrix_product/gpu/warpgroup.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

#if defined(__CUDACC__)
template <class Input, bool aligned>
__global__ void __launch_bounds__(warpgroup_tile::threads) warpgroup_products(product<Input> of) {
    using shape = warpgroup_tile;
    Input* const shared = tiles_in_shared<Input>();
    const place tile = tile_of_block<shape::rows, shape::columns>(of.columns);
    const unsigned warpgroup = threadIdx.x / 128;

    const auto copy_stage = [&](unsigned step) {
        Input* const a = shared + step % shape::stages * shape::items;
        const unsigned first = step * shape::depth;
        copy_tile<aligned, shape::rows, shape::depth, shape::threads>(
            a, of.a, {tile.row, first}, of.rows, of.inner,
            [](unsigned row, unsigned octet) { return row * 8 + (octet ^ row % 8); });
        copy_tile<aligned, shape::depth, shape::columns, shape::threads>(
            a + shape::items_a, of.b, {first, tile.column}, of.inner, of.columns, [](unsigned row, unsigned octet) {
                return octet / 8 * (shape::items_panel / 8) + row * 8 + (octet % 8 ^ row % 8);
            });
        __pipeline_commit();
    };
    for (unsigned step = 0; step + 2 < shape::stages; ++step) copy_stage(step);

    float sums[128] = {};
    const unsigned steps = (of.inner + shape::depth - 1) / shape::depth;
    for (unsigned step = 0; step < steps; ++step) {
        __pipeline_wait_prior(shape::stages - 3);
        publish_shared();
        __syncthreads();
        const Input* const a = shared + step % shape::stages * shape::items;
        begin_step(sums, a + warpgroup * 64 * shape::row_items, a + shape::items_a);
        copy_stage(step + shape::stages - 2);  // over the tiles of step - 2: every warp has finished their products
        wait_for_multiplications<1>();
    }
    wait_for_multiplications<0>();
    __pipeline_wait_prior(0);
    store_sums<aligned>(of, {tile.row + warpgroup * 64, tile.column}, sums);
}

void multiply_by_warpgroups(const arguments& with) {
    using shape = warpgroup_tile;
    with_16_bit_item(with, [&]<class Input>(Input) {
        const bool aligned = rows_are_aligned(product_of<Input>(with));
        launch_tiles(with, shape::rows, shape::columns, shape::threads,
                     aligned ? warpgroup_products<Input, true> : warpgroup_products<Input, false>, shape::shared_bytes);
    });
}
#endif

static const registration warpgroup_products_rung{{
    .pattern = "matrix-product",
    .number = 12,
    .follows = 11,
    .name = "wgmma (sm_90a)",
    .fault = "A and B go through registers",
    .change = "tiles in shared memory",
    .idea =
        "A warpgroup begins 64 x 256 x 16 products of tiles in shared memory, and copies later tiles meanwhile. It is "
        "machine code of sm_90a, which the emulator does not know.",
    .hypothesis = "No warp loads A or B to registers, and tensor cores work while tiles are copied: the time falls.",
    .expectations = {{"time", direction::falls}},
    .source = "PTX ISA, asynchronous warpgroup matrix instructions",
    .block = warpgroup_tile::threads,
    .supports = takes_16_bits_on_warpgroups,
    .run = multiply_by_warpgroups,
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
