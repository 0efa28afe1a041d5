// Rung 1: two loops. The input is read in order; each item that is written lies a row of the output further on.
#include <ladders/transpose/cpu/dispatch.hpp>

namespace strider::ladders::transpose {
namespace {

void run(const arguments& with) {
    with_matrix(with, [](const auto* input, auto* output, std::uint64_t rows, std::uint64_t columns) {
        for (std::uint64_t row = 0; row < rows; ++row) {
            for (std::uint64_t column = 0; column < columns; ++column) {
                output[column * rows + row] = input[row * columns + column];
            }
        }
    });
}

const registration here{{
    .pattern = "transpose",
    .number = 1,
    .name = "serial",
    .idea = "Two loops, one item at a time, in the order of the input.",
    .hypothesis = "The starting point: every item that is written brings a line of 64 bytes and a page of its own.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
