// Transpose of a few dozen long rows, by units: they become short ones without gaps, and the output of a tile is one
// piece. What follows a staged column there, the next column's first items, is staged behind it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/cuda/transpose/tiles.hpp>
#include <strider/cuda/transpose/units.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

template <class Item>
struct flat_tile {
    static constexpr unsigned size = sizeof(Item), columns = 32 * unit_of<Item>::items;
    /// Fewer rows, and more, go better by strips and by odd_tiles.
    static constexpr unsigned fewest_rows = size == 1 ? 17 : size == 2 ? 32 : 97, most_rows = size <= 2 ? 256 : 128;
    static constexpr unsigned ahead = size == 1 ? 1 : size == 2 ? 2 : 4;  // units of words that a thread has under way
    static constexpr unsigned warps_of(unsigned rows) {
        const unsigned count = unit_of<Item>::rows, groups = (rows + 2 * (count - 1)) / count;
        return (groups + ahead - 1) / ahead;
    }
};

// Two blocks a multiprocessor, which are less than there will be, leave registers for all loads of a thread at once.
template <class Item>
__global__ void __launch_bounds__(flat_tile<Item>::warps_of(flat_tile<Item>::most_rows) * 32, 2)
    flat_tiles(tiled<Item> in, unsigned reciprocal) {
    using shape = flat_tile<Item>;
    using unit = unit_of<Item>;
    constexpr unsigned count = unit::rows, items = unit::items;
    uint4* const units = dynamic_shared<uint4>();
    const auto& task = in.task;
    const auto rows = static_cast<unsigned>(task.rows), warps = blockDim.x / 32, groups = warps * shape::ahead;
    const std::uint64_t first_column = std::uint64_t{blockIdx.x} * shape::columns, left = task.columns - first_column;
    const Item* const from = task.input + blockIdx.y * task.input_distance;
    Item* const to = task.output + blockIdx.y * task.output_distance;
    const unsigned x = threadIdx.x % 32;
    const word_rows<Item, true> input{from, task.rows, task.columns, task.input_stride};
    const auto source = [&](unsigned row, unsigned column) {
        const unsigned behind = row < rows ? 0 : 1;  // the next column; and rows behind those: any others
        const unsigned here = behind == 0 ? row : row < 2 * rows ? row - rows : 0;
        return from + here * task.input_stride + first_column + column + behind;
    };
    const bool inside = first_column >= items && left >= shape::columns + items + 1;

    typename unit::word word[shape::ahead][count];
#pragma unroll
    for (unsigned k = 0; k < shape::ahead; ++k) {
        const unsigned first_row = (threadIdx.x / 32 + k * warps) * count;
        const std::uint64_t column = first_column + x * items;
        if (inside && first_row + count <= rows) {
            read_words(from + first_row * task.input_stride + column, task.input_stride, word[k]);
        } else {
#pragma unroll
            for (unsigned i = 0; i < count; ++i) word[k][i] = {};
            if ((items > 1 && column < items) || column + 2 * items >= task.columns) continue;  // staged below
#pragma unroll
            for (unsigned i = 0; i < count; ++i) word[k][i] = read_word(source(first_row + i, x * items));
        }
    }
#pragma unroll
    for (unsigned k = 0; k < shape::ahead; ++k) {
        uint4 made[items];
        units_of_words<Item>(word[k], made);
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            units[unit::place(x * items + i, groups) + threadIdx.x / 32 + k * warps] = made[i];
        }
    }
    if (!inside) {
        __syncthreads();
        input.stage_edges(0, first_column, shape::columns, units, groups);
    }
    __syncthreads();

    Item* const output = to + first_column * rows;
    const unsigned head = (count - items_behind(count, output, 0)) % count;  // before the first aligned unit
    if (first_column == 0 && threadIdx.x < head) output[threadIdx.x] = from[threadIdx.x * task.input_stride];
    const unsigned end = (left < shape::columns ? static_cast<unsigned>(left) : shape::columns) * rows;
    for (unsigned start = head + threadIdx.x * count; start < end; start += blockDim.x * count) {
        const unsigned column = divided(start, reciprocal), row = start - column * rows, first = row % count;
        const uint4* const staged = units + unit::place(column, groups) + row / count;
        write_unit(output, start, left * rows, unit_between<Item>(staged[0], staged[first == 0 ? 0 : 1], first));
    }
}

/// Whether flat_tiles take it.
template <class Item>
bool is_flat(const transposition<Item>& task) {
    using shape = flat_tile<Item>;
    return task.rows >= shape::fewest_rows && task.rows <= shape::most_rows && task.rows <= task.columns &&
           task.output_stride == task.rows;
}

template <class Item>
void launch_flat(const device_policy& policy, const transposition<Item>& task) {
    using shape = flat_tile<Item>;
    const auto rows = static_cast<unsigned>(task.rows), warps = shape::warps_of(rows);
    const std::size_t units = unit_of<Item>::place(shape::columns, warps * shape::ahead);
    launch_tiles(policy, task, {rows, shape::columns, task.rows}, warps * 32, units * sizeof(uint4), flat_tiles<Item>,
                 reciprocal_of(rows));
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
