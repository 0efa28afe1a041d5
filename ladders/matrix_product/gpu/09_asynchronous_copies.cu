// 09: asynchronous copies, several tiles on their way
// cp.async brings the next tiles to shared memory past the registers, while this one is multiplied. It cannot
// transpose, so A stays as it is: a thread loads its values of A for four k at a time.
#include <ladders/matrix_product/gpu/stages.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

struct stages_of_f32 {
    static constexpr unsigned rows = 128, columns = 256, depth = 32, threads = 256, stages = 3;
    static constexpr unsigned pitch_a = depth + 4, pitch_b = columns;  // eight rows of A lie in different banks
    static constexpr unsigned items_a = rows * pitch_a, items = items_a + depth * pitch_b;
    static constexpr std::size_t bytes = stages * items * sizeof(float);
};

template <bool aligned>
__global__ void __launch_bounds__(stages_of_f32::threads) asynchronous_copies(product<float> of) {
    using shape = stages_of_f32;
    constexpr place warp_tile = {64, 64}, lanes = {8, 4};
    constexpr unsigned items_down = warp_tile.row / lanes.row, quads_across = warp_tile.column / lanes.column / 4;
    float* const shared = dynamic_shared<float>();
    const place tile = tile_of_block<shape::rows, shape::columns>(of.columns);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned warps_across = shape::columns / warp_tile.column;
    const unsigned y = warp / warps_across * warp_tile.row + lane / lanes.column;
    const unsigned x = warp % warps_across * warp_tile.column + lane % lanes.column * 4;

    const auto copy_stage = [&](unsigned step) {
        float* const a = shared + step % shape::stages * shape::items;
        const unsigned first = step * shape::depth;
        copy_tile<aligned, shape::rows, shape::depth, shape::threads>(
            a, of.a, {tile.row, first}, of.rows, of.inner,
            [](unsigned row, unsigned quad) { return row * (shape::pitch_a / 4) + quad; });
        copy_tile<aligned, shape::depth, shape::columns, shape::threads>(
            a + shape::items_a, of.b, {first, tile.column}, of.inner, of.columns,
            [](unsigned row, unsigned quad) { return row * (shape::pitch_b / 4) + quad; });
        __pipeline_commit();
    };
    for (unsigned step = 0; step + 1 < shape::stages; ++step) copy_stage(step);

    float sums[items_down][quads_across * 4] = {};
    const unsigned steps = (of.inner + shape::depth - 1) / shape::depth;
    for (unsigned step = 0; step < steps; ++step) {
        __pipeline_wait_prior(shape::stages - 2);
        __syncthreads();
        copy_stage(step + shape::stages - 1);
        const float* const a = shared + step % shape::stages * shape::items;
        const float* const b = a + shape::items_a;
#pragma unroll
        for (unsigned k = 0; k < shape::depth; k += 4) {
            float4 left[items_down];
#pragma unroll
            for (unsigned i = 0; i < items_down; ++i) {
                left[i] = *reinterpret_cast<const float4*>(a + (y + i * lanes.row) * shape::pitch_a + k);
            }
#pragma unroll
            for (unsigned of_quad = 0; of_quad < 4; ++of_quad) {
                float4 right[quads_across];
#pragma unroll
                for (unsigned j = 0; j < quads_across; ++j) {
                    right[j] =
                        *reinterpret_cast<const float4*>(b + (k + of_quad) * shape::pitch_b + x + j * lanes.column * 4);
                }
#pragma unroll
                for (unsigned i = 0; i < items_down; ++i) {
                    const float one = of_quad == 0   ? left[i].x
                                      : of_quad == 1 ? left[i].y
                                      : of_quad == 2 ? left[i].z
                                                     : left[i].w;
                    add_row(one, right, sums[i]);
                }
            }
        }
    }
    __pipeline_wait_prior(0);
#pragma unroll
    for (unsigned i = 0; i < items_down; ++i) {
#pragma unroll
        for (unsigned j = 0; j < quads_across; ++j) {
            const unsigned row = tile.row + y + i * lanes.row, column = tile.column + x + j * lanes.column * 4;
            store_quad<aligned>(of, {row, column}, &sums[i][4 * j]);
        }
    }
}

static const registration asynchronous_copies_rung{{
    .pattern = "matrix-product",
    .number = 9,
    .follows = 8,
    .name = "asynchronous copies",
    .fault = "nothing hides the loads",
    .change = "tiles arrive meanwhile",
    .idea = "cp.async brings the next two tiles to shared memory while this one is multiplied.",
    .hypothesis = "One barrier per tile of 32 k instead of two per 8: barriers fall. No thread stores what it loads.",
    .expectations = {{"barriers", direction::falls},
                     {"shared_wavefronts", direction::falls},
                     {"global_sectors", direction::stays}},
    .source = "CUDA C++ programming guide, asynchronous data copies; NVIDIA CUTLASS, multistage kernels",
    .block = stages_of_f32::threads,
    .supports = takes_f32,
    .run =
        [](const arguments& with) {
            const bool aligned = rows_are_aligned(product_of<float>(with));
            launch_tiles(with, stages_of_f32::rows, stages_of_f32::columns, stages_of_f32::threads,
                         aligned ? asynchronous_copies<true> : asynchronous_copies<false>, stages_of_f32::bytes);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
