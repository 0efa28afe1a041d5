// 05: a square of 8 x 8 items for each thread
// Sixteen values from shared memory serve 64 products in registers.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(256, 2) square_a_thread(product<float> of) {
    constexpr unsigned side = 128, depth = 8, items = 8, threads = 256;
    __shared__ float a[side][depth], b[depth][side];
    const place tile = tile_of_block<side, side>(of.columns);
    const unsigned x = threadIdx.x % 16 * items, y = threadIdx.x / 16 * items;

    float sums[items][items] = {};
    for (unsigned first = 0; first < of.inner; first += depth) {
#pragma unroll
        for (unsigned at = threadIdx.x; at < side * depth; at += threads) {
            const unsigned row = at / depth, k_of_a = at % depth, k_of_b = at / side, column = at % side;
            a[row][k_of_a] = item_at(of.a, {tile.row + row, first + k_of_a}, of.rows, of.inner);
            b[k_of_b][column] = item_at(of.b, {first + k_of_b, tile.column + column}, of.inner, of.columns);
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            float left[items], right[items];
#pragma unroll
            for (unsigned i = 0; i < items; ++i) {
                left[i] = a[y + i][k];
                right[i] = b[k][x + i];
            }
#pragma unroll
            for (unsigned i = 0; i < items; ++i) {
#pragma unroll
                for (unsigned j = 0; j < items; ++j) sums[i][j] += left[i] * right[j];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
#pragma unroll
        for (unsigned j = 0; j < items; ++j) {
            const unsigned row = tile.row + y + i, column = tile.column + x + j;
            if (row < of.rows && column < of.columns) of.c[std::uint64_t{row} * of.columns + column] = sums[i][j];
        }
    }
}

static const registration square_a_thread_rung{{
    .pattern = "matrix-product",
    .number = 5,
    .follows = 4,
    .name = "a square per thread",
    .fault = "a load a multiplication",
    .change = "8 x 8 items per thread",
    .idea = "Each thread computes a square of 8 x 8 items: sixteen values from shared memory serve 64 products.",
    .hypothesis = "A quarter of a load per multiplication: shared wavefronts fall. Larger tiles halve the bytes "
                  "loaded. But each lane stores eight neighbours one by one.",
    .expectations = {{"shared_wavefronts", direction::falls}, {"global_bytes_loaded", direction::falls}},
    .source = "Volkov and Demmel 2008; Tan et al. 2011, Fast implementation of DGEMM on Fermi GPU",
    .block = 256,
    .supports = takes_f32,
    .run = [](const arguments& with) { launch_tiles(with, 128, 128, 256, square_a_thread); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
