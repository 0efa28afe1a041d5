// Tables that are stored by columns: Parquet and Arrow. A module reads them with Apache Arrow, which is too large to be
// loaded whenever the command line starts, and not on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lab/readers/file.hpp>
#include <ladders/types.hpp>

namespace strider::lab {

/// A column as the file describes it.
struct stored_column {
    std::string name;
    std::string holds;  ///< Arrow's name of its type
    /// As its numbers are given: bool as u8, f16 as f32, decimals of up to 15 digits as f64; none where it has none.
    std::optional<ladders::element_type> type = {};
};

/// Numbers of a column that follow each other, in the machine's byte order; anything stands where nulls are.
struct column_piece {
    std::vector<char> bytes;
    std::vector<std::uint32_t> nulls;  ///< their places
};

/// An open file, of which some rows are in memory. Its calls throw usage_error where the file is damaged.
class stored_columns {
public:
    virtual ~stored_columns() = default;

    virtual const std::vector<stored_column>& columns() const = 0;

    /// Goes on to the next rows, of these columns alone: how many; 0 at the end. Every call names the same ones.
    virtual std::size_t next(std::span<const std::size_t> columns) = 0;

    /// Of those rows, the numbers of a column that has a type.
    virtual column_piece numbers(std::size_t column) = 0;

    /// Of those rows, all of whose columns were read, these or all, as CSV: bool as 0 and 1, a null as an empty cell.
    /// Throws usage_error for a column that cells cannot hold.
    virtual std::string text(std::optional<std::span<const std::uint32_t>> rows = std::nullopt) = 0;
};

/// What the module exports: opens a file's descriptor, which stays the caller's, as "Parquet", "Arrow" or "Arrow
/// stream". Throws usage_error where it is none.
using open_columns_function = stored_columns* (*)(int descriptor, std::string_view format);
inline constexpr const char* open_columns_symbol = "strider_open_columns";

/// Opens such a file, of what `recognise` calls its format. Throws usage_error where it is damaged, and where there is
/// no module.
std::unique_ptr<stored_columns> open_columns(const byte_input& input, std::string_view format);

/// Whether such files can be read here, by a module that is there or that can be built.
bool are_columns_read();

/// Text as a cell of CSV: in quotes where it needs them.
inline void append_cell(std::string& to, std::string_view text) {
    const bool has_blanks = text.empty() || text.front() == ' ' || text.back() == ' ';
    if (!has_blanks && text.find_first_of(",\"\r\n\t") == std::string_view::npos) {
        to += text;
        return;
    }
    to += '"';
    for (const char one : text) {
        if (one == '"') to += one;
        to += one;
    }
    to += '"';
}

}  // namespace strider::lab
