// 08: 8 x 16 items for each thread
// Six loads of 16 bytes serve 128 products, where four served 64. A warp takes 64 x 64 items of C, so that its 8 x 4
// threads load few different values.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

template <bool aligned>
__global__ void __launch_bounds__(256) larger_tile(product<float> of) {
    constexpr unsigned rows = 128, columns = 256, depth = 8, quads = 4;
    constexpr unsigned warp_side = 64, half = warp_side / 2, step = warp_side / quads;
    __shared__ float4 a[depth][rows / 4 + 1], b[depth][columns / 4];
    const place tile = tile_of_block<rows, columns>(of.columns);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned x = warp % 4 * warp_side + lane % 4 * 4, y = warp / 4 * warp_side + lane / 4 * 4;
    const place from_a = {threadIdx.x / 2, threadIdx.x % 2 * 4}, from_b = {threadIdx.x / 64, threadIdx.x % 64 * 4};

    float sums[8][4 * quads] = {};
    for (unsigned first = 0; first < of.inner; first += depth) {
        const float4 of_a = quad_at<aligned>(of.a, {tile.row + from_a.row, first + from_a.column}, of.rows, of.inner);
        const float turned[4] = {of_a.x, of_a.y, of_a.z, of_a.w};
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) reinterpret_cast<float*>(a[from_a.column + k])[from_a.row] = turned[k];
#pragma unroll
        for (unsigned k = from_b.row; k < depth; k += 4) {
            b[k][from_b.column / 4] =
                quad_at<aligned>(of.b, {first + k, tile.column + from_b.column}, of.inner, of.columns);
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float4 left[2] = {a[k][y / 4], a[k][(half + y) / 4]};
            float4 right[quads];
#pragma unroll
            for (unsigned j = 0; j < quads; ++j) right[j] = b[k][(j * step + x) / 4];
            add_products(left, right, sums);
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
        for (unsigned j = 0; j < quads; ++j) {
            const unsigned row = tile.row + y + i / 4 * half + i % 4, column = tile.column + x + j * step;
            store_quad<aligned>(of, {row, column}, &sums[i][4 * j]);
        }
    }
}

static const registration larger_tile_rung{{
    .pattern = "matrix-product",
    .number = 8,
    .follows = 7,
    .name = "8 x 16 items per thread",
    .fault = "4 loads for 64 products",
    .change = "6 loads for 128 products",
    .idea = "A thread has 8 x 16 items of C, a warp 64 x 64: six loads of 16 bytes serve 128 products.",
    .hypothesis =
        "Shared wavefronts and global sectors fall. But registers allow one block a multiprocessor, and nothing "
        "hides its loads.",
    .expectations = {{"shared_wavefronts", direction::falls}, {"global_sectors", direction::falls}},
    .source = "NVIDIA CUTLASS, efficient GEMM: thread and warp tiles",
    .block = 256,
    .supports = takes_f32,
    .run =
        [](const arguments& with) {
            const bool aligned = rows_are_aligned(product_of<float>(with));
            launch_tiles(with, 128, 256, 256, aligned ? larger_tile<true> : larger_tile<false>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
