// The numbers of a table's columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <data/readers/elements.hpp>
#include <data/readers/table.hpp>

namespace strider::lab {

/// Numbers as cells have them: those of text_parser, and quoted ones with thousands ("1,000"), but where semicolons
/// separate cells and commas may be decimal. Where they are decimal, a point is none.
class cell_text {
public:
    cell_text(std::string_view cell, const delimiting& how);

    const char* begin() const { return number_.data(); }
    const char* end() const { return number_.data() + number_.size(); }
    std::string_view text() const { return text_; }

    /// Whether it says that there is no number: empty, or NA, N/A, NaN, null, none in any case.
    bool is_missing() const;

private:
    std::string rewritten_;
    std::string_view text_, number_;  ///< as it is written, and with a point as text_parser reads it
};

/// What is wrong with a cell that is no number, or is missing.
std::string no_number(std::string_view text);
std::string missing_number(std::string_view text);

struct table_column {
    std::string name;
    element_input input;  ///< its notes have the missing cells
};

struct table_columns {
    std::vector<table_column> columns;
    std::vector<std::string> left_out;  ///< of the others, why each is: only where no columns were named
};

/// The columns that were named, or all that are of numbers. Throws usage_error where a cell of a column that was named
/// is no number, or none of the others is a column of numbers.
table_columns read_columns(table& from);

/// The one column that was named, or the only one. Throws usage_error where there are several.
table_column read_column(table& from);

/// The columns that were named, or all, as a matrix of two extents, and their names. Rows with a missing cell are left
/// out where missing cells are.
struct table_matrix {
    element_input input;
    std::vector<std::string> names;  ///< empty where there is no header
};
table_matrix read_matrix(table& from);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
