// Rung 1: std::sort, by comparisons.
#include <algorithm>

#include <ladders/harness/rung.hpp>
#include <ladders/sort/problem.hpp>

namespace strider::ladders::sort {
namespace {

void run(const arguments& with) {
    const key* const keys = static_cast<const key*>(with.input);
    key* const sorted = static_cast<key*>(with.output);
    std::copy(keys, keys + with.elements, sorted);
    std::sort(sorted, sorted + with.elements);
}

const registration here{{
    .pattern = "sort",
    .number = 1,
    .name = "serial",
    .idea = "The standard library's sort on one core: n log n comparisons.",
    .hypothesis = "At keys at random, the core mispredicts every second branch.",
    .source = "ISO C++, [sort]; libstdc++",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
