// Transpose of items of 1 and 2 bytes whose rows begin anywhere: tiles whose rows are 128 bytes and more both ways.
//
// A row that begins within a word is staged as it comes; by how many items it is moved on differs from row to row, but
// repeats every `items` rows. A word of the output is gathered from as many staged rows. As in item_tiles.hpp, rows of
// the output are moved so that blocks write whole sectors, for which some rows above the tile are read.
#pragma once

#include <cstdint>

#include <strider/cuda/transpose/words.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

template <class Item>
struct odd_tile {
    static constexpr unsigned items = staged_item<Item>::items;
    static constexpr unsigned rows = 128 / sizeof(Item), columns = 128;
    static constexpr unsigned alignment = 32 / sizeof(Item), above = alignment;
    static constexpr unsigned high = rows + above,
                              wide = columns / items;  // wide: words, beside one that rows begin in
    static constexpr unsigned pitch = wide + 1, words = high * pitch + high / items;
    /// Rows that the block's threads take at once, of the input and of the output: rows that are moved on alike.
    static constexpr unsigned down = staging_threads / wide, across = staging_threads / 32;
    static_assert(down % items == 0 && across % items == 0 && high % down == 0 && high <= staging_threads);

    /// The first word of a staged row. A word is left out behind as many rows as make a word of the output, so that its
    /// neighbours come from other banks.
    __device__ static constexpr unsigned begin_of(unsigned row) { return row * pitch + row / items; }
};

template <class Item>
__global__ void __launch_bounds__(staging_threads) odd_tiles(tiled<Item> in) {
    using shape = odd_tile<Item>;
    constexpr unsigned items = shape::items;
    __shared__ std::uint32_t words[shape::words];
    const auto& task = in.task;
    const corner tile = tile_of_block(in, shape::rows, shape::columns);
    const std::uint64_t first_row = tile.row - shape::above;  // above the matrix: wraps, and is beyond all rows
    const Item* const from = task.input + blockIdx.y * task.input_distance;
    Item* const to = task.output + blockIdx.y * task.output_distance;
    const bool complete = tile.row >= shape::above && tile.row + shape::rows <= task.rows && tile.column >= items &&
                          tile.column + shape::columns + items <= task.columns;

    const auto behind = [&](unsigned row) {
        return items_behind(items, from, (first_row + row) * task.input_stride + tile.column);
    };
    const auto stage_checked_word = [&](unsigned row, unsigned w) {
        if (first_row + row >= task.rows) return;
        stage_checked<items>(words + shape::begin_of(row) + w, from + (first_row + row) * task.input_stride,
                             tile.column + w * items - behind(row), task.columns);
    };
    const unsigned x = threadIdx.x % shape::wide, y = threadIdx.x / shape::wide;
    if (complete) {
        const Item* const first = from + (first_row + y) * task.input_stride + tile.column + x * items - behind(y);
#pragma unroll
        for (unsigned k = 0; k < shape::high / shape::down; ++k) {
            stage<items>(words + shape::begin_of(y + k * shape::down) + x, first + k * shape::down * task.input_stride);
        }
    } else {
        for (unsigned k = 0; k < shape::high / shape::down; ++k) stage_checked_word(y + k * shape::down, x);
    }
    if (threadIdx.x < shape::high) stage_checked_word(threadIdx.x, shape::wide);
    commit_copies();
    wait_for_copies<0>();
    __syncthreads();

    // The word that begins with item `row` of a column: where in shared memory its items are, but for the column.
    const unsigned w = threadIdx.x % 32 * items;
    const Item* const row_of_output = to + (tile.column + threadIdx.x / 32) * task.output_stride;
    const unsigned back_first = items_behind(shape::alignment, row_of_output, tile.row);
    const unsigned remainder = (shape::above + w - back_first) % items;  // of this thread's words, all alike
    unsigned place[items];
#pragma unroll
    for (unsigned v = 0; v < items; ++v) {
        place[v] =
            (shape::begin_of(remainder + v) - remainder * shape::pitch) * 4 + behind(remainder + v) * sizeof(Item);
    }
#pragma unroll
    for (unsigned k = 0; k < shape::columns / shape::across; ++k) {
        const unsigned column = threadIdx.x / 32 + k * shape::across;
        Item* const output = to + (tile.column + column) * task.output_stride;
        const unsigned back = items_behind(shape::alignment, output, tile.row);
        const unsigned row = shape::above + w - back;
        const unsigned begin = (row * shape::pitch + row / items) * 4 + column * sizeof(Item);
        const auto item = [&](unsigned v) { return staged_at<Item>(words, begin + place[v]); };
        if (complete) {
            write_word(output + tile.row + w - back, item);
        } else if (tile.column + column < task.columns) {
            write_checked(output, tile.row + w - back, task.rows, item);
        }
    }
}

template <class Item>
void launch_odd(const device_policy& policy, const transposition<Item>& task) {
    using shape = odd_tile<Item>;
    launch_tiles(policy, task, {shape::rows, shape::columns, task.rows + (shape::above - 1)}, staging_threads, 0,
                 odd_tiles<Item>);
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
