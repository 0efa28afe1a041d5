// HTML: the tables of a page.
#pragma once

#include <string>

#include <lab/base/output/report.hpp>

namespace strider::lab {

/// The section's table, with its title as the caption, its lead above and its notes below. A row has its rung's number
/// as `data-rung`, where it has one.
std::string html_table(const section& part);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
