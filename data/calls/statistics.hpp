// What `strider reduce --statistics` says beyond sum, mean and extremes.
#pragma once

#include <string>
#include <vector>

#include <data/calls/shared_elements.hpp>
#include <lab/base/record.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

/// The levels that --quantiles names, from 0 to 1; the quartiles where it is empty. Throws usage_error.
std::vector<double> parse_levels(const std::string& text);

/// Adds to the record how many elements are NaN, their sample variance (by one less than their number), its root, and
/// their quantiles at these levels: NaN where one element is. Reads the file twice more, and once for each
/// 2 bytes of the type.
void add_statistics(record& to, ladders::library& calls, const shared_elements& input, double mean,
                    const std::vector<double>& levels);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
