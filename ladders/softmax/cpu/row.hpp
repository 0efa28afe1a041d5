// The loops over the rows of a matrix in the host's memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/softmax/problem.hpp>

namespace strider::ladders::softmax {

inline void softmax_rows(const arguments& with, std::uint64_t first, std::uint64_t end) {
    const std::uint64_t wide = columns_of(with);
    for (std::uint64_t row = first; row < end; ++row) {
        const float* const from = static_cast<const float*>(with.input) + row * wide;
        float* const to = static_cast<float*>(with.output) + row * wide;
        const float maximum = *std::max_element(from, from + wide);
        float sum = 0;
        for (std::uint64_t i = 0; i < wide; ++i) sum += to[i] = std::exp(from[i] - maximum);
        for (std::uint64_t i = 0; i < wide; ++i) to[i] /= sum;
    }
}

}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
