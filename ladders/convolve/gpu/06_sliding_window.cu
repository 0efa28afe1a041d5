// 06: a sliding window in registers
// No shared memory: each thread walks down four columns, and adds each row of pixels, once loaded, to all sums that it
// is part of. Masks too wide for that: each thread holds 8 x 4 sums, and the rows of the mask slide past them.
#include <ladders/convolve/gpu/sliding_window.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T, unsigned mask_rows, unsigned mask_columns>
__global__ void __launch_bounds__(strip_threads, resident_strips(mask_columns))
    sliding_window(const T* input, T* output, shape of, tile_shape by) {
    walk_down<mask_rows, mask_columns>(input, output, of, by, [](const auto& window, auto sum_of) {
#pragma unroll
        for (unsigned k = 0; k < mask_rows; ++k) {
            float(&sums)[columns_a_thread] = sum_of(k);
#pragma unroll
            for (unsigned j = 0; j < mask_columns; ++j) {
                const float weight = constant_mask[k * mask_columns + j];
#pragma unroll
                for (unsigned v = 0; v < columns_a_thread; ++v) {
                    sums[v] = multiply_add(weight, window[v + j], k + j == 0 ? 0.0f : sums[v]);
                }
            }
        }
    });
}

/// The threads of a block for wide masks: each has `height` x 4 sums.
inline constexpr unsigned threads_across = 16, threads_down = 8;

/// Row t of the tile meets row t - h of the mask in the sum h of each column: for every t one row of the mask comes
/// into registers and one leaves. Rows and columns beyond the mask are zeros.
template <class T, unsigned height>
__global__ void __launch_bounds__(threads_across* threads_down)
    sliding_mask(const T* input, T* output, shape of, tile_shape by) {
    float* const pixels = dynamic_shared<float>();
    const unsigned wide = by.columns + (of.mask_columns + 3) / 4 * 4, high = by.rows + of.mask_rows - 1;
    const std::int64_t first_row = by.first_row(), first_column = by.first_column();

    const std::int64_t top = first_row - of.mask_rows / 2, left = first_column - of.mask_columns / 2;
    for (unsigned y = threadIdx.y; y < high; y += blockDim.y) {
        for (unsigned x = threadIdx.x; x < wide; x += blockDim.x) {
            pixels[y * wide + x] = static_cast<float>(pixel_at(input, of, top + y, left + x));
        }
    }
    __syncthreads();

    const unsigned x = threadIdx.x * columns_a_thread, y = threadIdx.y * height;
    if (first_row + y >= of.rows || first_column + x >= of.columns) return;
    float sums[height][columns_a_thread] = {};
    for (unsigned j = 0; j < of.mask_columns; j += 4) {
        float weights[height][4] = {};
        for (unsigned start = 0; start < of.mask_rows + height - 1; start += height) {
#pragma unroll
            for (unsigned turn = 0; turn < height; ++turn) {
                const unsigned t = start + turn;
                if (t < of.mask_rows + height - 1) {
                    const quad<float>* const from =
                        reinterpret_cast<const quad<float>*>(pixels + (y + t) * wide + x + j);
                    const quad<float> window[2] = {from[0], from[1]};
#pragma unroll
                    for (unsigned i = 0; i < 4; ++i) {
                        const bool there = t < of.mask_rows && j + i < of.mask_columns;
                        weights[turn][i] = there ? constant_mask[t * of.mask_columns + j + i] : 0;
                    }
#pragma unroll
                    for (unsigned h = 0; h < height; ++h) {
#pragma unroll
                        for (unsigned i = 0; i < 4; ++i) {
                            const float weight = weights[(turn + height - h) % height][i];
#pragma unroll
                            for (unsigned v = 0; v < columns_a_thread; ++v) {
                                const float pixel = window[(v + i) / 4].element[(v + i) % 4];
                                sums[h][v] = multiply_add(weight, pixel, sums[h][v]);
                            }
                        }
                    }
                }
            }
        }
    }

#pragma unroll
    for (unsigned h = 0; h < height; ++h) {
        const std::int64_t row = first_row + y + h;
#pragma unroll
        for (unsigned v = 0; v < columns_a_thread; ++v) {
            const std::int64_t column = first_column + x + v;
            if (row < of.rows && column < of.columns) output[row * of.columns + column] = stored<T>(sums[h][v]);
        }
    }
}

template <unsigned height, class T>
void launch_sliding_mask(const arguments& with, const T* input, T* output, const shape& of, dim3 block) {
    const tile_shape by = tiles_of(of, block.y * height, block.x * columns_a_thread);
    const std::size_t pixels = (by.rows + of.mask_rows - 1) * (by.columns + (of.mask_columns + 3) / 4 * 4);
    launch_tiles(with, of, by, block, pixels * sizeof(float), sliding_mask<T, height>, input, output, of, by);
}

static const registration sliding_window_rung{{
    .pattern = "convolve",
    .number = 6,
    .follows = 3,
    .name = "sliding window in registers",
    .fault = "each value is read many times",
    .change = "sums slide in registers",
    .idea =
        "Each thread walks down four columns, and keeps the sums of all unfinished output rows in registers. The "
        "width of a mask of up to 15 columns is a template argument. A wider mask moves row by row past 8 x 4 sums.",
    .hypothesis =
        "A thread loads 16 bytes at once, for all rows of the mask. Only edges need shared memory and barriers: "
        "sectors per request rise to 16, barriers and shared wavefronts fall.",
    .expectations = {{"global_sectors_per_request", direction::rises},
                     {"shared_wavefronts", direction::falls},
                     {"barriers", direction::falls}},
    .source = "Chen, Wahib, Takizawa, Takano and Matsuoka, SSAM (2019); NVIDIA CUDA samples, convolutionSeparable",
    .block = strip_threads,
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                set_constant_mask(with, of);
                const bool plane = of.mask_rows > 1;
                const tile_shape by = strips_of(with, of);
                const bool known = with_known_width(of, [&]<unsigned width> {
                    launch_tiles(with, of, by, dim3(strip_threads), 0,
                                 plane ? sliding_window<T, width, width> : sliding_window<T, 1, width>, input, output,
                                 of, by);
                });
                if (known) return;
                if (plane) {
                    launch_sliding_mask<8>(with, input, output, of, dim3(threads_across, threads_down));
                } else {
                    launch_sliding_mask<1>(with, input, output, of, dim3(threads_across * threads_down, 1));
                }
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
