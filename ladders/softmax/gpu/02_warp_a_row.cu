// 02: a warp a row
// The same three passes. Lanes read neighbours, and join their maxima and sums by shuffles.
#include <ladders/softmax/gpu/rows.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

__global__ void warp_a_row(const float* input, float* output, std::uint64_t rows, unsigned columns) {
    const std::uint64_t row = row_of_warp();
    if (row >= rows) return;
    const float* const from = input + row * columns;
    float* const to = output + row * columns;
    const unsigned lane = threadIdx.x % 32;

    float maximum = lowest;
    for (unsigned i = lane; i < columns; i += 32) maximum = fmaxf(maximum, from[i]);
    maximum = warp_maximum(maximum);
    float sum = 0;
    for (unsigned i = lane; i < columns; i += 32) sum += expf(from[i] - maximum);
    sum = warp_sum(sum);
    for (unsigned i = lane; i < columns; i += 32) to[i] = expf(from[i] - maximum) / sum;
}

static const registration warp_a_row_rung{{
    .pattern = "softmax",
    .number = 2,
    .follows = 1,
    .name = "a warp a row",
    .fault = "lanes are a row apart",
    .change = "lanes read neighbours",
    .idea = "A warp takes a row. Its lanes read neighbours, and join their maxima and sums by shuffles.",
    .hypothesis =
        "A request touches whole lines: sectors per request fall from 32 to 4. The bytes loaded stay the same.",
    .expectations = {{"global_sectors_per_request", direction::falls}, {"global_bytes_loaded", direction::stays}},
    .source = "N. Bell and M. Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented "
              "Processors (2009): a warp a row",
    .block = block_size,
    .run = [](const arguments& with) { launch_rows(with, block_size / 32, 0, warp_a_row); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
