// Rung 3: every core adds a part of the elements, by atomics. For any indices.
#include <atomic>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <ladders/scatter/cpu/dispatch.hpp>

namespace strider::ladders::scatter {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, elements, grain),
                          [=](const auto& part) { std::fill(output + part.begin(), output + part.end(), 0); });
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, elements, grain), [=](const auto& part) {
            for (std::uint64_t i = part.begin(); i < part.end(); ++i) {
                std::atomic_ref(output[indices[i]]).fetch_add(input[i], std::memory_order_relaxed);
            }
        });
    });
}

const registration here{{
    .pattern = "scatter",
    .number = 3,
    .follows = 2,
    .name = "all cores, atomic additions",
    .idea = "std::atomic_ref makes each addition one step, so that collisions add up.",
    .hypothesis = "Slower than rung 2 by the cost of an atomic, and much slower than rung 1 where many elements go to "
                  "few places: there a cache line travels between the cores.",
    .source = "ISO C++20, atomic_ref",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
