// Contender 91: oneTBB's parallel_reduce over whole histograms.
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <functional>
#include <vector>

#include <ladders/histogram/cpu/counts.hpp>

namespace strider::ladders::histogram {
namespace {

void run(const arguments& with) {
    using histogram = std::vector<std::uint64_t>;
    count_into(with, [&](const auto* input, const auto& binning, auto counts) {
        const histogram whole = tbb::parallel_reduce(
            tbb::blocked_range(input, input + with.elements), histogram(counts.size()),
            [&](const auto& range, histogram part) {
                for (const auto sample : range) ++part[binning.bin_of(sample)];
                return part;
            },
            [](histogram a, const histogram& b) {
                std::ranges::transform(a, b, a.begin(), std::plus<>{});
                return a;
            });
        std::ranges::copy(whole, counts.begin());
    });
}

const registration here{{
    .pattern = "histogram",
    .number = 91,
    .name = "tbb::parallel_reduce",
    .idea = "oneTBB joins whole histograms, one table per task.",
    .hypothesis = "Faster than rung 1, slower than rung 90: each task has a table, copied at every split.",
    .source = "oneTBB developer guide, parallel_reduce",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
