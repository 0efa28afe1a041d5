// Rung 2: every core stores a part of the elements. For indices that permute.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <ladders/scatter/cpu/dispatch.hpp>

namespace strider::ladders::scatter {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, elements, grain), [=](const auto& part) {
            for (std::uint64_t i = part.begin(); i < part.end(); ++i) output[indices[i]] = input[i];
        });
    });
}

const registration here{{
    .pattern = "scatter",
    .number = 2,
    .follows = 1,
    .name = "all cores",
    .idea =
        "Every core takes a part of the input. No two elements go to one place, so no core needs an atomic or a lock.",
    .hypothesis = "The time falls with the cores, until memory is busy: each element needs a cache line of its own.",
    .source = "oneTBB, parallel_for",
    .supports = permutes,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
