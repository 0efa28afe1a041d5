// The rows of a table as they are written, and the numbers that a condition compares.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <data/readers/expression.hpp>
#include <data/readers/table.hpp>

namespace strider::lab {

/// The rows of a piece of text, and what a condition compares in them.
struct written_rows {
    std::uint64_t rows = 0;
    std::vector<std::vector<double>> values;  ///< by column of the condition, and row
    std::vector<condition::exact_row> exact;  ///< of rows that f64 does not hold
    std::vector<std::uint32_t> missing;       ///< rows to leave out: one of their cells is missing

    table_piece piece;
    std::vector<std::uint32_t> starts, ends;  ///< of the rows in the piece, their lines' ends included

    /// The row with its line's end, but where the text ends without one.
    std::string_view row(std::uint32_t place) const {
        return piece.text().substr(starts[place], ends[place] - starts[place]);
    }
};

/// Reads the cells that the condition is made of. Throws usage_error where one is no number.
written_rows read_rows(table_piece piece, const table& from, const condition& where);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
