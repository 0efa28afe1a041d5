// Dense convolution by masks that no kernel knows: the pixels of a tile and their halo stand in shared memory as sums
// need them, and the weights beside them. A thread holds the sums of several rows of neighbouring pixels, and each row
// of pixels meets as many columns of the mask at once as neighbours. The mask's size is known only at run time. The
// size of everything in registers is known when the kernel is compiled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// The tiles of masks that no kernel knows. A block computes one channel of one tile.
struct tiles_shape {
    std::uint64_t across;
    unsigned columns, rows;  ///< of a tile, in pixels
    bool output_pieces;      ///< rows begin where wide stores want them
    __device__ std::int64_t first_row(unsigned channels) const {
        return static_cast<std::int64_t>(blockIdx.x / channels / across) * rows;
    }
    __device__ std::int64_t first_column(unsigned channels) const {
        return static_cast<std::int64_t>(blockIdx.x / channels % across) * columns;
    }
};

/// Lanes across and down, and the sums of a lane: `Rows` rows of them, one for masks of one row.
template <class Weight, unsigned Rows>
struct tile_shape {
    static constexpr unsigned across = Rows == 1 ? 64 : 16, down = Rows == 1 ? 1 : 8, threads = across * down;
    static constexpr unsigned unit = 16 / sizeof(Weight), wide = 2 * unit, high = Rows;
    static constexpr unsigned columns = across * wide, rows = down * high;
    static constexpr unsigned resident = Rows == 1 ? 16 : 6;       ///< blocks that are to share a multiprocessor
    static constexpr unsigned loaders = Rows == 1 ? threads : 32;  ///< threads that load a row of pixels

    /// Elements from one row of weights in shared memory to the next, and of pixels: what is beyond the mask is there
    /// to be loaded.
    __host__ __device__ static constexpr unsigned weight_pitch(unsigned mask_columns) {
        return (mask_columns + wide - 1) / wide * wide;
    }
    __host__ __device__ static constexpr unsigned pixel_pitch(unsigned mask_columns) {
        return columns + weight_pitch(mask_columns);
    }
    /// Where pixel x of such a row stands: all first halves of what lanes load, and then all second halves, since lanes
    /// that are to read 16 bytes each without conflicts need them side by side.
    __device__ static unsigned place(unsigned x, unsigned pitch) {
        return x / unit % 2 * (pitch / 2) + x / wide * unit + x % unit;
    }
};

/// Begins to load the pixels of a tile of `channel` that begins at `top`, `left`, and those round it.
template <class Shape, class T>
__device__ __forceinline__ void load_tile(const convolution<T>& task, std::int64_t top, std::int64_t left,
                                          unsigned channel, weight_of<T>* pixels) {
    const unsigned pitch = Shape::pixel_pitch(task.mask_columns), first = threadIdx.x % Shape::loaders;
    const bool inside = left >= 0 && left + pitch <= task.columns;
    for (unsigned y = threadIdx.x / Shape::loaders; y < Shape::rows + task.mask_rows - 1;
         y += Shape::threads / Shape::loaders) {
        const std::int64_t source = source_of(top + y, task.rows, task.outside);
        const T* const row = task.input + source * static_cast<std::int64_t>(task.input_stride) + channel;
        weight_of<T>* const to = pixels + y * pitch;
        if (source >= 0 && inside) {
            const T* const from = row + left * task.channels;
#pragma unroll 4
            for (unsigned x = first; x < pitch; x += Shape::loaders) {
                weight_of<T>& pixel = to[Shape::place(x, pitch)];
                if constexpr (std::is_same_v<T, weight_of<T>>) {
                    copy_async(&pixel, from + x * task.channels);
                } else {
                    pixel = static_cast<weight_of<T>>(from[x * task.channels]);
                }
            }
        } else {
#pragma unroll 1
            for (unsigned x = first; x < pitch; x += Shape::loaders) {
                const std::int64_t column = source < 0 ? -1 : source_of(left + x, task.columns, task.outside);
                to[Shape::place(x, pitch)] =
                    static_cast<weight_of<T>>(column < 0 ? task.fill : row[column * task.channels]);
            }
        }
    }
    commit_copies();
}

