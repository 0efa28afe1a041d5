// Rung 3: every core counts in tables of its own.
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <ladders/histogram/cpu/counts.hpp>

namespace strider::ladders::histogram {
namespace {

void run(const arguments& with) {
    constexpr std::uint64_t grain = std::uint64_t{1} << 16;
    count_into(with, [&](const auto* input, const auto& binning, auto counts) {
        tbb::enumerable_thread_specific<several_tables> mine(counts.size());
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, with.elements, grain),
                          [&](const auto& range) { mine.local().count(input + range.begin(), range.size(), binning); });
        for (const several_tables& tables : mine) tables.add_to(counts);
    });
}

const registration here{{
    .pattern = "histogram",
    .number = 3,
    .follows = 2,
    .name = "all cores",
    .idea = "Every core counts its part in tables of its own, which are added up at the end: privatisation.",
    .hypothesis = "The time falls by the number of cores, as long as their tables fit their caches.",
    .source = "lecture on atomics and patterns, privatization; oneTBB, enumerable_thread_specific",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
