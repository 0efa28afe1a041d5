#include <data/readers/table_numbers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <data/readers/number_file.hpp>
#include <data/readers/shown.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// Each has a temporary file, of which a process may usually have 1024.
constexpr std::size_t most_columns = 500;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// 1,234,567.8 without its commas, where all groups before the fraction have three digits; else as it is.
std::string without_thousands(std::string_view text) {
    std::string digits;
    std::size_t group = 0, at = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    digits = text.substr(0, at);
    bool first = true;
    for (; at < text.size() && (is_digit(text[at]) || text[at] == ','); ++at) {
        if (text[at] != ',') {
            digits += text[at];
            ++group;
        } else {
            if (first ? group < 1 || group > 3 : group != 3) return std::string(text);
            first = false;
            group = 0;
        }
    }
    if (first || group != 3) return std::string(text);
    return digits.append(text.substr(at));
}

bool is_word(std::string_view text, std::string_view lower_case) {
    return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

/// What a thread has found in the cells of a column in a piece.
struct piece_column {
    text_numbers numbers;
    std::uint64_t missing = 0;
    std::string first_missing;  ///< what is to be said of it, where missing cells are refused
    std::string refused;        ///< why this is no column of numbers; nothing is added any more
};

/// Adds the cell to the column's numbers, or says what is wrong with it.
void add_cell(std::string_view cell, const table_layout& layout, missing_cells missing, const text_place& where,
              piece_column& into) {
    const cell_text one(cell, layout.how);
    if (one.is_missing()) {
        if (missing == missing_cells::nan) into.numbers.add_nan();
        ++into.missing;
        if (missing == missing_cells::refuse && into.first_missing.empty()) {
            into.first_missing = where.message(missing_number(one.text()));
        }
    } else if (!into.numbers.add(one.begin(), one.end(), where)) {
        into.refused = where.message(no_number(one.text()));
    }
}

/// A column while it is read.
struct open_column {
    std::size_t at;  ///< its place in the table
    number_file numbers;
    std::uint64_t missing = 0;
    std::string first_missing = {}, refused = {};

    void append(piece_column piece) {
        if (!refused.empty()) return;
        try {
            refused = std::move(piece.refused);
            if (refused.empty()) numbers.append(std::move(piece.numbers));
        } catch (const usage_error& rounded) {
            refused = rounded.what();
        }
        missing += piece.missing;
        if (first_missing.empty()) first_missing = std::move(piece.first_missing);
    }
};

std::vector<piece_column> read_piece(const table_piece& piece, const table& from,
                                     const std::vector<open_column>& columns) {
    std::vector<piece_column> found(columns.size());
    const table_layout& layout = from.layout();
    from.for_each_row(piece, [&](const row_reader& rows, const auto& cells) {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            if (!found[k].refused.empty()) continue;
            const std::size_t place = columns[k].at;
            try {
                add_cell(cells[place], layout, from.missing(), {rows.line(), place + 1, layout.names[place]}, found[k]);
            } catch (const usage_error& rounded) {
                found[k].refused = rounded.what();
            }
        }
    });
    return found;
}

/// The columns at these places of a table in text.
table_columns read_text_columns(table& from, const std::vector<std::size_t>& columns) {
    const table_layout& layout = from.layout();
    const bool are_named = !from.given_columns().empty();
    std::vector<open_column> open;
    for (const std::size_t place : columns) {
        open.push_back({place, number_file(from.name())});
    }
    from.for_each_piece([&](const table_piece& piece) { return read_piece(piece, from, open); },
                        [&](std::vector<piece_column> found) {
                            for (std::size_t k = 0; k < open.size(); ++k) {
                                open[k].append(std::move(found[k]));
                                if (are_named && !open[k].refused.empty()) throw usage_error(open[k].refused);
                                if (are_named && !open[k].first_missing.empty())
                                    throw usage_error(open[k].first_missing);
                            }
                        });
    table_columns read;
    for (open_column& one : open) {
        const std::string& name = layout.names[one.at];
        if (!are_named && one.refused.empty() && one.numbers.count() == 0 && one.missing != 0) {
            one.refused = fmt::format("column \"{}\" has no numbers", shown(name));
        }
        if (!one.refused.empty()) {
            read.left_out.push_back(one.refused);
        } else if (!one.first_missing.empty()) {
            throw usage_error(one.first_missing);
        } else {
            reading_notes notes = from.notes();
            notes.missing = one.missing;
            read.columns.push_back({name, one.numbers.finish()});
            read.columns.back().input.set_notes(notes);
        }
    }
    return read;
}

}  // namespace

