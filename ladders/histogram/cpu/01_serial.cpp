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
    .follows = 0,
    .name = "serial",
    .idea = "One thread adds one to a count for each sample.",
    .hypothesis = "Where samples are equal, each addition waits until the one before it has been stored: constant "
                  "samples take several times as long as uniform ones.",
    .expectations = {},
    .source = "Kirk and Hwu, Programming Massively Parallel Processors, 4th edition, 9.2",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
