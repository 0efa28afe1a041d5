// 03: a padded tile
// A tile's row in shared memory is one word longer than the tile: the items of a column lie in banks of their own.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

template <class Item, unsigned side>
__global__ void padded_tile(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    __shared__ Item items[side][side + padding<Item>];
    const place tile = tile_of_block<side>(columns);
    const unsigned x = threadIdx.x, y = threadIdx.y;

    if (tile.row + y < rows && tile.column + x < columns) {
        items[y][x] = input[(tile.row + y) * columns + tile.column + x];
    }
    __syncthreads();

    // The tile's place in the output has rows and columns swapped.
    if (tile.column + y < columns && tile.row + x < rows) {
        output[(tile.column + y) * rows + tile.row + x] = items[x][y];
    }
}

static const registration padded_tile_rung{{
    .pattern = "transpose",
    .number = 3,
    .follows = 2,
    .name = "padded tile",
    .fault = "32 lanes in one bank",
    .change = "a spare word in each row",
    .idea = "Each row of the tile has one more word, so the items of a column lie in different banks.",
    .hypothesis = "Shared wavefronts per request fall from 32 to 1.",
    .expectations = {{"shared_wavefronts_per_request", direction::falls},
                     {"global_sectors_per_request", direction::stays}},
    .source = "W. Truong, CUDA: Analysis, 2: shared memory, no bank conflict; Ruetsch and Micikevicius 2009",
    .supports = tiles_fit_a_grid,
    .run =
        [](const arguments& with) {
            with_item_and_side(with, [&]<class Item, unsigned side>(Item, std::integral_constant<unsigned, side>) {
                launch_tiles(with, side, dim3(side, side), padded_tile<Item, side>);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
