// Transpose item by item, of matrices of any items; and in place.
#pragma once

#include <cstdint>

#include <strider/cuda/transpose/tiles.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// A tile of items of any size.
template <class Item>
struct item_tile {
    static constexpr unsigned side = sizeof(Item) <= 8 ? 64 : 32, threads = 256, step = threads / side;
    /// Items that a row in shared memory is longer than the tile: a column moves on by one bank from row to row.
    static constexpr unsigned padding = sizeof(Item) < 4 ? 4 / sizeof(Item) : 1;
};

/// For any matrices.
template <class Item>
__global__ void __launch_bounds__(item_tile<Item>::threads) item_tiles(tiled<Item> in) {
    using shape = item_tile<Item>;
    constexpr unsigned side = shape::side, step = shape::step;
    __shared__ Item items[side][side + shape::padding];
    const auto& task = in.task;
    const corner tile = tile_of_block(in, side, side);
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side;
    const Item* const from = task.input + blockIdx.y * task.input_distance + tile.column + x;
    Item* const to = task.output + blockIdx.y * task.output_distance + tile.row + x;

    Item ahead[side / step];
    if (tile.row + side <= task.rows && tile.column + side <= task.columns) {
#pragma unroll
        for (unsigned k = 0; k < side / step; ++k) ahead[k] = from[(tile.row + y + k * step) * task.input_stride];
#pragma unroll
        for (unsigned k = 0; k < side / step; ++k) items[y + k * step][x] = ahead[k];
    } else if (tile.column + x < task.columns) {
#pragma unroll
        for (unsigned k = 0; k < side / step; ++k) {
            const std::uint64_t row = tile.row + y + k * step;
            if (row < task.rows) items[y + k * step][x] = from[row * task.input_stride];
        }
    }
    __syncthreads();

    if (tile.row + x >= task.rows) return;
#pragma unroll
    for (unsigned k = 0; k < side / step; ++k) {
        const std::uint64_t row = tile.column + y + k * step;  // of the output
        if (row < task.columns) to[row * task.output_stride] = items[x][y + k * step];
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
    launch_tiles(policy, task, {shape::side, shape::side, task.rows}, shape::threads, 0, item_tiles<Item>);
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
