// Rung 2: the same loops over tiles that the first-level cache holds, so that a line of the output is filled while it
// is there.
#include <algorithm>

#include <ladders/transpose/cpu/dispatch.hpp>

namespace strider::ladders::transpose {
namespace {

/// Items a side: a tile's lines, of the input and of the output, fit the first-level cache.
constexpr std::uint64_t side = 32;

void run(const arguments& with) {
    with_matrix(with, [](const auto* input, auto* output, std::uint64_t rows, std::uint64_t columns) {
        for (std::uint64_t top = 0; top < rows; top += side) {
            for (std::uint64_t left = 0; left < columns; left += side) {
                const std::uint64_t bottom = std::min(top + side, rows), right = std::min(left + side, columns);
                for (std::uint64_t column = left; column < right; ++column) {
                    for (std::uint64_t row = top; row < bottom; ++row) {
                        output[column * rows + row] = input[row * columns + column];
                    }
                }
            }
        }
    });
}

const registration here{{
    .pattern = "transpose",
    .number = 2,
    .follows = 1,
    .name = "blocked",
    .idea = "The loop goes tile by tile: a line of the output is filled while it is in the cache.",
    .hypothesis = "Each line is fetched once, instead of once per item.",
    .source = "Lam, Rothberg and Wolf 1991, The Cache Performance and Optimizations of Blocked Algorithms",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
