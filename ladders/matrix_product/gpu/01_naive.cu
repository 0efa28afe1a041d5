// 01: naive, one item of C a thread, neighbouring threads in a column
// Each thread goes along a row of A and down a column of B. Neighbouring threads have neighbouring rows.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

__global__ void naive(product<float> of) {
    const place tile = tile_of_block<32, 32>(of.columns);
    const unsigned row = tile.row + threadIdx.x, column = tile.column + threadIdx.y;
    if (row >= of.rows || column >= of.columns) return;

    float sum = 0;
    for (unsigned k = 0; k < of.inner; ++k) {
        sum += of.a[std::uint64_t{row} * of.inner + k] * of.b[std::uint64_t{k} * of.columns + column];
    }
    of.c[std::uint64_t{row} * of.columns + column] = sum;
}

static const registration naive_rung{{
    .pattern = "matrix-product",
    .number = 1,
    .follows = 0,
    .name = "naive",
    .change = "one item of C per thread",
    .idea = "Each thread computes one item of C. Neighbouring threads compute neighbours of a column.",
    .hypothesis = "The starting point. Each of a warp's 32 loads of A goes to a sector of its own.",
    .expectations = {},
    .source = "the textbook loop, with the x axis of the block along the rows",
    .supports = takes_f32,
    .run = [](const arguments& with) { launch_tiles(with, 32, 32, dim3(32, 32), naive); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
