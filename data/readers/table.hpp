// Tables in text: what they are, which columns they have, and their rows piece by piece.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <data/readers/delimited.hpp>
#include <data/readers/file.hpp>
#include <data/readers/notes.hpp>
#include <data/readers/numbers.hpp>

namespace strider::lab {

/// As the user gave them.
struct table_options {
    std::vector<std::string> columns = {};  ///< --column, each a list of names and numbers
    std::string delimiter = "auto", header = "auto", na = "error", comment = "auto", decimal = ".";

    /// Whether one of them says that the file is a table.
    bool are_given() const;
};

/// What becomes of cells that are empty, NA, N/A, NaN, null or none.
enum class missing_cells { refuse, skip, nan };

/// What is known of a table before its rows are read.
struct table_layout {
    delimiting how;
    std::vector<std::string> names;  ///< of all columns; their numbers where there is no header
    bool has_header = false;
    std::string header = {};       ///< as it is written, without the comment that it stands in
    std::uint64_t first_line = 1;  ///< on which the first row behind the header may stand
    std::size_t front = 0;         ///< bytes before it
    std::uint64_t comments = 0;    ///< among these
    header_guess guess = header_guess::none;
};

/// A text's first bytes say what it is; where they are fewer than so many, they are all.
inline constexpr std::size_t text_front_bytes = std::size_t{1} << 18;

/// The layout of a text that begins with `front`, whose lines end in \n. Throws usage_error where the options
/// contradict the text or are not known.
///
/// Unless --comment says otherwise, comments are the lines above the first row that begin with #. The last of them is
/// the header where it has as many cells as that row, and this one is no header itself.
table_layout layout_of(std::string_view front, const table_options& given);

/// Whether a text that begins so is a table by itself: its first row is a header, or it begins with a comment. Numbers
/// alone are a list, and so is one line of text, but in a file that is named as a table.
bool looks_like_table(std::string_view front, bool is_named_table = false);

/// Whether a file's name says that it is a table.
bool is_named_table(std::string_view name);

/// How the first row of a text is taken that begins with `front` and is read as a list of numbers.
header_guess guess_of_list(std::string_view front, std::string_view name);

/// Whether the lines of a text that begins with `front` end in \r alone.
bool has_lone_cr(std::string_view front);

/// The columns that --column names, by their places in the table; all where it names none. Throws usage_error for a
/// name that is not there, or stands there twice.
std::vector<std::size_t> columns_named(const std::vector<std::string>& given, const std::vector<std::string>& names);

/// One of them: a number counts from 1, where no column is named so.
std::size_t column_named(const std::string& given, const std::vector<std::string>& names);

/// `the columns are a, b, c`: the first ones of many.
std::string list_of(const std::vector<std::string>& names);

/// Whole rows of a table in memory.
struct table_piece {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
    std::uint64_t first_line = 1;
    std::string_view text() const { return {bytes.get(), size}; }
};

/// Calls use(row) for the rows of a piece, with a row_reader that is behind the row, and its cells. Gives the number of
/// comments. Throws usage_error where a row does not have a cell for every column, or is malformed.
template <class Use>
std::uint64_t for_each_row(std::string_view text, std::uint64_t first_line, const table_layout& layout, Use use);

class table {
public:
    /// `input` has not been read yet. Throws usage_error as layout_of() does.
    table(byte_input input, const table_options& given);

    const std::string& name() const { return input_.name; }
    const table_layout& layout() const { return layout_; }
    missing_cells missing() const { return missing_; }
    const std::vector<std::string>& given_columns() const { return given_columns_; }

    /// Of the rows that have been read.
    reading_notes notes() const;

    /// What stands before the rows, as it is written, without a byte order mark: the header, and comments.
    std::string_view front() const;

    /// Calls use(work(piece)) for piece after piece, once: `work`, which must not change what others share, on several
    /// threads, and `use` here, in their order. Throws what they throw, for the first piece that does.
    template <class Work, class Use>
    void for_each_piece(Work work, Use use);

    /// for_each_row() of a piece, on any thread.
    template <class Use>
    void for_each_row(const table_piece& piece, Use use) const {
        comments_ += lab::for_each_row(piece.text(), piece.first_line, layout_, use);
    }

private:
    table_piece next_piece();
    std::string read_front();

    byte_input input_;
    bool ends_in_cr_ = false;
    std::string front_;  ///< the first bytes of the text
    table_layout layout_;
    missing_cells missing_;
    std::vector<std::string> given_columns_;
    std::string carried_;  ///< what was read of the next row
    std::uint64_t line_;
    mutable std::atomic<std::uint64_t> comments_ = 0;
};

/// What is wrong with a row that is malformed.
[[noreturn]] void refuse_row(std::uint64_t line, row_reader::outcome why);
[[noreturn]] void refuse_cells(const row_reader& reader, std::size_t cells, const table_layout& layout);

template <class Use>
std::uint64_t for_each_row(std::string_view text, std::uint64_t first_line, const table_layout& layout, Use use) {
    row_reader rows(text, layout.how, first_line);
    std::vector<std::string_view> cells;
    for (;;) {
        const row_reader::outcome found = rows.next(cells);
        if (found == row_reader::outcome::end) return rows.comments();
        if (found != row_reader::outcome::row) refuse_row(rows.line(), found);
        if (cells.size() != layout.names.size()) refuse_cells(rows, cells.size(), layout);
        use(rows, cells);
    }
}

template <class Work, class Use>
void table::for_each_piece(Work work, Use use) {
    const std::size_t most = std::max(1u, std::thread::hardware_concurrency()) + 1;
    std::deque<std::future<decltype(work(next_piece()))>> ahead;
    const auto use_first = [&] {
        auto done = ahead.front().get();
        ahead.pop_front();
        use(std::move(done));
    };
    for (;;) {
        table_piece piece = next_piece();
        if (piece.size == 0) break;
        ahead.push_back(std::async(std::launch::async, work, std::move(piece)));
        if (ahead.size() == most) use_first();
    }
    while (!ahead.empty()) use_first();
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
