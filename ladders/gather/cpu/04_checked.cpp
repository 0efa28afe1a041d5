// Rung 4: checked indices. A bad one is not followed, and the first position of one is told.
#include <ladders/gather/cpu/dispatch.hpp>
#include <ladders/harness/checked_index_cpu.hpp>

namespace strider::ladders::gather {
namespace {

void run(const arguments& with) {
    with_arrays(with, [&](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        *static_cast<bad_index_word*>(with.scratch) =
            move_checked(indices, elements, [=](std::uint64_t i) { output[i] = input[indices[i]]; });
    });
}

const registration here{{
    .pattern = "gather",
    .number = 4,
    .follows = 3,
    .name = "checked, all cores",
    .idea = "Every index is compared with the number of elements; each core keeps the first bad position of its part.",
    .hypothesis = "The branch is always predicted: rung 4 is slower than rung 3 by the comparison, and by the "
                  "prefetches that it leaves out.",
    .source = "what a bounds check costs, measured",
    .scratch_bytes = scratch_of_checked,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
