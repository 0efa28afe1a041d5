// Delimited text, such as CSV (RFC 4180): rows of cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// What separates the cells and the rows of a text.
struct delimiting {
    char delimiter = ',';  ///< ' ' stands for any run of spaces and tabs
    char comment = '#';    ///< lines that begin with it are no rows; 0 where there are none
    char decimal = '.';    ///< what stands before the fraction of a number
};

/// Reads the rows of a text in memory, one after the other. Lines end with \n or \r\n; empty lines and comments are no
/// rows. A cell that begins with a quote ends with one, and may hold delimiters, line ends and doubled quotes; anywhere
/// else a quote is a character like others.
class row_reader {
public:
    /// The text begins where a row does, which is on line `line`.
    row_reader(std::string_view text, const delimiting& how, std::uint64_t line = 1);

    enum class outcome { row, end, open_quote, text_after_quote };

    /// The cells of the next row, as they are written: quoted ones with their quotes. They lie in the text.
    outcome next(std::vector<std::string_view>& cells);

    /// Of the row that next() gave: its line, all of it with its line's end, and whether that is there.
    std::uint64_t line() const { return row_line_; }
    std::string_view row() const { return {row_, static_cast<std::size_t>(at_ - row_)}; }
    bool is_whole() const { return at_ != row_ && at_[-1] == '\n'; }

    /// How many comments it has gone over.
    std::uint64_t comments() const { return comments_; }

    /// How many bytes of the text have been read.
    std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

    /// Goes over rows that have no quotes, up to the first one that has some or to the last line's end.
    void skip_unquoted_rows();

private:
    bool go_to_row();
    outcome read_cells(std::vector<std::string_view>& cells);
    bool go_over_quotes(const char*& cursor);

    std::array<bool, 256> stops_{};  ///< what ends a cell without quotes
    delimiting how_;
    const char *begin_, *at_, *end_;
    const char* row_;
    std::uint64_t line_, row_line_, comments_ = 0;
};

/// How many bytes at the front of a text are whole rows.
std::size_t whole_rows(std::string_view text, const delimiting& how);

/// What is written in a cell: without blanks around it, and without its quotes.
std::string_view content_of(std::string_view cell);

/// The text that a cell stands for: doubled quotes are one.
std::string unquoted(std::string_view cell);

inline bool is_quoted(std::string_view cell) { return cell.starts_with('"'); }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
