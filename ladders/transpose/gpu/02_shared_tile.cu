// 02: through a tile in shared memory
// The tile is read row by row and written row by row; what goes down a column is the walk through shared memory.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

template <class Item, unsigned side>
__global__ void shared_tile(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    __shared__ Item items[side][side];
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

static const registration shared_tile_rung{{
    .pattern = "transpose",
    .number = 2,
    .follows = 1,
    .name = "shared tile",
    .fault = "columns written word by word",
    .change = "transposed in shared memory",
    .idea = "A tile waits in shared memory, where it is written by rows and read by columns. So global memory is read "
            "and written along rows.",
    .hypothesis = "Sectors per request fall from 32 to 4. Each column of the tile lies in one bank, so shared memory "
                  "takes 32 wavefronts per request.",
    .expectations = {{"global_sectors_per_request", direction::falls},
                     {"shared_wavefronts_per_request", direction::rises}},
    .source = "W. Truong, CUDA: Analysis, 2: shared memory only",
    .supports = tiles_fit_a_grid,
    .run =
        [](const arguments& with) {
            with_item_and_side(with, [&]<class Item, unsigned side>(Item, std::integral_constant<unsigned, side>) {
                launch_tiles(with, side, dim3(side, side), shared_tile<Item, side>);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
