// Rung 1: three loops over each row.
#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/softmax/cpu/row.hpp>

namespace strider::ladders::softmax {
namespace {

const registration here{{
    .pattern = "softmax",
    .number = 1,
    .name = "serial",
    .idea = "Three loops over each row: its maximum, the sum of the exponentials, and the quotients.",
    .hypothesis = "The starting point: one exponential at a time, which takes longer than memory.",
    .source = "the textbook loop",
    .run = [](const arguments& with) { softmax_rows(with, 0, rows_of(with)); },
}};

}  // namespace
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
