// What a table is like, by its first rows and by what the user says.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include <data/readers/shown.hpp>
#include <data/readers/table.hpp>
#include <data/readers/table_numbers.hpp>
#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/suggest.hpp>

namespace strider::lab {
namespace {

/// As many rows decide on the delimiter.
constexpr std::size_t looked_at = 20;

using row_cells = std::vector<std::string_view>;

/// How many cells the first row has, and whether those after it have as many.
struct row_widths {
    std::size_t cells = 0;
    bool are_equal = true;
};

row_widths widths_of(std::string_view rows, const delimiting& how) {
    row_reader reader(rows, how);
    row_cells cells;
    row_widths widths;
    for (std::size_t row = 0; row < looked_at; ++row) {
        if (reader.next(cells) != row_reader::outcome::row) break;
        if (row == 0) widths.cells = cells.size();
        widths.are_equal = widths.are_equal && cells.size() == widths.cells;
    }
    return widths;
}

bool is_number(std::string_view text) {
    return parse_number(text.data(), text.data() + text.size()).what != written_number::kind::none ||
           is_beyond_f64(text);
}

/// Whether blanks cut the first row, or the one below names, into numbers.
bool blanks_part_numbers(std::string_view rows, const delimiting& how) {
    row_reader reader(rows, {' ', how.comment, how.decimal});
    row_cells cells;
    for (int row = 0; row < 2 && reader.next(cells) == row_reader::outcome::row; ++row)
        if (cells.size() > 1 && std::all_of(cells.begin(), cells.end(), is_number)) return true;
    return false;
}

/// What cuts all of the first rows into equally many cells, as many as can be; else the first one that cuts the first
/// row, so that the rows that differ are named.
char likeliest_delimiter(std::string_view rows, const delimiting& how) {
    char best = 0, first = 0;
    std::size_t most = 1;
    for (const char delimiter : {',', '\t', ';', '|', ' '}) {
        if (delimiter == how.decimal || (delimiter == ' ' && best != 0)) continue;
        const row_widths widths = widths_of(rows, {delimiter, how.comment, how.decimal});
        if (widths.cells > 1 && first == 0 && delimiter != ' ') first = delimiter;
        if (widths.are_equal && widths.cells > most) {
            best = delimiter;
            most = widths.cells;
        }
    }
    if (best != 0) return best;
    if (first != 0) return first;
    if (blanks_part_numbers(rows, how)) return ' ';
    return how.decimal == ',' && rows.find('"') == std::string_view::npos ? ';' : ',';  // quotes hold decimal commas
}

char delimiter_given(const std::string& given) {
    constexpr std::pair<std::string_view, char> names[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
                                                           {"\\t", '\t'},  {"pipe", '|'},      {"space", ' '}};
    for (const auto& [name, delimiter] : names) {
        if (given == name) return delimiter;
    }
    if (given.size() == 1 && given.front() != '"' && given.front() != '\n' && given.front() != '\r') {
        return given.front();
    }
    throw usage_error(fmt::format(
        "--delimiter \"{}\" is not known; it is one character, or one of: auto, comma, semicolon, tab, pipe, space",
        shown(given)));
}

char comment_given(const std::string& given) {
    if (given == "none") return 0;
    if (given.size() == 1) return given.front();
    throw usage_error(fmt::format("--comment \"{}\" is not known; it is one character, or none", shown(given)));
}

char decimal_given(const std::string& given) {
    if (given == "." || given == ",") return given.front();
    throw usage_error(fmt::format("--decimal \"{}\" is not known; it is one of: . ,", shown(given)));
}

bool is_utf_16(std::string_view front) { return front.starts_with("\xFF\xFE") || front.starts_with("\xFE\xFF"); }

/// Every cell is in quotes that it does not need: names, though they may be numbers.
bool is_quoted_for_nothing(const row_cells& cells) {
    return std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
        const std::string_view text = content_of(cell);
        return is_quoted(cell) && !text.empty() && text.find_first_of(",;\t|\"\n") == std::string_view::npos;
    });
}

/// What is written first is no number: neither the first cell that is not missing, nor what it begins with, as the rows
/// of a list may not be equally long. (Other names may be numbers, such as years.)
bool begins_with_words(const row_cells& cells) {
    const auto first =
        std::find_if(cells.begin(), cells.end(), [](auto cell) { return !cell_text(cell, delimiting{}).is_missing(); });
    if (first == cells.end()) return false;
    const std::string_view text = content_of(*first), word = text.substr(0, text.find_first_of(" \t,;"));
    return !is_number(word);
}

bool is_header(const row_cells& cells) {
    return begins_with_words(cells) || (!cells.empty() && is_quoted_for_nothing(cells));
}

