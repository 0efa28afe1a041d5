// Shared by the rungs on the processor: the output.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <ladders/histogram/binning.hpp>

namespace strider::ladders::histogram {

/// Sets the counts to zero, then calls `entry(input, binning, counts)`.
template <class Entry>
void count_into(const arguments& with, Entry&& entry) {
    const std::span counts(static_cast<std::uint64_t*>(with.output), bins_of(with) + std::size_t{1});
    std::ranges::fill(counts, 0);
    with_binning(with, [&](auto input, auto binning) { entry(input, binning, counts); });
}

}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
