// Rung 1: one element after the other.
#include <ladders/gather/cpu/dispatch.hpp>

namespace strider::ladders::gather {
namespace {

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        for (std::uint64_t i = 0; i < elements; ++i) output[i] = input[indices[i]];
    });
}

const registration here{{
    .pattern = "gather",
    .number = 1,
    .name = "serial",
    .idea = "One thread takes one index and one element at a time.",
    .hypothesis =
        "The starting point: the core itself keeps many loads in flight, since they do not wait for each other.",
    .source = "the textbook loop",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
