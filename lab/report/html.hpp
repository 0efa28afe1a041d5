// HTML: the tables of a page.
#pragma once

#include <string>
#include <string_view>

#include <lab/base/output/report.hpp>

namespace strider::lab {

/// As text, or an attribute's value in double quotes.
std::string as_html(std::string_view text);

/// The section's table, with its title as the caption, its lead above and its notes below. A row has its rung's number
/// as `data-rung`, where it has one.
std::string html_table(const section& part);

}  // namespace strider::lab
