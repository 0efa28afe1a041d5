// 05: a swizzled tile instead of a padded one
// Row y keeps its column x at x ^ y: every row and every column lies in all banks, and no word is spent on it.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

/// Rows of the tile for a thread: the block has a quarter of the threads.
inline constexpr unsigned rows_a_thread = 4;

template <class Item, unsigned side>
__global__ void swizzled_tile(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    __shared__ Item items[side][side];
    const place tile = tile_of_block<side>(columns);
    const unsigned x = threadIdx.x;

#pragma unroll
    for (unsigned y = threadIdx.y; y < side; y += side / rows_a_thread) {
        if (tile.row + y < rows && tile.column + x < columns) {
            items[y][x ^ y] = input[(tile.row + y) * columns + tile.column + x];
        }
    }
    __syncthreads();

    // The tile's place in the output has rows and columns swapped.
#pragma unroll
    for (unsigned y = threadIdx.y; y < side; y += side / rows_a_thread) {
        if (tile.column + y < columns && tile.row + x < rows) {
            output[(tile.column + y) * rows + tile.row + x] = items[x][y ^ x];
        }
    }
}

static const registration swizzled_tile_rung{{
    .pattern = "transpose",
    .number = 5,
    .follows = 4,
    .name = "swizzled tile",
    .fault = "padding costs memory",
    .change = "banks by exclusive-or",
    .idea = "The exclusive-or of column and row number spreads a column over the banks, without the memory that "
            "padding takes.",
    .hypothesis = "Shared wavefronts per request stay at 1, and rows stay aligned for wider accesses.",
    .expectations = {{"shared_wavefronts_per_request", direction::stays},
                     {"global_sectors_per_request", direction::stays}},
    .source = "CUTLASS, swizzled shared-memory layouts",
    .supports = tiles_fit_a_grid,
    .run =
        [](const arguments& with) {
            with_item_and_side(with, [&]<class Item, unsigned side>(Item, std::integral_constant<unsigned, side>) {
                launch_tiles(with, side, dim3(side, side / rows_a_thread), swizzled_tile<Item, side>);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
