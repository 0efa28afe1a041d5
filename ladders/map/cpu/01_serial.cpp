// Rung 1: one element after the other (compiled without vectors).
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
    .idea = "One instruction takes one element.",
    .hypothesis = "The starting point.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
