// 05: tiled, the halo left to the cache
// Only the tile's own pixels go to shared memory. The halo of a tile is the inside of its neighbours, which are loading
// it at the same time: it comes from the cache.
#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void halo_from_cache(const T* input, T* output, shape of, tile_shape by) {
    T* const pixels = dynamic_shared<T>();
    const std::int64_t first_row = by.first_row(), first_column = by.first_column();
    const std::int64_t column = first_column + threadIdx.x;

    for (unsigned y = threadIdx.y; y < by.rows; y += blockDim.y) {
        pixels[y * by.columns + threadIdx.x] = pixel_at(input, of, first_row + y, column);
    }
    __syncthreads();

    if (column >= of.columns) return;
    for (std::int64_t row = first_row + threadIdx.y; row < first_row + by.rows && row < of.rows; row += blockDim.y) {
        const std::int64_t top = row - of.mask_rows / 2, left = column - of.mask_columns / 2;
        float sum = 0;
        for (unsigned k = 0; k < of.mask_rows; ++k) {
            for (unsigned j = 0; j < of.mask_columns; ++j) {
                const std::int64_t y = top + k - first_row, x = left + j - first_column;
                const bool inside = 0 <= y && y < by.rows && 0 <= x && x < by.columns;
                const T pixel = inside ? pixels[y * by.columns + x] : pixel_at(input, of, top + k, left + j);
                sum = multiply_add(constant_mask[k * of.mask_columns + j], static_cast<float>(pixel), sum);
            }
        }
        output[row * of.columns + column] = stored<T>(sum);
    }
}

static const registration halo_from_cache_rung{{
    .pattern = "convolve",
    .number = 5,
    .follows = 3,
    .name = "tiled, halo from the cache",
    .fault = "the halo takes shared memory",
    .change = "halo from the cache",
    .idea = "Shared memory holds only the tile. Its halo belongs to neighbouring blocks, so the cache has it.",
    .hypothesis = "Loading is simple, but every access checks whether its pixel is in the tile, and warps diverge at "
                  "the edge: divergent branches and global bytes loaded rise.",
    .expectations = {{"divergent_branches", direction::rises}, {"global_bytes_loaded", direction::rises}},
    .source = "Hwu, Kirk and El Hajj, 7.5 (tiled convolution with caches for halo cells)",
    .run =
        [](const arguments& with) {
            with_image(with, [&]<class T>(T, const T* input, T* output, const shape& of) {
                set_constant_mask(with, of);
                const tile_shape by = tiles_of(with, of);
                const dim3 block(by.columns, std::min(by.rows, most_threads / by.columns));
                const std::size_t pixels = by.rows * by.columns;
                launch_tiles(with, of, by, block, pixels * sizeof(T), halo_from_cache<T>, input, output, of, by);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
