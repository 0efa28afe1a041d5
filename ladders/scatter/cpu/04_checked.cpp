// Rung 4: checked indices. A bad one is not followed, and the first position of one is told.
#include <ladders/harness/checked_index_cpu.hpp>
#include <ladders/scatter/cpu/dispatch.hpp>

namespace strider::ladders::scatter {
namespace {

void run(const arguments& with) {
    with_arrays(with, [&](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        *static_cast<bad_index_word*>(with.scratch) =
            move_checked(indices, elements, [=](std::uint64_t i) { output[indices[i]] = input[i]; });
    });
}

const registration here{{
    .pattern = "scatter",
    .number = 4,
    .follows = 2,
    .name = "checked, all cores",
    .idea = "Every index is compared with the number of elements; each core keeps the first bad position of its part.",
    .hypothesis = "The branch is always predicted, so it costs nothing beside the memory.",
    .source = "what a bounds check costs, measured",
    .supports = permutes,
    .scratch_bytes = scratch_of_checked,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
