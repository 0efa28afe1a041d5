// 03: tiled, design 1: the block is the output tile
// A block first loads all pixels that its output tile needs into shared memory, its halo included. All threads compute;
// some of them have loaded more pixels than others.
#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void block_is_output_tile(const T* input, T* output, shape of, tile_shape by) {
    T* const pixels = dynamic_shared<T>();
    const unsigned wide = by.columns + of.mask_columns - 1, high = by.rows + of.mask_rows - 1;
    const std::int64_t first_row = by.first_row(), first_column = by.first_column();

    const std::int64_t top = first_row - of.mask_rows / 2, left = first_column - of.mask_columns / 2;
    for (unsigned y = threadIdx.y; y < high; y += blockDim.y) {
        for (unsigned x = threadIdx.x; x < wide; x += blockDim.x) {
            pixels[y * wide + x] = pixel_at(input, of, top + y, left + x);
        }
    }
    __syncthreads();

    const unsigned x = threadIdx.x;
    if (first_column + x >= of.columns) return;
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

static const registration block_is_output_tile_rung{{
    .pattern = "convolve",
    .number = 3,
    .follows = 2,
    .name = "tiled, block = output tile",
    .fault = "every pixel is loaded often",
    .change = "tiles in shared memory",
    .idea = "A block loads its tile and the halo, the pixels around it that the mask needs, into shared memory once. "
            "All its threads reuse them.",
    .hypothesis = "A pixel is loaded about once, not once for each entry of the mask: global bytes loaded fall "
                  "by a factor of tile^2 mask^2 / (tile + mask - 1)^2. In exchange shared wavefronts rise.",
    .expectations = {{"global_bytes_loaded", direction::falls}, {"shared_wavefronts", direction::rises}},
    .source = "Bertini, tiling, design 1; Hwu, Kirk and El Hajj, 7.4",
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                set_constant_mask(with, of);
                const tile_shape by = tiles_of(with, of);
                const dim3 block(by.columns, std::min(by.rows, most_threads / by.columns));
                const std::size_t pixels = (by.rows + of.mask_rows - 1) * (by.columns + of.mask_columns - 1);
                launch_tiles(with, of, by, block, pixels * sizeof(T), block_is_output_tile<T>, input, output, of, by);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
