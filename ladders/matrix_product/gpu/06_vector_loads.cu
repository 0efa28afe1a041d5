// 06: 16-byte loads, and A transposed in shared memory
// The eight values of A that a thread needs for one k lie together: two loads bring them, as two bring those of B.
#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

template <bool aligned>
__global__ void __launch_bounds__(256, 2) vector_loads(product<float> of) {
    constexpr unsigned side = 128, depth = 8, items = 8;
    __shared__ float4 a[depth][side / 4], b[depth][side / 4];
    const place tile = tile_of_block<side, side>(of.columns);
    const unsigned x = threadIdx.x % 16 * items, y = threadIdx.x / 16 * items;
    const place from_a = {threadIdx.x / 2, threadIdx.x % 2 * 4}, from_b = {threadIdx.x / 32, threadIdx.x % 32 * 4};

    float sums[items][items] = {};
    for (unsigned first = 0; first < of.inner; first += depth) {
        const float4 of_a = quad_at<aligned>(of.a, {tile.row + from_a.row, first + from_a.column}, of.rows, of.inner);
        const float turned[4] = {of_a.x, of_a.y, of_a.z, of_a.w};
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) reinterpret_cast<float*>(a[from_a.column + k])[from_a.row] = turned[k];
        b[from_b.row][from_b.column / 4] =
            quad_at<aligned>(of.b, {first + from_b.row, tile.column + from_b.column}, of.inner, of.columns);
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            const float4 left[2] = {a[k][y / 4], a[k][y / 4 + 1]}, right[2] = {b[k][x / 4], b[k][x / 4 + 1]};
            add_products(left, right, sums);
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 2; ++j) {
            store_quad<aligned>(of, {tile.row + y + i, tile.column + x + 4 * j}, &sums[i][4 * j]);
        }
    }
}

static const registration vector_loads_rung{{
    .pattern = "matrix-product",
    .number = 6,
    .follows = 5,
    .name = "16-byte loads",
    .fault = "4-byte loads",
    .change = "16 bytes, A transposed",
    .idea = "The tile of A is transposed in shared memory, so all loads of global and shared memory have 16 bytes.",
    .hypothesis =
        "A quarter of the instructions load, and stores fill their sectors: instructions, wavefronts and sectors fall.",
    .expectations = {{"global_sectors", direction::falls},
                     {"instructions", direction::falls},
                     {"shared_wavefronts", direction::falls}},
    .source = "S. Boehm, How to optimize a CUDA matmul kernel, kernel 6",
    .block = 256,
    .supports = takes_f32,
    .run =
        [](const arguments& with) {
            const bool aligned = rows_are_aligned(product_of<float>(with));
            launch_tiles(with, 128, 128, 256, aligned ? vector_loads<true> : vector_loads<false>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
