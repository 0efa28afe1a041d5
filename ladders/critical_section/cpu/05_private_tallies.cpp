// Rung 5: every thread has a tally of its own.
#include <tbb/enumerable_thread_specific.h>

#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

template <class T>
tally<T> joined(const tally<T>& a, const tally<T>& b) {
    return {plus{}(a.total, b.total), plus{}(a.number, b.number)};
}

void run(const arguments& with) {
    with_tally(with, [&]<class T>(const T* input, tally<T>* shared) {
        constexpr std::uint64_t grain = std::uint64_t{1} << 14;
        tbb::enumerable_thread_specific<tally<T>> mine(tally<T>{});
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, with.elements, grain), [&](const auto& range) {
            tally<T> here{};
            for (std::uint64_t i = range.begin(); i < range.end(); ++i) run_section(here, input[i]);
            tally<T>& all = mine.local();
            all = joined(all, here);
        });
        *shared = {};
        for (const tally<T>& one : mine) *shared = joined(*shared, one);
    });
}

const registration here{{
    .pattern = "critical-section",
    .number = 5,
    .follows = 4,
    .name = "private tallies",
    .idea = "Threads share nothing until the end: each runs its sections on its own tally, a private sum.",
    .hypothesis = "No cache line changes its core: the rate is a hundred times higher, and grows with the cores. The "
                  "section has become a reduction.",
    .source = "lecture on atomics and patterns, privatization",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
