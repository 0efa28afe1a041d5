// The page of a ladder: one HTML file, which needs nothing else.
#pragma once

#include <string>

#include <lab/report/ladder.hpp>

namespace strider::lab {

/// Headings, words and tables are there without a script; the script draws the charts and the steps from the data that
/// the page holds as JSON.
std::string report_page(const reported_ladder& ladder);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
