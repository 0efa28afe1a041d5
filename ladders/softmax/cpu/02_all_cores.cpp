// Rung 2: every core takes rows.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/softmax/cpu/row.hpp>

namespace strider::ladders::softmax {
namespace {

void run(const arguments& with) {
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, rows_of(with)),
                      [&](const auto& part) { softmax_rows(with, part.begin(), part.end()); });
}

const registration here{{
    .pattern = "softmax",
    .number = 2,
    .follows = 1,
    .name = "all cores",
    .idea = "Every core takes rows of its own.",
    .hypothesis = "The time falls by the number of cores.",
    .source = "oneTBB developer guide, parallel_for",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
