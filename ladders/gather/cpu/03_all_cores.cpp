// Rung 3: the loop of rung 1 on every core, with each element asked for ahead of its turn.
#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <ladders/gather/cpu/dispatch.hpp>

namespace strider::ladders::gather {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;

/// Elements that are asked for before they are needed: a load that waits keeps its place in the core, a prefetch does
/// not.
constexpr std::uint64_t ahead = 32;

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, elements, grain), [=](const auto& part) {
            const std::uint64_t end = part.end(), last_wish = end - std::min<std::uint64_t>(ahead, part.size());
            std::uint64_t i = part.begin();
            for (; i < last_wish; ++i) {
                __builtin_prefetch(input + indices[i + ahead]);
                output[i] = input[indices[i]];
            }
            for (; i < end; ++i) output[i] = input[indices[i]];
        });
    });
}

const registration here{{
    .pattern = "gather",
    .number = 3,
    .follows = 1,
    .name = "all cores, prefetched",
    .idea = "Every core takes its own part, and prefetches elements 32 ahead of their turn.",
    .hypothesis = "The time falls with the cores, and a prefetch, which holds up no later instruction, keeps more "
                  "loads in flight than the loop itself.",
    .source = "oneTBB, parallel_for",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