cell_text::cell_text(std::string_view cell, const delimiting& how) : text_(content_of(cell)), number_(text_) {
    if (how.decimal == ',') {
        rewritten_ = text_;
        for (char& letter : rewritten_) letter = letter == ',' ? '.' : letter == '.' ? ',' : letter;
    } else {
        if (!is_quoted(cell) || how.delimiter == ';' || text_.find(',') == std::string_view::npos) return;
        rewritten_ = without_thousands(text_);
    }
    number_ = rewritten_;
}

bool cell_text::is_missing() const {
    if (text_.empty()) return true;
    if (text_.size() > 4 || (text_.front() | 0x20) != 'n') return false;
    return is_word(text_, "na") || is_word(text_, "n/a") || is_word(text_, "nan") || is_word(text_, "null") ||
           is_word(text_, "none");
}

std::string no_number(std::string_view text) {
    const auto is_number = [](const std::string& digits) {
        return parse_number(digits.data(), digits.data() + digits.size()).what != written_number::kind::none;
    };
    std::string with_point(text);
    std::replace(with_point.begin(), with_point.end(), ',', '.');
    if (is_beyond_f64(text)) return fmt::format("\"{}\" is beyond what f64 holds", shown(text));
    const bool has_comma = text.find(',') != std::string_view::npos;
    const char* const hint = text.starts_with('#')                 ? "; --comment '#' leaves such lines out"
                             : has_comma && is_number(with_point)  ? "; --decimal , takes its comma as a decimal point"
                             : !has_comma && is_number(with_point) ? "; --decimal . takes its point as a decimal point"
                                                                   : "";
    return fmt::format("\"{}\" is not a number{}", shown(text), hint);
}

std::string missing_number(std::string_view text) {
    return fmt::format("{}; --na skip leaves such cells out, --na nan takes them as NaN",
                       text.empty() ? "the cell is empty" : fmt::format("\"{}\" is not a number", text));
}

table_columns read_columns(table& from) {
    const std::vector<std::string>& names = from.layout().names;
    const std::vector<std::size_t> columns = columns_named(from.given_columns(), names);
    if (columns.size() > most_columns) {
        throw usage_error(
            fmt::format("has {} columns; name at most {} of them: --column", columns.size(), most_columns));
    }
    table_columns read = read_text_columns(from, columns);
    if (read.columns.empty()) {
        throw usage_error(fmt::format("no column has numbers ({}){}", list_of(names),
                                      read.left_out.empty() ? "" : "; " + read.left_out.front()));
    }
    return read;
}

table_column read_column(table& from) {
    const std::vector<std::string>& names = from.layout().names;
    if (columns_named(from.given_columns(), names).size() != 1) {
        throw usage_error(from.given_columns().empty()
                              ? fmt::format("is a table; name a column: --column NAME ({})", list_of(names))
                              : "one column is taken here; --column names several");
    }
    return std::move(read_columns(from).columns.front());
}

table_matrix read_matrix(table& from) {
    const table_layout& layout = from.layout();
    const std::vector<std::size_t> columns = columns_named(from.given_columns(), layout.names);
    const auto read_rows = [&](const table_piece& piece) {
        piece_column result;
        from.for_each_row(piece, [&](const row_reader& rows, const auto& cells) {
            const auto is_missing = [&](std::size_t place) { return cell_text(cells[place], layout.how).is_missing(); };
            if (from.missing() == missing_cells::skip && std::any_of(columns.begin(), columns.end(), is_missing)) {
                ++result.missing;
                return;
            }
            for (const std::size_t place : columns) {
                add_cell(cells[place], layout, from.missing(), {rows.line(), place + 1, layout.names[place]}, result);
                if (!result.first_missing.empty()) throw usage_error(result.first_missing);
                if (!result.refused.empty()) {
                    throw usage_error(result.refused + "; --column names those that are numbers");
                }
            }
        });
        return result;
    };
    number_file numbers(from.name());
    std::uint64_t missing = 0;
    from.for_each_piece(read_rows, [&](piece_column result) {
        numbers.append(std::move(result.numbers));
        missing += result.missing;
    });
    table_matrix read;
    if (layout.has_header) {
        for (const std::size_t place : columns) read.names.push_back(layout.names[place]);
    }
    const std::uint64_t rows = columns.empty() ? 0 : numbers.count() / columns.size();
    read.input = numbers.finish({rows, columns.size()});
    reading_notes notes = from.notes();
    notes.missing = missing;
    read.input.set_notes(notes);
    return read;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
