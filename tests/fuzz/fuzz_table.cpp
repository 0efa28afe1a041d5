// Any bytes as a table: the same rows and numbers, or refused, in whatever pieces it is cut.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <data/readers/table.hpp>
#include <data/readers/table_numbers.hpp>
#include <data/readers/table_rows.hpp>
#include <lab/base/errors.hpp>

#include "require.hpp"

namespace {

using namespace strider::lab;
using strider::fuzz::require;

struct outcome {
    std::vector<std::string> cells;
    std::vector<std::uint64_t> lines;
    bool is_refused = false;
    bool operator==(const outcome&) const = default;
};

/// The rows of the text in pieces of whole rows, each cut from at most `most` bytes where a row is not longer.
outcome read(std::string_view text, std::uint64_t line, const table_layout& layout, std::size_t most) {
    outcome found;
    try {
        for (std::size_t size = most; !text.empty(); size = most) {
            std::size_t whole = 0;
            while (size < text.size() && (whole = whole_rows(text.substr(0, size), layout.how)) == 0) size *= 2;
            const std::string_view piece = size < text.size() ? text.substr(0, whole) : text;
            for_each_row(piece, line, layout, [&](const row_reader& rows, const auto& cells) {
                require(rows.row().data() >= piece.data() && rows.row().end() <= piece.end(),
                        "a row lies in its piece");
                found.lines.push_back(rows.line());
                for (const std::string_view cell : cells) {
                    found.cells.emplace_back(cell);
                    const cell_text one(cell, layout.how);
                    if (!one.is_missing()) parse_number(one.begin(), one.end());
                    unquoted(cell);
                }
            });
            line += static_cast<std::uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
            text.remove_prefix(piece.size());
        }
    } catch (const usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
        found.is_refused = true;
    }
    return found;
}

}  // namespace

/// The first byte chooses the delimiter and whether there is a header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    constexpr const char* delimiters[] = {"auto", "comma", "semicolon", "tab", "space", "x"};
    constexpr const char* headers[] = {"auto", "yes", "no"};
    table_options given;
    given.delimiter = delimiters[data[0] % 6];
    given.header = headers[data[0] / 6 % 3];
    looks_like_table(text);
    try {
        const table_layout layout = layout_of(text, given);
        require(layout.front <= text.size(), "the header lies in the text");
        const std::string_view rows = text.substr(layout.front);
        const outcome whole = read(rows, layout.first_line, layout, size);
        require(whole.is_refused || whole.cells.size() == whole.lines.size() * layout.names.size(),
                "rows have a cell for each column");
        outcome pieces = read(rows, layout.first_line, layout, 1 + data[0] % 23);
        require(pieces.is_refused == whole.is_refused, "the pieces do not matter to what is refused");
        require(whole.is_refused || pieces == whole, "nor to what is read");
        columns_named({std::string(text.substr(0, 20))}, layout.names);
    } catch (const usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    }
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
