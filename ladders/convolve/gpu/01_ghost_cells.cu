// 01: one thread a pixel, with ghost cells
// Each thread reads the whole neighbourhood of its pixel; what lies outside of the image is a ghost cell.
#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void ghost_cells(const T* input, const float* mask, T* output, shape of, tile_shape by) {
    const std::int64_t row = by.first_row() + threadIdx.y, column = by.first_column() + threadIdx.x;
    if (row >= of.rows || column >= of.columns) return;

    const std::int64_t top = row - of.mask_rows / 2, left = column - of.mask_columns / 2;
    float sum = 0;
    for (unsigned k = 0; k < of.mask_rows; ++k) {
        for (unsigned j = 0; j < of.mask_columns; ++j) {
            const float pixel = static_cast<float>(pixel_at(input, of, top + k, left + j));
            sum = multiply_add(mask[k * of.mask_columns + j], pixel, sum);
        }
    }
    output[row * of.columns + column] = stored<T>(sum);
}

static const registration ghost_cells_rung{{
    .pattern = "convolve",
    .number = 1,
    .follows = 0,
    .name = "ghost cells",
    .change = "one thread per pixel",
    .idea = "One thread per pixel multiplies its neighbourhood with the mask. Both are read from global memory. Ghost "
            "cells are pixels outside of the image, which the boundary rule gives.",
    .hypothesis =
        "The starting point. Each multiplication costs two loads, and neighbouring threads load the same pixels.",
    .expectations = {},
    .source = "Bertini, convolution_1D_basic_kernel and convolution_2D_basic_kernel; Hwu, Kirk and El Hajj, 7.2",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                const dim3 block = block_of_pixels(of);
                const tile_shape by = tiles_of(of, block.y, block.x);
                launch_tiles(with, of, by, block, 0, ghost_cells<T>, input, static_cast<const float*>(with.side_input),
                             output, of, by);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
