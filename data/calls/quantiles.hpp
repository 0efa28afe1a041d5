// Quantiles of a file's elements, exact whatever its size.
#pragma once

#include <span>
#include <vector>

#include <data/calls/shared_elements.hpp>
#include <lab/base/record.hpp>

namespace strider::lab {

/// The quantile of each level from 0 (the least element) to 1 (the greatest) of the elements that are not NaN, as
/// records hold numbers. Of n elements in order it stands at (n - 1) * level, counted from 0: an element, or between
/// two neighbours in proportion (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996; the
/// default of NumPy and R). NaN where there are no elements.
///
/// Elements are selected by 16 bits of their keys at a time, from the highest: one pass over the file for each 2 bytes
/// of the type, 512 KiB of counters for each element that is looked for. Ranks share the elements.
std::vector<record> quantiles(const shared_elements& input, std::span<const double> levels);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
