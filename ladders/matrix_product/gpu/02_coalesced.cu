// 02: coalesced
// Neighbouring threads compute neighbours of a row: they load one item of A together, and a line of B.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

__global__ void coalesced(product<float> of) {
    const place tile = tile_of_block<32, 32>(of.columns);
    const unsigned row = tile.row + threadIdx.y, column = tile.column + threadIdx.x;
    if (row >= of.rows || column >= of.columns) return;

    float sum = 0;
    for (unsigned k = 0; k < of.inner; ++k) {
        sum += of.a[std::uint64_t{row} * of.inner + k] * of.b[std::uint64_t{k} * of.columns + column];
    }
    of.c[std::uint64_t{row} * of.columns + column] = sum;
}

static const registration coalesced_rung{{
    .pattern = "matrix-product",
    .number = 2,
    .follows = 1,
    .name = "coalesced",
    .fault = "loads go down columns",
    .change = "x along the rows of C",
    .idea = "Neighbouring threads compute neighbours of a row. They load the same item of A, and a line of B.",
    .hypothesis = "Sectors per request fall from 32 to 4.",
    .expectations = {{"global_sectors_per_request", direction::falls}, {"global_sectors", direction::falls}},
    .source = "CUDA C++ programming guide, matrix multiplication without shared memory",
    .supports = takes_f32,
    .run = [](const arguments& with) { launch_tiles(with, 32, 32, dim3(32, 32), coalesced); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
