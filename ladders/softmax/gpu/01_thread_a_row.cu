// 01: a thread a row, in three passes
// Neighbouring threads read elements that lie a row apart.
#include <ladders/softmax/gpu/rows.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

__global__ void thread_a_row(const float* input, float* output, std::uint64_t rows, unsigned columns) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float* const from = input + row * columns;
    float* const to = output + row * columns;

    float maximum = lowest;
    for (unsigned i = 0; i < columns; ++i) maximum = fmaxf(maximum, from[i]);
    float sum = 0;
    for (unsigned i = 0; i < columns; ++i) sum += expf(from[i] - maximum);
    for (unsigned i = 0; i < columns; ++i) to[i] = expf(from[i] - maximum) / sum;
}

static const registration thread_a_row_rung{{
    .pattern = "softmax",
    .number = 1,
    .follows = 0,
    .name = "a thread a row",
    .change = "one thread per row",
    .idea = "Each thread takes a row, and reads it three times: for its maximum, for the sum, and for the results.",
    .hypothesis = "Each lane of a warp loads from its own sector.",
    .expectations = {},
    .source = "the loop of a textbook",
    .block = block_size,
    .run = [](const arguments& with) { launch_rows(with, block_size, 0, thread_a_row); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
