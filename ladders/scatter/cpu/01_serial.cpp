// Rung 1: one element after the other; those that go to one place add up.
#include <algorithm>

#include <ladders/scatter/cpu/dispatch.hpp>

namespace strider::ladders::scatter {
namespace {

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        std::fill_n(output, elements, 0);
        for (std::uint64_t i = 0; i < elements; ++i) output[indices[i]] = plus{}(output[indices[i]], input[i]);
    });
}

const registration here{{
    .pattern = "scatter",
    .number = 1,
    .name = "serial",
    .idea = "The output is set to zero, then one thread adds one element at a time.",
    .hypothesis = "The starting point.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
