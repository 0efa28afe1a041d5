// 03: tiles in shared memory
// A block loads a tile of A and a tile of B. Each item serves as many threads as the tile has rows or columns.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

template <class Input, unsigned side>
__global__ void shared_tile(product<Input> of) {
    __shared__ Input a[side][side], b[side][side];
    const place tile = tile_of_block<side, side>(of.columns);
    const unsigned x = threadIdx.x, y = threadIdx.y, row = tile.row + y, column = tile.column + x;

    float sum = 0;
    for (unsigned first = 0; first < of.inner; first += side) {
        a[y][x] = item_at(of.a, {row, first + x}, of.rows, of.inner);
        b[y][x] = item_at(of.b, {first + y, column}, of.inner, of.columns);
        __syncthreads();
        for (unsigned k = 0; k < side; ++k) sum += static_cast<float>(a[y][k]) * static_cast<float>(b[k][x]);
        __syncthreads();
    }
    if (row < of.rows && column < of.columns) of.c[std::uint64_t{row} * of.columns + column] = sum;
}

static const registration shared_tile_rung{{
    .pattern = "matrix-product",
    .number = 3,
    .follows = 2,
    .name = "shared tile",
    .fault = "each item is loaded n times",
    .change = "tiles in shared memory",
    .idea = "A block loads a tile of A and a tile of B into shared memory. Each item then serves 32 threads.",
    .hypothesis =
        "Global sectors fall by the side of the tile. Shared memory takes over: two loads per multiplication.",
    .expectations = {{"global_sectors", direction::falls}, {"shared_wavefronts", direction::rises}},
    .source = "CUDA C++ programming guide, shared memory; Kirk and Hwu, tiled matrix multiplication",
    .supports = [](const instance& of) { return takes_f32(of) || takes_f16(of); },
    .run =
        [](const arguments& with) {
            const auto run = [&]<class Input, unsigned side>(Input, std::integral_constant<unsigned, side>) {
                launch_tiles(with, side, side, dim3(side, side), shared_tile<Input, side>);
            };
            constexpr std::integral_constant<unsigned, 32> large;
            constexpr std::integral_constant<unsigned, 16> small;
            if (takes_f16(with)) {
                tile_side(with) == 32 ? run(__half{}, large) : run(__half{}, small);
            } else {
                tile_side(with) == 32 ? run(float{}, large) : run(float{}, small);
            }
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
