// 07: no bank conflicts
// A thread's columns are two quads half a tile apart, so neighbouring threads load neighbouring quads. The rows of the
// transposed tile of A are a quad longer, so that its stores go to different banks.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

template <bool aligned>
__global__ void __launch_bounds__(256, 2) no_bank_conflicts(product<float> of) {
    constexpr unsigned side = 128, depth = 8, items = 8, half = side / 2;
    __shared__ float4 a[depth][side / 4 + 1], b[depth][side / 4];
    const place tile = tile_of_block<side, side>(of.columns);
    const unsigned x = threadIdx.x % 16 * 4, y = threadIdx.x / 16 * 4;
    const place from_a = {threadIdx.x / 2, threadIdx.x % 2 * 4}, from_b = {threadIdx.x / 32, threadIdx.x % 32 * 4};

    float sums[items][items] = {};
    for (unsigned first = 0; first < of.inner; first += depth) {
        const float4 of_a = quad_at<aligned>(of.a, {tile.row + from_a.row, first + from_a.column}, of.rows, of.inner);
        const float turned[4] = {of_a.x, of_a.y, of_a.z, of_a.w};
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) reinterpret_cast<float*>(a[from_a.column + k])[from_a.row] = turned[k];
        b[from_b.row][from_b.column / 4] =
            quad_at<aligned>(of.b, {first + from_b.row, tile.column + from_b.column}, of.inner, of.columns);
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float4 left[2] = {a[k][y / 4], a[k][(half + y) / 4]}, right[2] = {b[k][x / 4], b[k][(half + x) / 4]};
            add_products(left, right, sums);
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 2; ++j) {
            const unsigned row = tile.row + y + i / 4 * half + i % 4, column = tile.column + x + j * half;
            store_quad<aligned>(of, {row, column}, &sums[i][4 * j]);
        }
    }
}

static const registration no_bank_conflicts_rung{{
    .pattern = "matrix-product",
    .number = 7,
    .follows = 6,
    .name = "no bank conflicts",
    .fault = "quads 32 bytes apart",
    .change = "neighbouring quads, padding",
    .idea = "A thread's columns are two quads half a tile apart, so that a warp loads whole lines of B. A padded tile "
            "spreads the stores of A.",
    .hypothesis = "Shared wavefronts beyond the least fall.",
    .expectations = {{"shared_wavefronts", direction::falls}, {"shared_excess_wavefronts", direction::falls}},
    .source = "Lai and Seznec 2013, Performance upper bound analysis and optimization of SGEMM on Fermi and Kepler",
    .block = 256,
    .supports = takes_f32,
    .run =
        [](const arguments& with) {
            const bool aligned = rows_are_aligned(product_of<float>(with));
            launch_tiles(with, 128, 128, 256, aligned ? no_bank_conflicts<true> : no_bank_conflicts<false>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
