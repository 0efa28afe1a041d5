// 02: the mask in constant memory
// All threads of a warp want the same entry of the mask at the same time: constant memory hands one to all of them.
#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void with_constant_mask(const T* input, T* output, shape of, tile_shape by) {
    const std::int64_t row = by.first_row() + threadIdx.y, column = by.first_column() + threadIdx.x;
    if (row >= of.rows || column >= of.columns) return;

    const std::int64_t top = row - of.mask_rows / 2, left = column - of.mask_columns / 2;
    float sum = 0;
    for (unsigned k = 0; k < of.mask_rows; ++k) {
        for (unsigned j = 0; j < of.mask_columns; ++j) {
            const float pixel = static_cast<float>(pixel_at(input, of, top + k, left + j));
            sum = multiply_add(constant_mask[k * of.mask_columns + j], pixel, sum);
        }
    }
    output[row * of.columns + column] = stored<T>(sum);
}

static const registration constant_mask_rung{{
    .pattern = "convolve",
    .number = 2,
    .follows = 1,
    .name = "constant mask",
    .fault = "the mask is loaded each time",
    .change = "mask in constant memory",
    .idea = "The mask lies in constant memory, whose cache serves one weight to all threads of a warp at once.",
    .hypothesis = "Each multiplication costs one load, not two: global bytes loaded fall by half.",
    .expectations = {{"global_bytes_loaded", direction::falls}, {"operations", direction::stays}},
    .source = "Bertini, \"Convolution with constant memory\"; Hwu, Kirk and El Hajj, 7.3",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                set_constant_mask(with, of);
                const dim3 block = block_of_pixels(of);
                const tile_shape by = tiles_of(of, block.y, block.x);
                launch_tiles(with, of, by, block, 0, with_constant_mask<T>, input, output, of, by);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
