// Convolution by separable masks that no kernel knows: a row of sums at a time, then their columns.
//
// Source: V. Podlozhnyuk, Image Convolution with CUDA (2007).
#pragma once

#include <cstdint>

#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/convolve/tile.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// The tile of separable masks, and the rows of it that a thread computes.
inline constexpr unsigned separable_columns = 64, separable_rows = 32, separable_height = 8;

/// The sums of all rows that the tile needs go to shared memory. They are added up from there, with the column of the
/// mask sliding past the sums of a thread.
template <class T>
__global__ void __launch_bounds__(separable_columns* separable_rows / separable_height)
    separable_tile_kernel(const __grid_constant__ convolution<T> task,
                          const __grid_constant__ any_mask<weight_of<T>> mask,
                          const __grid_constant__ tiles_shape tiles) {
    using Weight = weight_of<T>;
    constexpr unsigned height = separable_height;
    Weight* const across = dynamic_shared<Weight>();
    const unsigned x = threadIdx.x % separable_columns, group = threadIdx.x / separable_columns;
    const unsigned channel = blockIdx.x % task.channels;
    const std::int64_t first_row = tiles.first_row(task.channels), column = tiles.first_column(task.channels) + x;

    const std::int64_t left = column - task.anchor_column;
    const bool inside = left >= 0 && left + task.mask_columns <= task.columns;
    for (unsigned y = group; y < separable_rows + task.mask_rows - 1; y += separable_rows / height) {
        const std::int64_t row = source_of(first_row - task.anchor_row + y, task.rows, task.outside);
        const T* const from = task.input + static_cast<std::uint64_t>(row) * task.input_stride + channel;
        Weight sum = 0;
        for (unsigned j = 0; j < task.mask_columns; ++j) {
            const std::int64_t source = row < 0  ? -1
                                        : inside ? left + j
                                                 : source_of(left + j, task.columns, task.outside);
            const T pixel = source < 0 ? task.fill : from[source * task.channels];
            sum = multiply_add(mask.weight[task.mask_rows + j], static_cast<Weight>(pixel), sum);
        }
        across[y * separable_columns + x] = sum;
    }
    __syncthreads();

    const unsigned y = group * height;
    if (first_row + y >= task.rows || column >= task.columns) return;
    Weight sums[height] = {};
    for (unsigned t = 0; t < task.mask_rows + height - 1; ++t) {
        const Weight value = across[(y + t) * separable_columns + x];
#pragma unroll
        for (unsigned h = 0; h < height; ++h) {
            if (t - h < task.mask_rows) sums[h] = multiply_add(mask.weight[t - h], value, sums[h]);
        }
    }
#pragma unroll
    for (unsigned h = 0; h < height; ++h) {
        const std::int64_t row = first_row + y + h;
        if (row < task.rows) {
            task.output[static_cast<std::uint64_t>(row) * task.output_stride +
                        static_cast<std::uint64_t>(column * task.channels + channel)] = stored<T>(sums[h]);
        }
    }
}

template <class T>
void launch_separable(const device_policy& policy, const convolution<T>& task, const any_mask<weight_of<T>>& mask) {
    constexpr unsigned threads = separable_columns * separable_rows / separable_height;
    const std::size_t bytes = (separable_rows + task.mask_rows - 1) * separable_columns * sizeof(weight_of<T>);
    launch_tiles(policy, task, mask, {separable_rows, separable_columns, threads, bytes}, separable_tile_kernel<T>);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
