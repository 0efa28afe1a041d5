// Rung 3: every core counts a part, and then moves it to where the counts say.
#include <algorithm>
#include <vector>

#include <tbb/parallel_for.h>

#include <ladders/compact/dispatch.hpp>

namespace strider::ladders::compact {
namespace {

constexpr std::uint64_t part = std::uint64_t{1} << 16;

void run(const arguments& with) {
    with_compaction(with, [](const auto* input, std::uint64_t elements, auto* kept, std::uint64_t* count, auto keep) {
        const std::uint64_t parts = (elements + part - 1) / part;
        std::vector<std::uint64_t> place(parts + 1);
        tbb::parallel_for(std::uint64_t{0}, parts, [&](std::uint64_t p) {
            const auto* const end = input + std::min(elements, (p + 1) * part);
            place[p + 1] = static_cast<std::uint64_t>(std::count_if(input + p * part, end, keep));
        });
        for (std::uint64_t p = 0; p < parts; ++p) place[p + 1] += place[p];
        tbb::parallel_for(std::uint64_t{0}, parts, [&](std::uint64_t p) {
            // Until all are found: what follows belongs to the next part, which another core writes.
            std::uint64_t i = p * part;
            for (std::uint64_t found = place[p]; found < place[p + 1]; ++i) {
                kept[found] = input[i];
                found += keep(input[i]) ? 1 : 0;
            }
        });
        *count = place[parts];
    });
}

const registration here{{
    .pattern = "compact",
    .number = 3,
    .follows = 2,
    .name = "all cores",
    .idea =
        "Every core counts what parts of 65,536 elements keep; the counts are added up; then every part is moved to "
        "its place.",
    .hypothesis = "Memory is read twice; counting goes by vectors, and moving by all cores.",
    .source = "oneTBB",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
