// 09: asynchronous copies, several tiles on their way
// cp.async brings the next tiles to shared memory past the registers, while this one is multiplied. Copies of 4 bytes
// transpose A. A thread loads the values of a k while it multiplies those of the k before.
#include <ladders/matrix_product/gpu/stages.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

struct stages_of_f32 {
    static constexpr unsigned rows = 128, columns = 256, depth = 8, threads = 256, stages = 6;
    static constexpr unsigned pitch_a = rows + 4;  // a warp stores eight k of four rows to 32 banks
    static constexpr unsigned items_a = depth * pitch_a, items = items_a + depth * columns;
    static constexpr std::size_t bytes = stages * items * sizeof(float);
};

/// Copies tiles of A whose columns become rows. A warp takes eight k of four rows, which are whole sectors. Rows beyond
/// the last are copies of it, and serve no item of C; k beyond the last are 0.
class turned_copies {
    static constexpr unsigned count = stages_of_f32::rows * stages_of_f32::depth / stages_of_f32::threads;
    static constexpr unsigned step = stages_of_f32::threads / stages_of_f32::depth;
    const unsigned k_ = threadIdx.x % stages_of_f32::depth, row_ = threadIdx.x / stages_of_f32::depth, inner_;
    const float* rows_[count];

public:
    __device__ __forceinline__ turned_copies(const product<float>& of, unsigned first_row) : inner_(of.inner) {
#pragma unroll
        for (unsigned n = 0; n < count; ++n) {
            const unsigned row = min(first_row + row_ + n * step, of.rows - 1);
            rows_[n] = of.a + std::uint64_t{row} * of.inner;
        }
    }
    __device__ __forceinline__ void begin(float* to, unsigned first_k) const {
        const unsigned k = min(first_k + k_, inner_ - 1), zeros = first_k + k_ < inner_ ? 0 : 4;
#pragma unroll
        for (unsigned n = 0; n < count; ++n) {
            __pipeline_memcpy_async(to + k_ * stages_of_f32::pitch_a + row_ + n * step, rows_[n] + k, 4, zeros);
        }
    }
};

template <bool aligned>
__global__ void __launch_bounds__(stages_of_f32::threads) asynchronous_copies(product<float> of) {
    using shape = stages_of_f32;
    constexpr unsigned quads = 4, warp_side = 64, half = warp_side / 2, across = warp_side / quads;
    float* const shared = dynamic_shared<float>();
    const place tile = tile_of_block<shape::rows, shape::columns>(of.columns);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned x = warp % 4 * warp_side + lane % 4 * 4, y = warp / 4 * warp_side + lane / 4 * 4;

    const turned_copies of_a(of, tile.row);
    const auto stage = [&](unsigned step) { return shared + step % shape::stages * shape::items; };
    const auto copy = [&](unsigned step) {
        const unsigned first = step * shape::depth;
        of_a.begin(stage(step), first);
        copy_tile<aligned, shape::depth, shape::columns, shape::threads>(
            stage(step) + shape::items_a, of.b, {first, tile.column}, of.inner, of.columns,
            [](unsigned row, unsigned quad) { return row * (shape::columns / 4) + quad; });
        __pipeline_commit();
    };
    const auto wait = [] {
        __pipeline_wait_prior(shape::stages - 2);
        __syncthreads();
    };
    float4 left[2][2], right[2][quads];
    const auto load = [&](const float* a, unsigned k) {
        const float* const b = a + shape::items_a + k * shape::columns + x;
        a += k * shape::pitch_a + y;
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) left[k % 2][i] = *reinterpret_cast<const float4*>(a + i * half);
#pragma unroll
        for (unsigned j = 0; j < quads; ++j) right[k % 2][j] = *reinterpret_cast<const float4*>(b + j * across);
    };
    for (unsigned step = 0; step + 1 < shape::stages; ++step) copy(step);
    wait();
    load(shared, 0);

    float sums[8][4 * quads] = {};
    const unsigned steps = (of.inner + shape::depth - 1) / shape::depth;
    for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
        for (unsigned k = 0; k < shape::depth; ++k) {
            if (k + 1 < shape::depth) {
                load(stage(step), k + 1);
            } else {
                wait();
                load(stage(step + 1), 0);
            }
            if (k == 0) copy(step + shape::stages - 1);
            add_products(left[k % 2], right[k % 2], sums);
        }
    }
    __pipeline_wait_prior(0);
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
        for (unsigned j = 0; j < quads; ++j) {
            const unsigned row = tile.row + y + i / 4 * half + i % 4, column = tile.column + x + j * across;
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
    .idea = "cp.async brings the next five tiles to shared memory while this one is multiplied.",
    .hypothesis = "One barrier per tile of 8 k instead of two: barriers fall. No thread stores what it loads.",
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
