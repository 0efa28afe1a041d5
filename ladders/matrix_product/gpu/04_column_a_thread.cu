// 04: eight items of a column for each thread
// A value of B that a thread loads from shared memory serves eight products in its registers.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(512) column_a_thread(product<float> of) {
    constexpr unsigned side = 64, depth = 8, items = 8;
    __shared__ float a[side][depth], b[depth][side];
    const place tile = tile_of_block<side, side>(of.columns);
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side * items;

    float sums[items] = {};
    for (unsigned first = 0; first < of.inner; first += depth) {
        const unsigned row = threadIdx.x / depth, k_of_a = threadIdx.x % depth;
        a[row][k_of_a] = item_at(of.a, {tile.row + row, first + k_of_a}, of.rows, of.inner);
        b[y / items][x] = item_at(of.b, {first + y / items, tile.column + x}, of.inner, of.columns);
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float right = b[k][x];
#pragma unroll
            for (unsigned i = 0; i < items; ++i) sums[i] += a[y + i][k] * right;
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
        const unsigned row = tile.row + y + i, column = tile.column + x;
        if (row < of.rows && column < of.columns) of.c[std::uint64_t{row} * of.columns + column] = sums[i];
    }
}

static const registration column_a_thread_rung{{
    .pattern = "matrix-product",
    .number = 4,
    .follows = 3,
    .name = "a column per thread",
    .fault = "two loads a multiplication",
    .change = "eight items per thread",
    .idea = "Each thread computes eight items of a column: a value of B from shared memory serves eight products.",
    .hypothesis =
        "Nine loads from shared memory serve eight multiplications: wavefronts fall to little more than half.",
    .expectations = {{"shared_wavefronts", direction::falls}, {"global_sectors", direction::falls}},
    .source = "Volkov and Demmel 2008, Benchmarking GPUs to tune dense linear algebra",
    .block = 512,
    .supports = takes_f32,
    .run = [](const arguments& with) { launch_tiles(with, 64, 64, 512, column_a_thread); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
