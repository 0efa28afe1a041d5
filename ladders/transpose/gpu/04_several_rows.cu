// 04: four rows a thread
// A quarter of the threads for the same tile: indices are calculated once for four items, and each thread has four
// loads in flight.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

/// Rows of the tile for a thread: the block has a quarter of the threads.
inline constexpr unsigned rows_a_thread = 4;

template <class Item, unsigned side>
__global__ void several_rows(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    __shared__ Item items[side][side + padding<Item>];
    const place tile = tile_of_block<side>(columns);
    const unsigned x = threadIdx.x;

#pragma unroll
    for (unsigned y = threadIdx.y; y < side; y += side / rows_a_thread) {
        if (tile.row + y < rows && tile.column + x < columns) {
            items[y][x] = input[(tile.row + y) * columns + tile.column + x];
        }
    }
    __syncthreads();

    // The tile's place in the output has rows and columns swapped.
#pragma unroll
    for (unsigned y = threadIdx.y; y < side; y += side / rows_a_thread) {
        if (tile.column + y < columns && tile.row + x < rows) {
            output[(tile.column + y) * rows + tile.row + x] = items[x][y];
        }
    }
}

static const registration several_rows_rung{{
    .pattern = "transpose",
    .number = 4,
    .follows = 3,
    .name = "four rows a thread",
    .fault = "one load in flight per thread",
    .change = "four rows per thread",
    .idea = "A block of 32 x 8 threads takes a 32 x 32 tile, so each thread has four loads in flight.",
    .hypothesis = "A quarter of the threads makes the same accesses: sectors and wavefronts stay. On a GPU four times "
                  "as many bytes are in flight (the emulator counts them only up to the next if), and 8 warps, not 32, "
                  "wait at each barrier.",
    .expectations = {{"global_sectors", direction::stays}, {"shared_wavefronts", direction::stays}},
    .source = "Ruetsch and Micikevicius 2009, Optimizing Matrix Transpose in CUDA",
    .supports = tiles_fit_a_grid,
    .run =
        [](const arguments& with) {
            with_item_and_side(with, [&]<class Item, unsigned side>(Item, std::integral_constant<unsigned, side>) {
                launch_tiles(with, side, dim3(side, side / rows_a_thread), several_rows<Item, side>);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
