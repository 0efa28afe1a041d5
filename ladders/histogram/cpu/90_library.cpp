// Rung 90: the library's own histogram, strider::histogram.
#include <span>

#include <ladders/histogram/library_bins.hpp>
#include <strider/histogram.hpp>

namespace strider::ladders::histogram {
namespace {

void run(const arguments& with) {
    with_library_bins(with, [&](const auto* samples, const auto& bins) {
        const std::span counts(static_cast<std::uint64_t*>(with.output), bins_of(with));
        const outside out = strider::histogram(cpu{}, std::span(samples, with.elements), bins, counts);
        counts.data()[counts.size()] = out.below + out.above + out.nan;
    });
}

const registration here{{
    .pattern = "histogram",
    .number = 90,
    .follows = 1,
    .name = "strider::histogram",
    .idea =
        "Every core counts in tables of its own. SIMD first finds the bins of a block of samples. Bytes are counted "
        "by value, and these counts are then sorted into bins.",
    .hypothesis = "Finding bins no longer waits for the tables; the additions take the time.",
    .source = "include/strider/cpu/histogram.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
