// Histograms as records, as lines of text and as pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <data/calls/count.hpp>
#include <lab/base/output/report.hpp>

namespace strider::lab {

record to_record(std::string_view device, std::string_view type, const histogram& counts);

/// A record a bin, as CSV has them; and one for what is below, above or NaN, where there is any.
std::vector<record> bin_rows(const histogram& counts);

/// For people: a line a bin, or a few of them together where there are many; its bar as long as the count, or as the
/// logarithm of one more.
section plot(const histogram& counts, const std::string& title, bool logarithmic);

/// An SVG document with a panel for each.
std::string picture_of(std::string_view title, const std::vector<histogram>& all, bool logarithmic);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
