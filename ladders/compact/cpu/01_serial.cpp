// Rung 1: the loop of a textbook, one element after the other.
#include <ladders/compact/dispatch.hpp>

namespace strider::ladders::compact {
namespace {

void run(const arguments& with) {
    with_compaction(with, [](const auto* input, std::uint64_t elements, auto* kept, std::uint64_t* count, auto keep) {
        std::uint64_t found = 0;
        for (std::uint64_t i = 0; i < elements; ++i) {
            if (keep(input[i])) kept[found++] = input[i];
        }
        *count = found;
    });
}

const registration here{{
    .pattern = "compact",
    .number = 1,
    .name = "serial",
    .idea = "One thread takes one branch per element.",
    .hypothesis = "At half kept at random, the core mispredicts every second branch, and these mispredictions take the "
                  "time.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
