// Transpose of items of 1 to 8 bytes whose rows begin anywhere, by units. Rows of the output are moved so that each
// begins at a multiple of 32 bytes: a sector of the output is then written by one block, and whole. (A block reads a
// few rows more for that, which the block above it reads as well: the second time from the cache.)
#pragma once

#include <cstdint>

#include <strider/cuda/transpose/tiles.hpp>
#include <strider/cuda/transpose/units.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

template <class Item>
struct odd_tile {
    static constexpr unsigned size = sizeof(Item);
    /// Units of a column, those above the tile with them, and spans of 32 words side by side: longer pieces of rows the
    /// better, both ways, as long as blocks enough fit a multiprocessor.
    static constexpr unsigned groups = size == 1 ? 8 : size == 2 ? 16 : 32, spans = size <= 2 ? 1 : 2, above = 2;
    /// Units of words that a thread has under way: 64 bytes of items, or as many registers.
    static constexpr unsigned ahead = size == 1 ? 1 : size == 2 ? 2 : 8;
    static constexpr unsigned rows_above = above * unit_of<Item>::rows;
    static constexpr unsigned rows = (groups - above) * unit_of<Item>::rows;
    static constexpr unsigned columns = spans * 32 * unit_of<Item>::items;
    static constexpr unsigned threads = groups * spans * 32 / ahead;
    static constexpr unsigned units = unit_of<Item>::place(columns, groups);
};

template <class Item>
__global__ void __launch_bounds__(odd_tile<Item>::threads, 4) odd_tiles(tiled<Item> in) {
    using shape = odd_tile<Item>;
    using unit = unit_of<Item>;
    constexpr unsigned count = unit::rows, items = unit::items, groups = shape::groups;
    __shared__ uint4 units[shape::units];
    const auto& task = in.task;
    const corner tile = tile_of_block(in, shape::rows, shape::columns);
    const std::uint64_t first_row = tile.row - shape::rows_above;  // above the matrix: wraps, and is beyond all rows
    const Item* const from = task.input + blockIdx.y * task.input_distance;
    Item* const to = task.output + blockIdx.y * task.output_distance;
    const std::uint64_t left = task.columns - tile.column;
    const unsigned wide = left < shape::columns ? static_cast<unsigned>(left) : shape::columns;
    const bool complete = tile.row >= shape::rows_above && tile.row + shape::rows <= task.rows;
    const word_rows<Item, false> rows{from, task.rows, task.columns, task.input_stride};
    const bool covered = rows.covers(complete ? first_row : 0, tile.column) &&
                         rows.covers((complete ? tile.row + shape::rows : task.rows) - 1, tile.column + wide - 1);

    typename unit::word word[shape::ahead][count];
#pragma unroll
    for (unsigned k = 0; k < shape::ahead; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, x = at % (32 * shape::spans),
                       y = at / (32 * shape::spans);
        const std::uint64_t row = first_row + y * count, column = tile.column + x * items;
#pragma unroll
        for (unsigned i = 0; i < count; ++i) word[k][i] = {};
        if (column >= task.columns) continue;
        if (complete && covered) {
            read_words(from + row * task.input_stride + column, task.input_stride, word[k]);
        } else if (covered) {  // rows beside the matrix: any others, which are not written
#pragma unroll
            for (unsigned i = 0; i < count; ++i) {
                const std::uint64_t here = row + i < task.rows ? row + i : 0;
                word[k][i] = read_word(from + here * task.input_stride + column);
            }
        } else {
#pragma unroll
            for (unsigned i = 0; i < count; ++i) word[k][i] = rows.word(row + i, column);
        }
    }
#pragma unroll
    for (unsigned k = 0; k < shape::ahead; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, x = at % (32 * shape::spans),
                       y = at / (32 * shape::spans);
        uint4 made[items];
        units_of_words<Item>(word[k], made);
#pragma unroll
        for (unsigned i = 0; i < items; ++i) units[unit::place(x * items + i, groups) + y] = made[i];
    }
    if (items > 1 && !covered) {
        __syncthreads();
        rows.stage_edges(first_row, tile.column, shape::columns, units, groups);
    }
    __syncthreads();

    constexpr unsigned step = shape::threads / groups;  // columns that the block's threads take at once
    static_assert(step % items == 0);
    const unsigned j = threadIdx.x % groups, above_and_items = (shape::above + j) * count;
    if (j >= groups - shape::above) return;
    Item* output = to + (tile.column + threadIdx.x / groups) * task.output_stride + tile.row;
    const uint4* staged = units + unit::place(threadIdx.x / groups, groups);
#pragma unroll 2
    for (unsigned column = threadIdx.x / groups; column < wide; column += step) {
        const unsigned back = items_behind(shape::rows_above, output, 0);
        const unsigned row = above_and_items - back, first = row % count, low = row / count;
        const uint4 made = unit_between<Item>(staged[low], staged[first == 0 ? low : low + 1], first);
        if (complete) {
            *reinterpret_cast<uint4*>(output + j * count - back) = made;
        } else {
            write_unit(output - tile.row, tile.row + j * count - back, task.rows, made);
        }
        output += step * task.output_stride;
        staged += unit::place(step, groups);
    }
}

template <class Item>
void launch_odd(const device_policy& policy, const transposition<Item>& task) {
    using shape = odd_tile<Item>;
    launch_tiles(policy, task, {shape::rows, shape::columns, task.rows + (shape::rows_above - 1)}, shape::threads, 0,
                 odd_tiles<Item>);
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