/// Whether the first of several rows is made of different numbers, and so may be names: years, or columns by number.
bool may_be_names(std::string_view rows, const delimiting& how) {
    row_reader reader(rows, how);
    row_cells cells, second;
    if (reader.next(cells) != row_reader::outcome::row || reader.next(second) != row_reader::outcome::row) return false;
    if (!widths_of(rows, how).are_equal) return false;
    row_cells names;
    for (const std::string_view cell : cells) names.push_back(content_of(cell));
    if (!std::all_of(names.begin(), names.end(), is_number)) return false;
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
}

/// What stands above the first row.
struct lines_above {
    std::size_t bytes = 0;
    std::uint64_t comments = 0;
    std::string_view last = {};  ///< of the comments, without what says that it is one
};

lines_above lines_above_rows(std::string_view rows, const delimiting& how) {
    row_reader reader(rows, how);
    row_cells cells;
    const bool is_there = reader.next(cells) != row_reader::outcome::end;
    lines_above above{is_there ? static_cast<std::size_t>(reader.row().data() - rows.data()) : rows.size(),
                      reader.comments()};
    for (std::string_view rest = rows.substr(0, above.bytes); !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.starts_with(how.comment))
            above.last = line.substr(std::min(line.size(), line.find_first_not_of("# \t")));
    }
    return above;
}

/// Whether a comment above the rows is their header: it has as many cells as the first row, in which a number stands.
/// That of a single column is one word.
bool is_header_of(std::string_view comment, const row_cells& first, const delimiting& how) {
    row_cells names;
    if (row_reader(comment, how).next(names) != row_reader::outcome::row) return false;
    if (names.size() != first.size() || !is_header(names)) return false;
    if (names.size() == 1 && content_of(names[0]).find_first_of(" \t") != std::string_view::npos) return false;
    return std::any_of(first.begin(), first.end(), [](auto cell) { return is_number(content_of(cell)); });
}

/// Without a byte order mark, and without the row that is cut off where `front` is not all.
std::string_view first_rows(std::string_view front, const delimiting& how) {
    const bool is_all = front.size() < text_front_bytes;
    if (front.starts_with(byte_order_mark)) front.remove_prefix(byte_order_mark.size());
    return is_all ? front : front.substr(0, whole_rows(front, how));
}

bool header_given(const std::string& given, const row_cells& first) {
    if (given == "auto") return is_header(first);
    if (given == "yes" || given == "no") return given == "yes";
    throw usage_error(fmt::format("--header \"{}\" is not known; it is one of: auto, yes, no", shown(given)));
}

}  // namespace

bool table_options::are_given() const {
    const table_options usual;
    return !columns.empty() || na != usual.na || delimiter != usual.delimiter || header != usual.header ||
           comment != usual.comment || decimal != usual.decimal;
}

table_layout layout_of(std::string_view front, const table_options& given) {
    if (is_utf_16(front)) {
        throw usage_error("is UTF-16 text; make it UTF-8 (iconv -f UTF-16 -t UTF-8)");
    }
    const bool is_open = given.comment == "auto";
    table_layout layout;
    layout.how = {',', is_open ? '#' : comment_given(given.comment), decimal_given(given.decimal)};
    const std::string_view all = first_rows(front, layout.how);
    const lines_above above = lines_above_rows(all, layout.how);
    const std::string_view rows = all.substr(above.bytes);
    layout.how.delimiter =
        given.delimiter == "auto" ? likeliest_delimiter(rows, layout.how) : delimiter_given(given.delimiter);
    if (is_open) layout.how.comment = 0;  // below the first row it is a character like others

    const std::size_t mark = front.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const std::string_view before = front.substr(0, mark + above.bytes);
    layout.front = before.size();
    layout.first_line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    layout.comments = above.comments;
    row_reader reader(rows, layout.how, layout.first_line);
    row_cells cells;
    const row_reader::outcome first = reader.next(cells);
    if (first == row_reader::outcome::end && front.size() >= text_front_bytes)
        throw usage_error("its first line is too long for a table");
    if (first != row_reader::outcome::row && first != row_reader::outcome::end) refuse_row(reader.line(), first);
    layout.has_header = header_given(given.header, cells);
    row_cells names = cells;
    if (is_open && given.header != "no" && is_header_of(above.last, cells, layout.how)) {
        layout.has_header = true;
        layout.header = above.last;
        layout.guess = header_guess::comment_is_header;
        --layout.comments;
        row_reader(layout.header, layout.how).next(names);
    } else if (layout.has_header) {
        layout.header = reader.row();
        layout.front += reader.offset();
        layout.first_line += static_cast<std::uint64_t>(std::count(layout.header.begin(), layout.header.end(), '\n'));
        if (given.header == "auto" && !begins_with_words(cells))
            layout.guess = header_guess::quoted_are_names;
        else if (given.header == "auto" && std::any_of(cells.begin(), cells.end(), is_number))
            layout.guess = header_guess::some_names_are_numbers;
    } else if (given.header == "auto" && may_be_names(rows, layout.how)) {
        layout.guess = header_guess::numbers_are_data;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        layout.names.push_back(layout.has_header ? unquoted(names[i]) : fmt::format("{}", i + 1));
    }
    return layout;
}

