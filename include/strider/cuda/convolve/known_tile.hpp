// Dense convolution by square masks whose size the kernel knows: a tile and its halo come to shared memory by
// asynchronous copies as they are, and a thread holds the sums of neighbouring elements in several rows.
//
// A row of pixels is a row of elements: with channels, what neighbouring weights meet is so many elements apart, and
// nothing is taken apart. What a thread needs of a row is loaded and converted once and meets all rows of the mask that
// it is part of, so that every sum takes its rows from the top down. No loop is left: weights are operands that hardly
// cost a load, and blocks in other phases fill the waits. No multiply-add is spent on the halo, as strips do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// A tile, all in elements.
template <class T, unsigned Channels, unsigned Width>
struct known_tile_shape {
    static constexpr unsigned unit = 16 / sizeof(T);  ///< of copies
    /// A lane's sums: more rows convert and load less, fewer leave more lanes to hide what is waited for. (9 x 9 f32 on
    /// an H200: 262 us with 4 rows, 292 with 8.)
    static constexpr unsigned wide = sizeof(T) == 8 ? 2 : 4, high = sizeof(T) < 4 ? 8 : 4;
    static constexpr unsigned across = 32, down = 4, threads = across * down;
    static constexpr unsigned columns = across * wide, rows = down * high;
    /// Blocks that are to share a multiprocessor: with 8, f32 of 3 and 4 channels spill at 3 x 3.
    static constexpr unsigned resident = sizeof(T) == 4 ? 7 : 8;
    /// The halo to the left and right of the tile in its rows: whole units.
    static constexpr unsigned left = (Width / 2 * Channels + unit - 1) / unit * unit;
    static constexpr unsigned right = ((Width - 1) / 2 * Channels + unit - 1) / unit * unit;
    static constexpr unsigned pitch = left + columns + right, units = pitch / unit;
    static constexpr unsigned input_rows = rows + Width - 1;
    /// The elements that a lane needs of a row, and the pieces that it loads for them.
    static constexpr unsigned window = wide + (Width - 1) * Channels;
    static constexpr unsigned first = left - Width / 2 * Channels, first_piece = first / wide;
    static constexpr unsigned pieces = (first + window + wide - 1) / wide - first_piece;
};

/// The tiles of an image.
struct known_tiles_shape {
    std::uint64_t across;
    std::int64_t first_column;         ///< at which tiles begin, in elements
    std::int64_t shift;                ///< from the middle of the mask to its anchor: where sums are stored
    bool input_pieces, output_pieces;  ///< rows begin where copies and stores want them
};

/// Loads the rows of a tile from `top` on, from the element `left` of each.
template <class Shape, unsigned Channels, class T>
__device__ __forceinline__ void load_known_tile(const convolution<T>& task, bool in_pieces, std::int64_t top,
                                                std::int64_t left, T* pixels) {
    struct alignas(16) unit {
        T element[Shape::unit];
    };
    const std::int64_t elements = task.row_elements();
    constexpr unsigned count = Shape::input_rows * Shape::units;
    if (in_pieces && top >= 0 && top + Shape::input_rows <= task.rows && left >= 0 &&
        left + static_cast<std::int64_t>(Shape::units * Shape::unit) <= elements) {
        const T* const from = task.input + top * static_cast<std::int64_t>(task.input_stride) + left;
#pragma unroll
        for (unsigned i = threadIdx.x; i < count; i += Shape::threads) {
            const unsigned y = i / Shape::units, u = i % Shape::units;
            copy_async(reinterpret_cast<unit*>(pixels) + i,
                       reinterpret_cast<const unit*>(from + y * task.input_stride) + u);
        }
    } else {
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < count; i += Shape::threads) {
            const unsigned y = i / Shape::units, u = i % Shape::units;
            const std::int64_t source = source_of(top + y, task.rows, task.outside), column = left + u * Shape::unit;
            const T* const row = task.input + source * static_cast<std::int64_t>(task.input_stride);
            unit& to = reinterpret_cast<unit*>(pixels)[i];
            if (in_pieces && source >= 0 && column >= 0 &&
                column + static_cast<std::int64_t>(Shape::unit) <= elements) {
                copy_async(&to, reinterpret_cast<const unit*>(row + column));
                continue;
            }
#pragma unroll 1
            for (unsigned e = 0; e < Shape::unit; ++e) {
                const std::int64_t place = source < 0 ? -1 : element_of(task, column + e, Channels);
                to.element[e] = place < 0 ? task.fill : row[place];
            }
        }
    }
    commit_copies();
    wait_for_copies<0>();
    __syncthreads();
}

