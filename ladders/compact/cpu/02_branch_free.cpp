// Rung 2: without a branch: every element is stored, and the place moves on where it is kept.
#include <ladders/compact/dispatch.hpp>

namespace strider::ladders::compact {
namespace {

void run(const arguments& with) {
    with_compaction(with, [](const auto* input, std::uint64_t elements, auto* kept, std::uint64_t* count, auto keep) {
        std::uint64_t found = 0;
        for (std::uint64_t i = 0; i < elements; ++i) {
            kept[found] = input[i];  // no further than the element itself
            found += keep(input[i]) ? 1 : 0;
        }
        *count = found;
    });
}

const registration here{{
    .pattern = "compact",
    .number = 2,
    .follows = 1,
    .name = "branch-free",
    .idea = "Every element is stored at the next place, which moves on only where the element is kept.",
    .hypothesis = "A store per element replaces a misprediction per two elements: the kept fraction is irrelevant.",
    .source = "K. Ross, Conjunctive Selection Conditions in Main Memory (2002)",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
