// Transpose item by item, of any matrices; and in place. Rows of the output are moved so that each begins at a multiple
// of 32 bytes: a sector of the output is then written by one block, and whole. (A block reads a few rows more for that,
// which the block above it reads as well: the second time from the cache.)
#pragma once

#include <cstdint>

#include <strider/cuda/transpose/tiles.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// A tile of items of any size, and the rows above it that are read as well.
template <class Item>
struct item_tile {
    static constexpr unsigned side = sizeof(Item) <= 8 ? 64 : 32, threads = 256, step = threads / side;
    static constexpr unsigned sector = sizeof(Item) == 4 || sizeof(Item) == 8 ? 32 / sizeof(Item) : 1;  // in items
    static constexpr unsigned above = sector == 1 ? 0 : sector, high = side + above;
    static_assert(above % step == 0);
    /// Items that a row in shared memory is longer than the tile: a column moves on by one bank from row to row.
    static constexpr unsigned padding = sizeof(Item) < 4 ? 4 / sizeof(Item) : 1;
};

/// Of any matrices.
template <class Item>
__global__ void __launch_bounds__(item_tile<Item>::threads) item_tiles(tiled<Item> in) {
    using shape = item_tile<Item>;
    constexpr unsigned side = shape::side, step = shape::step, above = shape::above, high = shape::high;
    __shared__ Item items[high][side + shape::padding];
    const auto& task = in.task;
    const corner tile = tile_of_block(in, side, side);
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side;
    const Item* const from = task.input + blockIdx.y * task.input_distance + tile.column + x;
    Item* const to = task.output + blockIdx.y * task.output_distance;

    // Row y of `items` is row tile.row - above + y of the input.
    Item ahead[high / step];
    const bool all_above = above == 0 || tile.row != 0;
    if (all_above && tile.row + side <= task.rows && tile.column + side <= task.columns) {
        const Item* const first = from + (tile.row - above + y) * task.input_stride;
#pragma unroll
        for (unsigned k = 0; k < high / step; ++k) ahead[k] = first[k * step * task.input_stride];
#pragma unroll
        for (unsigned k = 0; k < high / step; ++k) items[y + k * step][x] = ahead[k];
    } else if (tile.column + x < task.columns) {
#pragma unroll
        for (unsigned k = 0; k < high / step; ++k) {
            const std::uint64_t row = tile.row + y + k * step - above;  // above the first row: wraps, and is beyond all
            if (row < task.rows) items[y + k * step][x] = from[row * task.input_stride];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned k = 0; k < side / step; ++k) {
        const std::uint64_t row = tile.column + y + k * step;  // of the output
        if (row >= task.columns) break;
        Item* const place = to + row * task.output_stride + tile.row + x;
        const unsigned back =
            shape::sector == 1
                ? 0
                : static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(place - x) / sizeof(Item)) % shape::sector;
        const std::uint64_t column = tile.row + x - back;  // left of the first column: wraps, and is beyond all
        if (column < task.rows) place[-static_cast<int>(back)] = items[above + x - back][y + k * step];
    }
}

/// In place: a block exchanges a tile and its mirror image.
template <class Item>
__global__ void __launch_bounds__(256) exchange_tiles(Item* matrix, std::uint64_t rows, std::uint64_t stride) {
    constexpr unsigned side = 32, step = 256 / side;
    __shared__ Item tiles[2][side][side + item_tile<Item>::padding];
    const std::uint64_t top = std::uint64_t{blockIdx.y} * side, left = std::uint64_t{blockIdx.x} * side;
    if (left < top) return;  // its mirror image's block takes it
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side;
#pragma unroll
    for (unsigned k = 0; k < side; k += step) {
        if (top + y + k < rows && left + x < rows) tiles[0][y + k][x] = matrix[(top + y + k) * stride + left + x];
        if (left + y + k < rows && top + x < rows) tiles[1][y + k][x] = matrix[(left + y + k) * stride + top + x];
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < side; k += step) {
        if (top + y + k < rows && left + x < rows) matrix[(top + y + k) * stride + left + x] = tiles[1][x][y + k];
        if (left > top && left + y + k < rows && top + x < rows) {
            matrix[(left + y + k) * stride + top + x] = tiles[0][x][y + k];
        }
    }
}

template <class Item>
void launch_items(const device_policy& policy, const transposition<Item>& task) {
    using shape = item_tile<Item>;
    launch_tiles(policy, task, {shape::side, shape::side, task.rows + (shape::sector - 1)}, shape::threads, 0,
                 item_tiles<Item>);
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
