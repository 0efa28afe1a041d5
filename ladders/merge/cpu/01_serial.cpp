// Rung 1: std::merge, one key after the other.
#include <algorithm>

#include <ladders/merge/sequences.hpp>

namespace strider::ladders::merge {
namespace {

void run(const arguments& with) {
    const auto [first, second, merged] = sequences_of(with);
    std::merge(first.keys, first.keys + first.count, second.keys, second.keys + second.count, merged);
}

const registration here{{
    .pattern = "merge",
    .number = 1,
    .name = "serial",
    .idea = "One thread compares the next keys of both sequences, and takes the lower one.",
    .hypothesis = "At keys at random, the core mispredicts every second branch.",
    .source = "the textbook loop; libstdc++",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
