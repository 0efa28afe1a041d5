// 11: ldmatrix and mma.sync, from swizzled tiles
// The registers of a warp are loaded as the tensor cores want them, 512 bytes an instruction. Vectors of a row are
// stored at their place xor the row, so that eight rows of a column lie in different banks.
#include <ladders/matrix_product/gpu/stages.hpp>
#include <ladders/matrix_product/gpu/tensor_core.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

struct stages_of_16_bits {
    static constexpr unsigned rows = 128, columns = 256, depth = 64, threads = 256, stages = 3;
    static constexpr unsigned items_a = rows * depth, items = items_a + depth * columns;
    static constexpr std::size_t bytes = stages * items * sizeof(__half);

    /// Where a row's vector of eight items lies in the tile of A or B.
    static __device__ __forceinline__ unsigned in_a(unsigned row, unsigned octet) {
        return row * (depth / 8) + (octet ^ (row * (depth / 8) / 8 % (depth / 8)));
    }
    static __device__ __forceinline__ unsigned in_b(unsigned row, unsigned octet) {
        return row * (columns / 8) + (octet ^ row % 8);
    }
};

template <class Input, bool aligned>
__global__ void __launch_bounds__(stages_of_16_bits::threads) matrix_instructions(product<Input> of) {
    using shape = stages_of_16_bits;
    constexpr place warp_tile = {64, 64};
    constexpr unsigned down = warp_tile.row / 16, across = warp_tile.column / 8;
    Input* const shared = dynamic_shared<Input>();
    const place tile = tile_of_block<shape::rows, shape::columns>(of.columns);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps_across = shape::columns / warp_tile.column;
    const unsigned y = warp / warps_across * warp_tile.row, x = warp % warps_across * warp_tile.column;

    const auto copy_stage = [&](unsigned step) {
        Input* const a = shared + step % shape::stages * shape::items;
        const unsigned first = step * shape::depth;
        copy_tile<aligned, shape::rows, shape::depth, shape::threads>(a, of.a, {tile.row, first}, of.rows, of.inner,
                                                                      shape::in_a);
        copy_tile<aligned, shape::depth, shape::columns, shape::threads>(a + shape::items_a, of.b, {first, tile.column},
                                                                         of.inner, of.columns, shape::in_b);
        __pipeline_commit();
    };
    for (unsigned step = 0; step + 1 < shape::stages; ++step) copy_stage(step);

    float sums[down][across][4] = {};
    const unsigned steps = (of.inner + shape::depth - 1) / shape::depth;
    for (unsigned step = 0; step < steps; ++step) {
        __pipeline_wait_prior(shape::stages - 2);
        __syncthreads();
        copy_stage(step + shape::stages - 1);
        const Input* const a = shared + step % shape::stages * shape::items;
        const Input* const b = a + shape::items_a;
        // A lane gives a row: of the upper and the lower half of 16, and then of the second eight columns.
        unsigned left[2][down][4], right[2][across / 2][4];
        const auto load = [&](unsigned k) {
#pragma unroll
            for (unsigned i = 0; i < down; ++i) {
                load_matrices<false>(left[k / 16 % 2][i],
                                     a + shape::in_a(y + i * 16 + lane % 16, k / 8 + lane / 16) * 8);
            }
#pragma unroll
            for (unsigned j = 0; j < across / 2; ++j) {
                load_matrices<true>(right[k / 16 % 2][j],
                                    b + shape::in_b(k + lane % 16, x / 8 + j * 2 + lane / 16) * 8);
            }
        };
        load(0);
#pragma unroll
        for (unsigned k = 0; k < shape::depth; k += 16) {
            if (k + 16 < shape::depth) load(k + 16);
#pragma unroll
            for (unsigned i = 0; i < down; ++i) {
#pragma unroll
                for (unsigned j = 0; j < across; ++j) {
                    const auto& pair = right[k / 16 % 2][j / 2];
                    multiply_matrices<Input>(sums[i][j], left[k / 16 % 2][i], pair[j % 2 * 2], pair[j % 2 * 2 + 1]);
                }
            }
        }
    }
    __pipeline_wait_prior(0);
#pragma unroll
    for (unsigned i = 0; i < down; ++i) {
#pragma unroll
        for (unsigned j = 0; j < across; ++j) {
            const place at = {tile.row + y + i * 16 + lane / 4, tile.column + x + j * 8 + lane % 4 * 2};
            store_pair<aligned>(of, at, sums[i][j]);
            store_pair<aligned>(of, {at.row + 8, at.column}, sums[i][j] + 2);
        }
    }
}

static const registration matrix_instructions_rung{{
    .pattern = "matrix-product",
    .number = 11,
    .follows = 10,
    .name = "ldmatrix and mma.sync",
    .fault = "loads, then multiplications",
    .change = "swizzled, copied meanwhile",
    .idea = "Registers are loaded as tensor cores want them, from swizzled tiles. cp.async brings the next two tiles "
            "meanwhile.",
    .hypothesis = "One barrier per tile instead of two, and larger tiles: barriers and sectors fall.",
    .expectations = {{"barriers", direction::falls}, {"global_sectors", direction::falls}},
    .source = "PTX ISA, warp-level matrix instructions; NVIDIA CUTLASS, multistage kernels",
    .block = stages_of_16_bits::threads,
    .supports = takes_16_bits_on_tensor_cores,
    .run =
        [](const arguments& with) {
            with_16_bit_item(with, [&]<class Input>(Input) {
                using shape = stages_of_16_bits;
                const bool aligned = rows_are_aligned(product_of<Input>(with));
                launch_tiles(with, shape::rows, shape::columns, shape::threads,
                             aligned ? matrix_instructions<Input, true> : matrix_instructions<Input, false>,
                             shape::bytes);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
