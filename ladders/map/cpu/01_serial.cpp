// Rung 1: one loop, of which the compiler makes vectors.
#include <ladders/map/cpu/dispatch.hpp>

namespace strider::ladders::map {
namespace {

void run(const arguments& with) {
    with_array(with, [](const auto* input, auto* output, std::uint64_t elements, auto function) {
        for (std::uint64_t i = 0; i < elements; ++i) output[i] = function(input[i]);
    });
}

const registration here{{
    .pattern = "map",
    .number = 1,
    .name = "serial",
    .idea = "One core takes one element after the other; the compiler makes vectors of the loop.",
    .hypothesis = "The starting point: one core cannot keep memory busy.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