bool is_named_table(std::string_view name) { return name.ends_with(".csv") || name.ends_with(".tsv"); }

bool has_lone_cr(std::string_view front) {
    const std::size_t end = front.find_first_of("\r\n");
    return end != std::string_view::npos && front[end] == '\r' && !front.substr(end + 1).starts_with('\n');
}

namespace {

/// function(text), in which every line ends in \n.
template <class Function>
auto with_line_ends(std::string_view front, Function function) {
    if (!has_lone_cr(front)) return function(front);
    std::string text(front);
    std::replace(text.begin(), text.end(), '\r', '\n');
    return function(std::string_view(text));
}

}  // namespace

bool looks_like_table(std::string_view front, bool is_named_table) {
    const auto is_text = [](char letter) {
        return static_cast<unsigned char>(letter) >= ' ' || letter == '\t' || letter == '\r' || letter == '\n';
    };
    if (is_utf_16(front)) return true;  // and will be refused by this name
    if (!std::all_of(front.begin(), front.end(), is_text)) return false;
    return with_line_ends(front, [&](std::string_view text) {
        delimiting how;
        const std::string_view rows = first_rows(text, how);
        if (rows.starts_with(how.comment)) return true;
        how.delimiter = likeliest_delimiter(rows, how);
        row_reader reader(rows, how);
        row_cells cells;
        if (reader.next(cells) != row_reader::outcome::row || !is_header(cells)) return false;
        const bool is_cut = cells.size() > 1 && how.delimiter != ' ';  // one line of words is none
        return is_cut || is_named_table || reader.next(cells) != row_reader::outcome::end;
    });
}

header_guess guess_of_list(std::string_view front, std::string_view name) {
    return with_line_ends(front, [&](std::string_view text) {
        delimiting how;
        how.comment = 0;
        const std::string_view rows = first_rows(text, how);
        how.delimiter = likeliest_delimiter(rows, how);
        const bool is_wide = widths_of(rows, how).cells > 1;
        return (is_wide || is_named_table(name)) && may_be_names(rows, how) ? header_guess::numbers_are_data
                                                                            : header_guess::none;
    });
}

std::string list_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 12;
    if (names.empty()) return "there are no columns";
    std::vector<std::string> first;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) first.push_back(shown(names[i]));
    return fmt::format("the columns are {}{}", fmt::join(first, ", "),
                       names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

std::size_t column_named(const std::string& given, const std::vector<std::string>& names) {
    const auto found = std::find(names.begin(), names.end(), given);
    const auto place = [&](auto at) { return static_cast<std::size_t>(at - names.begin()); };
    if (found != names.end()) {
        const auto again = std::find(found + 1, names.end(), given);
        if (again == names.end()) return place(found);
        throw usage_error(fmt::format("two columns are named \"{}\"; call them {} and {}", shown(given),
                                      place(found) + 1, place(again) + 1));
    }
    std::size_t number = 0;
    const char* const end = given.data() + given.size();
    const auto [stop, error] = std::from_chars(given.data(), end, number);
    if (error == std::errc{} && stop == end && number >= 1 && number <= names.size()) return number - 1;
    std::vector<std::string> as_shown;
    for (const std::string& name : names) as_shown.push_back(shown(name));
    const std::vector<std::string_view> known(as_shown.begin(), as_shown.end());
    throw usage_error(
        fmt::format("no column is named \"{}\"{} ({})", shown(given), did_you_mean(given, known), list_of(names)));
}

std::vector<std::size_t> columns_named(const std::vector<std::string>& given, const std::vector<std::string>& names) {
    std::vector<std::size_t> found;
    for (const std::string& list : given) {
        row_cells cells{list};
        const bool is_name = std::find(names.begin(), names.end(), list) != names.end();
        if (!is_name && row_reader(list, {',', 0}).next(cells) != row_reader::outcome::row) {
            throw usage_error(fmt::format("--column \"{}\" is not a list of names", shown(list)));
        }
        for (const std::string_view cell : cells) {
            found.push_back(column_named(is_name ? list : unquoted(cell), names));
        }
    }
    if (given.empty()) {
        for (std::size_t i = 0; i < names.size(); ++i) found.push_back(i);
    }
    return found;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
