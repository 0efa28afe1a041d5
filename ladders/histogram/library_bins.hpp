// The ladder's bins as the library's.
#pragma once

#include <span>

#include <ladders/histogram/binning.hpp>
#include <strider/pattern/bins.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

/// Calls `entry(samples, bins)` with the samples, a const T*, and what strider::histogram takes.
template <class Entry>
void with_library_bins(const arguments& with, Entry&& entry) {
    with_sample_type(with, [&]<class T>(T) {
        const T* const samples = static_cast<const T*>(with.input);
        const std::uint64_t bins = bins_of(with);
        if (with.parameters[edges_place] == given_edges) {
            entry(samples, std::span(static_cast<const edge<T>*>(with.side_input), bins + 1));
        } else {
            const auto [lower, width] = range_of<T>(bins_of(with));
            entry(samples, strider::even_bins<edge<T>>{bins, lower, lower + static_cast<edge<T>>(bins) * width});
        }
    });
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
