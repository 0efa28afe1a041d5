// Dense convolution by masks that no kernel knows: the pixels of a tile and their halo stand in shared memory, a thread
// holds the sums of several rows of neighbouring pixels, and each row of pixels meets as many columns of the mask at
// once as neighbours. Its size is known at run time only, that of all that is in registers when the kernel is compiled.
// Weights come from the constant bank, not from shared memory, whose loads would take as long as the multiply-adds.
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
    static constexpr unsigned resident = Rows == 1 ? 16 : 5;       ///< blocks that are to share a multiprocessor
    static constexpr unsigned loaders = Rows == 1 ? threads : 32;  ///< threads that load a row of pixels

    /// Elements from one row of pixels in shared memory to the next: what is beyond the mask is there to be loaded.
    __host__ __device__ static constexpr unsigned pitch(unsigned mask_columns) {
        return columns + (mask_columns + wide - 1) / wide * wide;
    }
    /// Where pixel x of such a row stands: all first halves of what lanes load, and then all second halves, since lanes
    /// that are to read 16 bytes each without conflicts need them side by side.
    __device__ static unsigned place(unsigned x, unsigned pitch) {
        return x / unit % 2 * (pitch / 2) + x / wide * unit + x % unit;
    }
};

/// Loads the pixels of a tile of `channel` that begins at `top`, `left`, and those round it.
template <class Shape, class T>
__device__ __forceinline__ void load_tile(const convolution<T>& task, std::int64_t top, std::int64_t left,
                                          unsigned channel, weight_of<T>* pixels) {
    const unsigned pitch = Shape::pitch(task.mask_columns), first = threadIdx.x % Shape::loaders;
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
    wait_for_copies<0>();
    __syncthreads();
}

template <class T, unsigned Rows>
__global__ void __launch_bounds__(tile_shape<weight_of<T>, Rows>::threads, tile_shape<weight_of<T>, Rows>::resident)
    tile_kernel(const __grid_constant__ convolution<T> task, const __grid_constant__ any_mask<weight_of<T>> mask,
                const __grid_constant__ tiles_shape tiles) {
    using Weight = weight_of<T>;
    using shape = tile_shape<Weight, Rows>;
    constexpr unsigned wide = shape::wide, high = shape::high;
    Weight* const pixels = dynamic_shared<Weight>();
    const unsigned channel = blockIdx.x % task.channels;
    const std::int64_t first_row = tiles.first_row(task.channels), first_column = tiles.first_column(task.channels);
    load_tile<shape>(task, first_row - task.anchor_row, first_column - task.anchor_column, channel, pixels);

    const unsigned lane = threadIdx.x % shape::across, x = lane * wide, y = threadIdx.x / shape::across * high;
    const unsigned pitch = shape::pitch(task.mask_columns), rest = task.mask_columns % wide;
    const Weight* const weights = weights_of_lane(mask.weight);
    Weight sums[high][wide] = {};
    // Adds row t of the pixels, where it meets `Count` columns of the mask from j on, to the sums of rows `begin` to
    // `end`.
    const auto add = [&]<unsigned Count>(unsigned t, unsigned j, unsigned begin, unsigned end,
                                         std::integral_constant<unsigned, Count>) {
        using quad = piece<Weight, shape::unit>;
        Weight window[2 * wide];
        const quad* const line = reinterpret_cast<const quad*>(pixels + (y + t) * pitch) + lane + j / wide;
#pragma unroll
        for (unsigned p = 0; p < 4; ++p) {
            const quad loaded = line[p % 2 * (pitch / wide) + p / 2];
#pragma unroll
            for (unsigned v = 0; v < shape::unit; ++v) window[p * shape::unit + v] = loaded.element[v];
        }
        const Weight* const columns = weights + static_cast<int>(t - (high - 1)) * static_cast<int>(weight_pitch) + j;
#pragma unroll
        for (unsigned h = 0; h < high; ++h) {
            if (begin <= h && h < end) add_columns<Count>(columns + (high - 1 - h) * weight_pitch, window, sums[h]);
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
#pragma unroll
        for (unsigned v = 0; v < wide; ++v) {
            const std::int64_t column = first_column + x + v;
            if (row < task.rows && column < task.columns) {
                task.output[static_cast<std::uint64_t>(row) * task.output_stride +
                            static_cast<std::uint64_t>(column * task.channels + channel)] = stored<T>(sums[h][v]);
            }
        }
    }
}

/// Launches `kernel`, a block for each channel of each tile.
template <class T>
void launch_tiles(const device_policy& policy, const convolution<T>& task, const any_mask<weight_of<T>>& mask,
                  unsigned rows, unsigned columns, unsigned threads, std::size_t shared_bytes,
                  void (*kernel)(convolution<T>, any_mask<weight_of<T>>, tiles_shape)) {
    allow_shared(kernel, shared_bytes);
    const tiles_shape tiles{parts_of(static_cast<std::uint64_t>(task.columns), columns), columns, rows};
    const std::uint64_t blocks = tiles.across * parts_of(static_cast<std::uint64_t>(task.rows), rows) * task.channels;
    launch_configuration at = detail::launch_of(policy, blocks, threads);
    at.shared_bytes = shared_bytes;
    launch(kernel, at, task, mask, tiles);
}

template <unsigned Rows, class T>
void launch_tile(const device_policy& policy, const convolution<T>& task, const weight_of<T>* weights) {
    using shape = tile_shape<weight_of<T>, Rows>;
    any_mask<weight_of<T>> mask{};
    for (unsigned k = 0; k < task.mask_rows; ++k) {
        std::copy_n(weights + k * task.mask_columns, task.mask_columns, mask.weight + k * weight_pitch);
    }
    launch_tiles(policy, task, mask, shape::rows, shape::columns, shape::threads,
                 sizeof(weight_of<T>) * (shape::rows + task.mask_rows - 1) * shape::pitch(task.mask_columns),
                 tile_kernel<T, Rows>);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
