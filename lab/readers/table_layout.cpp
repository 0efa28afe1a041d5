// What a table is like, by its first rows and by what the user says.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include <lab/errors.hpp>
#include <lab/readers/shown.hpp>
#include <lab/readers/table.hpp>
#include <lab/readers/text.hpp>
#include <lab/suggest.hpp>

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
    row_widths found;
    for (std::size_t row = 0; row < looked_at; ++row) {
        if (reader.next(cells) != row_reader::outcome::row) break;
        if (row == 0) found.cells = cells.size();
        found.are_equal = found.are_equal && cells.size() == found.cells;
    }
    return found;
}

/// What cuts all of the first rows into equally many cells, as many as can be; else the first one that cuts the first
/// row, so that the rows that differ are named.
char likeliest_delimiter(std::string_view rows, char comment) {
    char best = 0, first = 0;
    std::size_t most = 1;
    for (const char delimiter : {',', '\t', ';', '|', ' '}) {
        if (delimiter == ' ' && best != 0) break;
        const row_widths found = widths_of(rows, {delimiter, comment});
        if (found.cells > 1 && first == 0 && delimiter != ' ') first = delimiter;
        if (found.are_equal && found.cells > most) {
            best = delimiter;
            most = found.cells;
        }
    }
    return best != 0 ? best : first != 0 ? first : ',';
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

bool is_utf_16(std::string_view front) { return front.starts_with("\xFF\xFE") || front.starts_with("\xFE\xFF"); }

/// What is written first is no number: neither the first cell that is not empty, nor what it begins with, as the rows
/// of a list may not be equally long. (Other names may be numbers, such as years.)
bool is_header(const row_cells& cells) {
    const auto first = std::find_if(cells.begin(), cells.end(), [](auto cell) { return !content_of(cell).empty(); });
    if (first == cells.end()) return false;
    const std::string_view text = content_of(*first), word = text.substr(0, text.find_first_of(" \t,;"));
    return parse_number(word.data(), word.data() + word.size()).what == written_number::kind::none;
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
           comment != usual.comment;
}

table_layout layout_of(std::string_view front, const table_options& given) {
    if (is_utf_16(front)) {
        throw usage_error("is UTF-16 text; make it UTF-8 (iconv -f UTF-16 -t UTF-8)");
    }
    table_layout found{{',', comment_given(given.comment)}, {}, false, 1, 0};
    const std::string_view rows = first_rows(front, found.how);
    found.how.delimiter =
        given.delimiter == "auto" ? likeliest_delimiter(rows, found.how.comment) : delimiter_given(given.delimiter);

    row_reader reader(rows, found.how);
    row_cells cells;
    const row_reader::outcome first = reader.next(cells);
    if (first == row_reader::outcome::end && front.size() >= text_front_bytes)
        throw usage_error("its first line is too long for a table");
    if (first != row_reader::outcome::row && first != row_reader::outcome::end) refuse_row(reader.line(), first);
    found.has_header = header_given(given.header, cells);
    for (std::size_t at = 0; at < cells.size(); ++at) {
        found.names.push_back(found.has_header ? unquoted(cells[at]) : fmt::format("{}", at + 1));
    }
    const std::size_t mark = front.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    found.front = mark + (found.has_header ? reader.offset() : reader.offset() - reader.row().size());
    const std::string_view before = front.substr(0, found.front);
    found.first_line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    return found;
}

bool looks_like_table(std::string_view front) {
    const auto is_text = [](char one) {
        return static_cast<unsigned char>(one) >= ' ' || one == '\t' || one == '\r' || one == '\n';
    };
    if (is_utf_16(front)) return true;  // and will be refused by this name
    if (!std::all_of(front.begin(), front.end(), is_text)) return false;
    const delimiting unknown;
    const std::string_view rows = first_rows(front, unknown);
    if (rows.starts_with(unknown.comment)) return true;
    const char delimiter = likeliest_delimiter(rows, unknown.comment);
    row_reader reader(rows, {delimiter, unknown.comment});
    row_cells cells;
    if (reader.next(cells) != row_reader::outcome::row || !is_header(cells)) return false;
    const bool is_cut = cells.size() > 1 && delimiter != ' ';  // one line of words is none
    return is_cut || reader.next(cells) != row_reader::outcome::end;
}

std::string list_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 12;
    std::vector<std::string> first;
    for (std::size_t at = 0; at < std::min(most, names.size()); ++at) first.push_back(shown(names[at]));
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
            throw usage_error(fmt::format("--column \"{}\" is no list of names", shown(list)));
        }
        for (const std::string_view cell : cells) {
            found.push_back(column_named(is_name ? list : unquoted(cell), names));
        }
    }
    if (given.empty()) {
        for (std::size_t at = 0; at < names.size(); ++at) found.push_back(at);
    }
    return found;
}

}  // namespace strider::lab
