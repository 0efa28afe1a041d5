// 01: naive, one item a thread
// Neighbouring threads read neighbours of a row, and write neighbours of a column: a row's length apart.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

template <class Item, unsigned side>
__global__ void naive(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    const place tile = tile_of_block<side>(columns);
    const std::uint64_t row = tile.row + threadIdx.y, column = tile.column + threadIdx.x;
    if (row < rows && column < columns) output[column * rows + row] = input[row * columns + column];
}

static const registration naive_rung{{
    .pattern = "transpose",
    .number = 1,
    .follows = 0,
    .name = "naive",
    .change = "one item per thread",
    .idea = "Each thread reads one item from its row and writes it to its column.",
    .hypothesis = "The starting point. Each of a warp's 32 writes goes to a sector of its own.",
    .expectations = {},
    .source = "W. Truong, CUDA: Analysis, 2: naive",
    .supports = tiles_fit_a_grid,
    .run =
        [](const arguments& with) {
            with_item_and_side(with, [&]<class Item, unsigned side>(Item, std::integral_constant<unsigned, side>) {
                launch_tiles(with, side, dim3(side, side), naive<Item, side>);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
