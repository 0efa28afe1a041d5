// Convolution of f32 and bytes by masks of several rows that no kernel knows: the pixels of a tile and their halo stand
// in shared memory, a thread holds the sums of 8 x 4 pixels, and eight pixels of a row meet eight columns of the mask.
// Its size is known at run time only, that of all that is in registers when the kernel is compiled. floats come from
// the constant bank, not from shared memory, whose loads would take as long as the multiply-adds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/convolve/tile.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// Lanes across and down, and the sums of a lane.
struct tall_tile_shape {
    static constexpr unsigned across = 16, down = 8, threads = across * down;
    static constexpr unsigned unit = 4, wide = 2 * unit, high = 4, columns = across * wide, rows = down * high;

    /// Elements from one row of the mask to the next, and of a row of pixels in shared memory: what is beyond the mask
    /// is there to be loaded.
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
    static std::size_t shared_bytes(unsigned mask_rows, unsigned mask_columns) {
        return sizeof(float) * (rows + mask_rows - 1) * pixel_pitch(mask_columns);
    }
};

/// Loads the pixels of a tile of `channel` that begins at `top`, `left`, and those round it: warp by warp, row by row.
template <class T>
__device__ __forceinline__ void load_tall_tile(const convolution<T>& task, std::int64_t top, std::int64_t left,
                                               unsigned channel, float* pixels) {
    using shape = tall_tile_shape;
    const unsigned pitch = shape::pixel_pitch(task.mask_columns);
    const bool inside = left >= 0 && left + pitch <= task.columns;
    for (unsigned y = threadIdx.x / 32; y < shape::rows + task.mask_rows - 1; y += shape::threads / 32) {
        const std::int64_t source = source_of(top + y, task.rows, task.outside);
        const T* const row = task.input + source * static_cast<std::int64_t>(task.input_stride) + channel;
        float* const to = pixels + y * pitch;
        if (source >= 0 && inside) {
            const T* const from = row + left * task.channels;
#pragma unroll 4
            for (unsigned x = threadIdx.x % 32; x < pitch; x += 32) {
                float& pixel = to[shape::place(x, pitch)];
                if constexpr (std::is_same_v<T, float>) {
                    copy_async(&pixel, from + x * task.channels);
                } else {
                    pixel = static_cast<float>(from[x * task.channels]);
                }
            }
        } else {
#pragma unroll 1
            for (unsigned x = threadIdx.x % 32; x < pitch; x += 32) {
                const std::int64_t column = source < 0 ? -1 : source_of(left + x, task.columns, task.outside);
                to[shape::place(x, pitch)] = static_cast<float>(column < 0 ? task.fill : row[column * task.channels]);
            }
        }
    }
    commit_copies();
    wait_for_copies<0>();
    __syncthreads();
}

template <class T>
__global__ void __launch_bounds__(tall_tile_shape::threads, 5)
    tall_tile_kernel(const __grid_constant__ convolution<T> task, const __grid_constant__ any_mask<float> mask,
                     const __grid_constant__ tiles_shape tiles) {
    using shape = tall_tile_shape;
    constexpr unsigned wide = shape::wide, high = shape::high;
    float* const pixels = dynamic_shared<float>();
    const unsigned channel = blockIdx.x % task.channels;
    const std::int64_t first_row = tiles.first_row(task.channels), first_column = tiles.first_column(task.channels);
    load_tall_tile(task, first_row - task.anchor_row, first_column - task.anchor_column, channel, pixels);

    const unsigned lane = threadIdx.x % shape::across, x = lane * wide, y = threadIdx.x / shape::across * high;
    const unsigned weight_pitch = shape::weight_pitch(task.mask_columns),
                   pixel_pitch = shape::pixel_pitch(task.mask_columns);
    const float* const weights = weights_of_lane(mask.weight);
    float sums[high][wide] = {};
    // Adds row t of the pixels, where it meets `wide` columns of the mask from j on, to the sums of rows `begin` to
    // `end`. Of the last columns, those that there are no more are left out.
    const auto add = [&](unsigned t, unsigned j, unsigned begin, unsigned end, auto whole) {
        using quad = piece<float, shape::unit>;
        float window[2 * wide];
        const quad* const line = reinterpret_cast<const quad*>(pixels + (y + t) * pixel_pitch) + lane + j / wide;
#pragma unroll
        for (unsigned p = 0; p < 4; ++p) {
            const quad loaded = line[p % 2 * (pixel_pitch / wide) + p / 2];
#pragma unroll
            for (unsigned v = 0; v < shape::unit; ++v) window[p * shape::unit + v] = loaded.element[v];
        }
        const auto add_column = [&](unsigned h, unsigned i) {
            const float weight = weights[(t - h) * weight_pitch + j + i];
#pragma unroll
            for (unsigned v = 0; v < wide; ++v) sums[h][v] = multiply_add(weight, window[v + i], sums[h][v]);
        };
        if constexpr (whole.value) {
#pragma unroll
            for (unsigned h = 0; h < high; ++h) {
#pragma unroll
                for (unsigned i = 0; i < wide; ++i) add_column(h, i);
            }
        } else {
#pragma unroll
            for (unsigned i = 0; i < wide; ++i) {
                if (j + i >= task.mask_columns) break;
#pragma unroll
                for (unsigned h = 0; h < high; ++h) {
                    if (begin <= h && h < end) add_column(h, i);
                }
            }
        }
    };
    const auto add_row = [&](unsigned t, unsigned begin, unsigned end, auto whole) {
        unsigned j = 0;
        if constexpr (whole.value) {
#pragma unroll 1
            for (; j + wide <= task.mask_columns; j += wide) add(t, j, begin, end, whole);
        }
#pragma unroll 1
        for (; j < task.mask_columns; j += wide) add(t, j, begin, end, std::false_type{});
    };
    // The first rows do not meet all sums yet, and the last ones not any more.
#pragma unroll
    for (unsigned t = 0; t + 1 < high; ++t) add_row(t, 0, t + 1, std::false_type{});
#pragma unroll 1
    for (unsigned t = high - 1; t < task.mask_rows; ++t) add_row(t, 0, high, std::true_type{});
#pragma unroll
    for (unsigned t = 1; t < high; ++t) add_row(task.mask_rows - 1 + t, t, high, std::false_type{});

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

template <class T>
void launch_tall(const device_policy& policy, const convolution<T>& task, const float* weights) {
    using shape = tall_tile_shape;
    any_mask<float> mask{};
    for (unsigned k = 0; k < task.mask_rows; ++k) {
        std::copy_n(weights + k * task.mask_columns, task.mask_columns,
                    mask.weight + k * shape::weight_pitch(task.mask_columns));
    }
    launch_tiles(policy, task, mask, shape::rows, shape::columns, shape::threads,
                 shape::shared_bytes(task.mask_rows, task.mask_columns), tall_tile_kernel<T>);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