template <class T, unsigned Rows>
__global__ void __launch_bounds__(tile_shape<weight_of<T>, Rows>::threads, tile_shape<weight_of<T>, Rows>::resident)
    tile_kernel(const __grid_constant__ convolution<T> task, const __grid_constant__ any_mask<weight_of<T>> mask,
                const __grid_constant__ tiles_shape tiles) {
    using Weight = weight_of<T>;
    using shape = tile_shape<Weight, Rows>;
    constexpr unsigned unit = shape::unit, wide = shape::wide, high = shape::high;
    const unsigned weight_pitch = shape::weight_pitch(task.mask_columns),
                   pixel_pitch = shape::pixel_pitch(task.mask_columns), rest = task.mask_columns % wide;
    Weight* const weights = dynamic_shared<Weight>();
    Weight* const pixels = weights + task.mask_rows * weight_pitch;
    const unsigned channel = blockIdx.x % task.channels;
    const std::int64_t first_row = tiles.first_row(task.channels), first_column = tiles.first_column(task.channels);
    load_tile<shape>(task, first_row - task.anchor_row, first_column - task.anchor_column, channel, pixels);
    for (unsigned i = threadIdx.x; i < task.mask_rows * weight_pitch; i += shape::threads) {
        const unsigned k = i / weight_pitch, j = i % weight_pitch;
        weights[i] = j < task.mask_columns ? mask.weight[k * task.mask_columns + j] : Weight(0);
    }
    wait_for_copies<0>();
    __syncthreads();

    const unsigned lane = threadIdx.x % shape::across, y = threadIdx.x / shape::across * high;
    const std::int64_t column = first_column + lane * wide;
    if (first_row + y >= task.rows || column >= task.columns) return;
    Weight sums[high][wide] = {};
    // Adds `Count` columns of the mask, from j on, to the sums of rows `begin` to `end`, with row t of the pixels.
    const auto add = [&]<unsigned Count>(unsigned t, unsigned j, unsigned begin, unsigned end,
                                         std::integral_constant<unsigned, Count>) {
        using quad = piece<Weight, unit>;
        const quad* const line = reinterpret_cast<const quad*>(pixels + (y + t) * pixel_pitch) + lane + j / wide;
        Weight window[2 * wide];
#pragma unroll
        for (unsigned p = 0; p < 4; ++p) {
            const quad loaded = line[p % 2 * (pixel_pitch / wide) + p / 2];
#pragma unroll
            for (unsigned v = 0; v < unit; ++v) window[p * unit + v] = loaded.element[v];
        }
#pragma unroll
        for (unsigned h = 0; h < high; ++h) {
            if (h < begin || h >= end) continue;
            Weight row[(Count + unit - 1) / unit * unit];
            load_pieces(reinterpret_cast<const quad*>(weights + (t - h) * weight_pitch + j), row);
            add_columns<Count>(row, window, sums[h]);
        }
    };
    const auto add_rest = [&]<unsigned... Less>(unsigned t, unsigned begin, unsigned end,
                                                std::integer_sequence<unsigned, Less...>) {
        ((rest == Less + 1 &&
          (add(t, task.mask_columns - rest, begin, end, std::integral_constant<unsigned, Less + 1>()), true)) ||
         ...);
    };
    const auto add_row = [&](unsigned t, unsigned begin, unsigned end) {
#pragma unroll 1
        for (unsigned j = 0; j + wide <= task.mask_columns; j += wide) {
            add(t, j, begin, end, std::integral_constant<unsigned, wide>());
        }
        add_rest(t, begin, end, std::make_integer_sequence<unsigned, wide - 1>());
    };
    // The first rows do not meet all sums yet, and the last ones not any more.
#pragma unroll 1
    for (unsigned t = 0; t < task.mask_rows + high - 1; ++t) {
        const unsigned begin = t < task.mask_rows ? 0 : t - task.mask_rows + 1, end = min(t + 1, high);
        if (end - begin == high) {
            add_row(t, 0, high);
        } else {
            add_row(t, begin, end);
        }
    }

#pragma unroll
    for (unsigned h = 0; h < high; ++h) {
        const std::int64_t row = first_row + y + h;
        if (row >= task.rows) return;
        store_sums(task.output + row * static_cast<std::int64_t>(task.output_stride) + column * task.channels + channel,
                   column, task.columns, tiles.output_pieces, sums[h], task.channels);
    }
}

/// The output's tile of a block, and what the block has for it.
struct tile_of_block {
    unsigned rows, columns, threads;
    std::size_t shared_bytes;
};

/// Launches `kernel`, a block for each channel of each tile.
template <class T>
void launch_tiles(const device_policy& policy, const convolution<T>& task, const any_mask<weight_of<T>>& mask,
                  const tile_of_block& tile, void (*kernel)(convolution<T>, any_mask<weight_of<T>>, tiles_shape)) {
    allow_shared(kernel, tile.shared_bytes);
    const tiles_shape tiles{parts_of(static_cast<std::uint64_t>(task.columns), tile.columns), tile.columns, tile.rows,
                            task.channels == 1 && begins_whole(task.output, task.output_stride, task.rows, 16)};
    const std::uint64_t blocks =
        tiles.across * parts_of(static_cast<std::uint64_t>(task.rows), tile.rows) * task.channels;
    launch_configuration at = detail::launch_of(policy, blocks, tile.threads);
    at.shared_bytes = tile.shared_bytes;
    launch(kernel, at, task, mask, tiles);
}

template <unsigned Rows, class T>
void launch_tile(const device_policy& policy, const convolution<T>& task, const weight_of<T>* weights) {
    using shape = tile_shape<weight_of<T>, Rows>;
    any_mask<weight_of<T>> mask{};
    std::copy_n(weights, task.mask_rows * task.mask_columns, mask.weight);
    const std::size_t items = task.mask_rows * shape::weight_pitch(task.mask_columns) +
                              (shape::rows + task.mask_rows - 1) * shape::pixel_pitch(task.mask_columns);
    launch_tiles(policy, task, mask, {shape::rows, shape::columns, shape::threads, sizeof(weight_of<T>) * items},
                 tile_kernel<T, Rows>);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
