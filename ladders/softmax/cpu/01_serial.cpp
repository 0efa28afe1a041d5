// Rung 1: three loops over each row.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/softmax/problem.hpp>

namespace strider::ladders::softmax {
namespace {

void run(const arguments& with) {
    const std::uint64_t wide = columns_of(with);
    for (std::uint64_t row = 0; row < rows_of(with); ++row) {
        const float* const from = static_cast<const float*>(with.input) + row * wide;
        float* const to = static_cast<float*>(with.output) + row * wide;
        const float maximum = *std::max_element(from, from + wide);
        float sum = 0;
        for (std::uint64_t i = 0; i < wide; ++i) sum += to[i] = std::exp(from[i] - maximum);
        for (std::uint64_t i = 0; i < wide; ++i) to[i] /= sum;
    }
}

const registration here{{
    .pattern = "softmax",
    .number = 1,
    .name = "serial",
    .idea = "Three loops over each row: its maximum, the sum of the exponentials, and the quotients.",
    .hypothesis = "The starting point: one exponential at a time, which takes longer than memory.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
