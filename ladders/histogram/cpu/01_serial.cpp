// Rung 1: one thread, one table.
#include <ladders/histogram/cpu/counts.hpp>

namespace strider::ladders::histogram {
namespace {

void run(const arguments& with) {
    count_into(with, [&](const auto* input, const auto& binning, auto counts) {
        for (std::uint64_t i = 0; i < with.elements; ++i) ++counts[binning.bin_of(input[i])];
    });
}

const registration here{{
    .pattern = "histogram",
    .number = 1,
    .name = "serial",
    .idea = "One thread adds one to a count for each sample.",
    .hypothesis = "Where equal samples follow each other, each addition waits for the store of the one before it, some "
                  "five cycles: constant samples take longer than uniform ones, except on processors that forward such "
                  "a store in no time.",
    .source = "Hwu, Kirk and El Hajj, Programming Massively Parallel Processors, 4th edition, 9.2",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
