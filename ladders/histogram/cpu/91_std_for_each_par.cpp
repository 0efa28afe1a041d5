// Contender 91: std::for_each on every core, atomic additions to the one table.
#include <algorithm>
#include <atomic>
#include <execution>

#include <ladders/histogram/cpu/counts.hpp>

namespace strider::ladders::histogram {
namespace {

void run(const arguments& with) {
    count_into(with, [&](const auto* input, const auto& binning, auto counts) {
        std::for_each(std::execution::par, input, input + with.elements, [&](auto sample) {
            std::atomic_ref(counts[binning.bin_of(sample)]).fetch_add(1, std::memory_order_relaxed);
        });
    });
}

const registration here{{
    .pattern = "histogram",
    .number = 91,
    .name = "std::for_each par, atomics",
    .idea = "The standard library on every core, with atomic additions to the shared counts.",
    .hypothesis = "Slower than one core alone: the cores pass the lines of the table back and forth.",
    .source = "ISO C++20, [alg.foreach], [atomics.ref.generic]",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
