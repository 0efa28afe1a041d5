// 07: separable masks: rows first, then columns, in one kernel
// A mask that is a column times a row needs 2 m multiplications a pixel instead of m^2: the same walk adds each row of
// pixels up once, and then its sums, not its pixels, to all rows of the output that they are part of.
#include <ladders/convolve/gpu/sliding_window.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T, unsigned width>
__global__ void __launch_bounds__(strip_threads, resident_strips(width))
    separable(const T* input, T* output, shape of, tile_shape by) {
    walk_down<width, width>(input, output, of, by, [](const auto& window, auto sum_of) {
        constexpr side_places at({1, 1, width, width, boundary::zero});
        float across[columns_a_thread] = {};
#pragma unroll
        for (unsigned j = 0; j < width; ++j) {
            const float weight = constant_mask[at.row + j];
#pragma unroll
            for (unsigned v = 0; v < columns_a_thread; ++v) across[v] = multiply_add(weight, window[v + j], across[v]);
        }
#pragma unroll
        for (unsigned k = 0; k < width; ++k) {
            float(&sums)[columns_a_thread] = sum_of(k);
            const float weight = constant_mask[at.column + k];
#pragma unroll
            for (unsigned v = 0; v < columns_a_thread; ++v) {
                sums[v] = multiply_add(weight, across[v], k == 0 ? 0.0f : sums[v]);
            }
        }
    });
}

/// The tile of a block for wide masks, and how many rows of it a thread computes.
inline constexpr unsigned tile_columns = 64, tile_rows = 64, rows_a_thread = 16;

/// The sums of all rows that the tile needs go to shared memory; columns are added up from there, each thread `height`
/// of them, with the column of the mask sliding past its sums.
template <class T, unsigned height>
__global__ void __launch_bounds__(tile_columns* tile_rows / height)
    separable_in_shared(const T* input, T* output, shape of, tile_shape by) {
    float* const across = dynamic_shared<float>();
    const side_places at(of);
    const std::int64_t first_row = by.first_row(), first_column = by.first_column();

    const std::int64_t top = first_row - of.mask_rows / 2, left = first_column - of.mask_columns / 2 + threadIdx.x;
    const bool inside = left >= 0 && left + of.mask_columns <= of.columns;
    for (unsigned y = threadIdx.y; y < by.rows + of.mask_rows - 1; y += blockDim.y) {
        const std::int64_t row = source_of(top + y, of.rows, of.outside);
        float sum = 0;
        for (unsigned j = 0; j < of.mask_columns && row >= 0; ++j) {
            const std::int64_t column = inside ? left + j : source_of(left + j, of.columns, of.outside);
            const float pixel = column < 0 ? 0.0f : static_cast<float>(input[row * of.columns + column]);
            sum = multiply_add(constant_mask[at.row + j], pixel, sum);
        }
        across[y * tile_columns + threadIdx.x] = sum;
    }
    __syncthreads();

    const std::int64_t column = first_column + threadIdx.x;
    const unsigned y = threadIdx.y * height;
    if (first_row + y >= of.rows || column >= of.columns) return;
    float sums[height] = {}, weights[height] = {};
    for (unsigned start = 0; start < of.mask_rows + height - 1; start += height) {
#pragma unroll
        for (unsigned turn = 0; turn < height; ++turn) {
            const unsigned t = start + turn;
            if (t < of.mask_rows + height - 1) {
                const float pixel = across[(y + t) * tile_columns + threadIdx.x];
                weights[turn] = t < of.mask_rows ? constant_mask[at.column + t] : 0;
#pragma unroll
                for (unsigned h = 0; h < height; ++h) {
                    sums[h] = multiply_add(weights[(turn + height - h) % height], pixel, sums[h]);
                }
            }
        }
    }

#pragma unroll
    for (unsigned h = 0; h < height; ++h) {
        const std::int64_t row = first_row + y + h;
        if (row < of.rows) output[row * of.columns + column] = stored<T>(sums[h]);
    }
}

static const registration separable_rung{{
    .pattern = "convolve",
    .number = 7,
    .follows = 6,
    .name = "separable",
    .fault = "k x k products per pixel",
    .change = "a row, then a column",
    .idea = "If the mask is a column times a row, one kernel applies the row and then the column. Only input and "
            "output go through memory.",
    .hypothesis =
        "A pixel takes 2 k multiplications instead of k^2: operations and instructions fall, global bytes loaded stay.",
    .expectations = {{"operations", direction::falls},
                     {"instructions", direction::falls},
                     {"global_bytes_loaded", direction::stays}},
    .source = "Podlozhnyuk, Image Convolution with CUDA (2007), whose two kernels are one here",
    .block = strip_threads,
    .supports = [](const instance& of) { return of.parameters[dimensions] == 2; },
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                set_constant_mask(with, of);
                const tile_shape strips = strips_of(with, of);
                const bool known = with_known_width(of, [&]<unsigned width> {
                    launch_tiles(with, of, strips, dim3(strip_threads), 0, separable<T, width>, input, output, of,
                                 strips);
                });
                if (known) return;
                const tile_shape by = tiles_of(of, tile_rows, tile_columns);
                launch_tiles(with, of, by, dim3(tile_columns, tile_rows / rows_a_thread),
                             (by.rows + of.mask_rows - 1) * tile_columns * sizeof(float),
                             separable_in_shared<T, rows_a_thread>, input, output, of, by);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