template <class T, unsigned Channels, unsigned Width>
__global__ void __launch_bounds__(known_tile_shape<T, Channels, Width>::threads,
                                  known_tile_shape<T, Channels, Width>::resident)
    known_tile_kernel(const __grid_constant__ convolution<T> task,
                      const __grid_constant__ mask_parameter<weight_of<T>, Width * Width> mask,
                      const __grid_constant__ known_tiles_shape tiles) {
    using Weight = weight_of<T>;
    using shape = known_tile_shape<T, Channels, Width>;
    constexpr unsigned wide = shape::wide, high = shape::high;
    T* const pixels = reinterpret_cast<T*>(dynamic_shared<uint4>());
    const std::int64_t first_row = static_cast<std::int64_t>(blockIdx.x / tiles.across) * shape::rows;
    const std::int64_t first_column =
        tiles.first_column + static_cast<std::int64_t>(blockIdx.x % tiles.across) * shape::columns;
    load_known_tile<shape, Channels>(task, tiles.input_pieces, first_row - task.anchor_row, first_column - shape::left,
                                     pixels);

    const unsigned lane = threadIdx.x % shape::across, y = threadIdx.x / shape::across * high;
    Weight sums[high][wide] = {};
    // Adds row t of the pixels to the sums of rows `begin` to `end`.
    const auto add_row = [&](unsigned t, unsigned begin, unsigned end) {
        Weight window[shape::pieces * wide];
        const auto* const line =
            reinterpret_cast<const piece<T, wide>*>(pixels + (y + t) * shape::pitch) + shape::first_piece + lane;
        load_pieces(line, window);
#pragma unroll
        for (unsigned h = 0; h < high; ++h) {
            if (h < begin || h >= end) continue;
            add_columns<Width, Channels>(mask.weight + (t - h) * Width,
                                         window + (shape::first - shape::first_piece * wide), sums[h]);
        }
    };
    // The first rows do not meet all sums yet, and the last ones not any more.
#pragma unroll
    for (unsigned t = 0; t < Width + high - 1; ++t) add_row(t, t < Width ? 0 : t - Width + 1, t + 1);

    const std::int64_t row = first_row + y, column = first_column + lane * wide + tiles.shift;
    T* to = task.output + row * static_cast<std::int64_t>(task.output_stride) + column;
#pragma unroll
    for (unsigned h = 0; h < high; ++h) {
        if (row + h >= task.rows) return;
        store_sums(to, column, task.row_elements(), tiles.output_pieces, sums[h]);
        to += task.output_stride;
    }
}

template <unsigned Channels, unsigned Width, class T>
void launch_known_tile(const device_policy& policy, const convolution<T>& task, const weight_of<T>* weights) {
    using shape = known_tile_shape<T, Channels, Width>;
    mask_parameter<weight_of<T>, Width * Width> mask;
    std::copy_n(weights, Width * Width, mask.weight);
    const middle_of_mask middle(task, Channels, Width, shape::unit);
    const std::uint64_t across = parts_of(middle.elements, shape::columns),
                        down = parts_of(static_cast<std::uint64_t>(task.rows), shape::rows);
    const known_tiles_shape tiles{
        across, middle.first_column, middle.shift, begins_whole(task.input, task.input_stride, task.rows, 16),
        middle.shift == 0 && begins_whole(task.output, task.output_stride, task.rows, alignof(piece<T, shape::wide>))};
    const auto kernel = known_tile_kernel<T, Channels, Width>;
    launch_configuration at = detail::launch_of(policy, across * down, shape::threads);
    at.shared_bytes = sizeof(T) * shape::input_rows * shape::pitch;
    allow_shared(kernel, at.shared_bytes);
    launch(kernel, at, task, mask, tiles);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
