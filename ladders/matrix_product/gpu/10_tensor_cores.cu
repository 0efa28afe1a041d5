// 10: tensor cores, through wmma
// A warp multiplies 16 x 16 x 16 items in one step, from tiles of half precision in shared memory.
#include <ladders/matrix_product/gpu/product.hpp>

#if defined(__CUDACC__)
#include <mma.h>
#else
#include <strider/emulator/dialect/mma.hpp>
#endif

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

template <bool aligned>
__global__ void __launch_bounds__(256) tensor_cores(product<__half> of) {
    namespace wmma = nvcuda::wmma;
    constexpr unsigned side = 128, depth = 32, step = 16, threads = 256, padding = 8;
    constexpr unsigned down = 4, across = 2;  // fragments of a warp, whose tile is 64 x 32
    __shared__ __align__(32) __half a[side][depth + padding], b[depth][side + padding];
    __shared__ __align__(32) float results[threads / 32][step][step];
    const place tile = tile_of_block<side, side>(of.columns);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned y = warp / 4 * down * step, x = warp % 4 * across * step;

    wmma::fragment<wmma::accumulator, step, step, step, float> sums[down][across];
#pragma unroll
    for (unsigned i = 0; i < down; ++i) {
#pragma unroll
        for (unsigned j = 0; j < across; ++j) wmma::fill_fragment(sums[i][j], 0.0f);
    }
    for (unsigned first = 0; first < of.inner; first += depth) {
#pragma unroll
        for (unsigned at = threadIdx.x * 8; at < side * depth; at += threads * 8) {
            const place in_a = {at / depth, at % depth}, in_b = {at / side, at % side};
            *reinterpret_cast<uint4*>(&a[in_a.row][in_a.column]) =
                octet_at<aligned>(of.a, {tile.row + in_a.row, first + in_a.column}, of.rows, of.inner);
            *reinterpret_cast<uint4*>(&b[in_b.row][in_b.column]) =
                octet_at<aligned>(of.b, {first + in_b.row, tile.column + in_b.column}, of.inner, of.columns);
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; k += step) {
            wmma::fragment<wmma::matrix_a, step, step, step, __half, wmma::row_major> left[down];
            wmma::fragment<wmma::matrix_b, step, step, step, __half, wmma::row_major> right[across];
#pragma unroll
            for (unsigned i = 0; i < down; ++i) wmma::load_matrix_sync(left[i], &a[y + i * step][k], depth + padding);
#pragma unroll
            for (unsigned j = 0; j < across; ++j) wmma::load_matrix_sync(right[j], &b[k][x + j * step], side + padding);
#pragma unroll
            for (unsigned i = 0; i < down; ++i) {
#pragma unroll
                for (unsigned j = 0; j < across; ++j) wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < down; ++i) {
#pragma unroll
        for (unsigned j = 0; j < across; ++j) {
            wmma::store_matrix_sync(&results[warp][0][0], sums[i][j], step, wmma::mem_row_major);
            __syncwarp();
            for (unsigned at = lane; at < step * step; at += 32) {
                const unsigned row = tile.row + y + i * step + at / step,
                               column = tile.column + x + j * step + at % step;
                if (row < of.rows && column < of.columns) {
                    of.c[std::uint64_t{row} * of.columns + column] = results[warp][at / step][at % step];
                }
            }
            __syncwarp();
        }
    }
}

static const registration tensor_cores_rung{{
    .pattern = "matrix-product",
    .number = 10,
    .follows = 3,
    .name = "tensor cores",
    .fault = "one product per instruction",
    .change = "16 x 16 x 16 per warp",
    .idea =
        "The warps of a block multiply 16 x 16 x 16 items at a time on tensor cores, from a tile of 128 x 128 items "
        "of C.",
    .hypothesis = "A warp needs few loads for 4,096 products: shared wavefronts and steps fall.",
    .expectations = {{"global_sectors", direction::falls},
                     {"shared_wavefronts", direction::falls},
                     {"steps", direction::falls}},
    .source = "CUDA C++ programming guide, warp matrix functions",
    .block = 256,
    .supports = takes_f16,
    .run =
        [](const arguments& with) {
            const bool aligned = rows_are_aligned(product_of<__half>(with));
            launch_tiles(with, 128, 128, 256, aligned ? tensor_cores<true> : tensor_cores<false>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
