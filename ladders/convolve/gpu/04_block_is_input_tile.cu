// 04: tiled, design 2: the block is the input tile
// Each thread loads one pixel (one column of them where the tile has more than 1,024), so that loading needs no loop
// over columns. The threads of the halo do not compute.
#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void block_is_input_tile(const T* input, T* output, shape of, tile_shape by) {
    T* const pixels = dynamic_shared<T>();
    const unsigned wide = blockDim.x, high = by.rows + of.mask_rows - 1;
    const std::int64_t first_row = by.first_row(), first_column = by.first_column();

    const std::int64_t top = first_row - of.mask_rows / 2, left = first_column - of.mask_columns / 2;
    const unsigned x = threadIdx.x;
    for (unsigned y = threadIdx.y; y < high; y += blockDim.y) {
        pixels[y * wide + x] = pixel_at(input, of, top + y, left + x);
    }
    __syncthreads();

    if (x >= by.columns || first_column + x >= of.columns) return;
    for (unsigned y = threadIdx.y; y < by.rows && first_row + y < of.rows; y += blockDim.y) {
        float sum = 0;
        for (unsigned k = 0; k < of.mask_rows; ++k) {
            for (unsigned j = 0; j < of.mask_columns; ++j) {
                const float pixel = static_cast<float>(pixels[(y + k) * wide + x + j]);
                sum = multiply_add(constant_mask[k * of.mask_columns + j], pixel, sum);
            }
        }
        output[(first_row + y) * of.columns + first_column + x] = stored<T>(sum);
    }
}

static const registration block_is_input_tile_rung{{
    .pattern = "convolve",
    .number = 4,
    .follows = 3,
    .name = "tiled, block = input tile",
    .fault = "some threads load more often",
    .change = "a thread for each load",
    .idea = "The block has one thread for each column that it loads. Threads of the halo load and do not compute.",
    .hypothesis = "The loop of the loads is simpler, and global bytes loaded stay. But a row of the block is not a "
                  "whole number of warps, so an access of a warp covers two rows: shared wavefronts rise.",
    .expectations = {{"shared_wavefronts", direction::rises}, {"global_bytes_loaded", direction::stays}},
    .source = "Bertini, tiling, design 2; Hwu, Kirk and El Hajj, 7.4",
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                set_constant_mask(with, of);
                const tile_shape by = tiles_of(with, of);
                const unsigned wide = by.columns + of.mask_columns - 1, high = by.rows + of.mask_rows - 1;
                const dim3 block(wide, std::min(high, most_threads / wide));
                launch_tiles(with, of, by, block, std::size_t{wide} * high * sizeof(T), block_is_input_tile<T>, input,
                             output, of, by);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
