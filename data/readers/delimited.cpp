#include <data/readers/delimited.hpp>

#include <algorithm>
#include <cstring>

namespace strider::lab {
namespace {

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

const char* find(const char* cursor, const char* end, char letter) {
    const void* const found = std::memchr(cursor, letter, static_cast<std::size_t>(end - cursor));
    return found ? static_cast<const char*>(found) : end;
}

}  // namespace

row_reader::row_reader(std::string_view text, const delimiting& how, std::uint64_t line)
    : how_(how),
      begin_(text.data()),
      at_(text.data()),
      end_(text.data() + text.size()),
      row_(at_),
      line_(line),
      row_line_(line) {
    stops_['\n'] = stops_[static_cast<unsigned char>(how.delimiter)] = true;
    if (how.delimiter == ' ') stops_['\t'] = stops_['\r'] = true;
}

/// To the first byte of the next row, if there is one.
bool row_reader::go_to_row() {
    while (at_ != end_) {
        const bool is_comment = how_.comment != 0 && *at_ == how_.comment;
        const char* first = at_;
        while (first != end_ && (*first == '\r' || (how_.delimiter == ' ' && is_blank(*first)))) ++first;
        const bool is_empty = first == end_ || *first == '\n';
        if (!is_comment && !is_empty) return true;
        if (is_comment) ++comments_;
        at_ = find(at_, end_, '\n');
        if (at_ != end_) {
            ++at_;
            ++line_;
        }
    }
    return false;
}

row_reader::outcome row_reader::next(std::vector<std::string_view>& cells) {
    cells.clear();
    const bool is_there = go_to_row();
    row_ = at_;
    row_line_ = line_;
    return is_there ? read_cells(cells) : outcome::end;
}

/// From an opening quote to behind the closing one, if there is one.
bool row_reader::go_over_quotes(const char*& cursor) {
    for (;;) {
        const char* const quote = find(cursor + 1, end_, '"');
        line_ += static_cast<std::uint64_t>(std::count(cursor, quote, '\n'));
        if (quote == end_) return false;
        cursor = quote + 1;
        if (cursor == end_ || *cursor != '"') return true;  // else it is doubled
    }
}

row_reader::outcome row_reader::read_cells(std::vector<std::string_view>& cells) {
    const bool by_blanks = how_.delimiter == ' ';
    const char* cursor = at_;
    for (;;) {
        if (by_blanks) {
            while (cursor != end_ && (is_blank(*cursor) || *cursor == '\r')) ++cursor;
            if (cursor == end_ || *cursor == '\n') break;
        }
        const char* const start = cursor;
        const char* stop;
        if (cursor != end_ && *cursor == '"') {
            if (!go_over_quotes(cursor)) return outcome::open_quote;
            stop = cursor;
            if (cursor != end_ && *cursor == '\r' && (end_ - cursor == 1 || cursor[1] == '\n')) ++cursor;
            if (cursor != end_ && !stops_[static_cast<unsigned char>(*cursor)]) return outcome::text_after_quote;
        } else {
            while (cursor != end_ && !stops_[static_cast<unsigned char>(*cursor)]) ++cursor;
            const bool at_line_end = cursor == end_ || *cursor == '\n';
            stop = at_line_end && cursor != start && cursor[-1] == '\r' ? cursor - 1 : cursor;
        }
        cells.emplace_back(start, static_cast<std::size_t>(stop - start));
        if (cursor == end_ || *cursor == '\n') break;
        ++cursor;
    }
    if (cursor != end_) {
        ++cursor;
        ++line_;
    }
    at_ = cursor;
    return outcome::row;
}

void row_reader::skip_unquoted_rows() {
    for (;;) {
        const char* const line_end = find(at_, end_, '\n');
        if (line_end == end_ || find(at_, line_end, '"') != line_end) return;
        at_ = line_end + 1;
        ++line_;
    }
}

std::size_t whole_rows(std::string_view text, const delimiting& how) {
    if (text.find('"') == std::string_view::npos) return text.rfind('\n') + 1;  // 0 where there is none
    row_reader rows(text, how);
    std::vector<std::string_view> cells;
    for (;;) {
        rows.skip_unquoted_rows();
        const std::size_t whole = rows.offset();
        switch (rows.next(cells)) {
            case row_reader::outcome::row:
                if (rows.is_whole()) continue;
                return whole;
            case row_reader::outcome::text_after_quote:  // who reads this row refuses it
            case row_reader::outcome::end:               // but for comments and empty lines
                return text.rfind('\n') + 1;
            case row_reader::outcome::open_quote:
                return whole;
        }
    }
}

std::string_view content_of(std::string_view cell) {
    const auto trim = [&] {
        while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
        while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
    };
    if (is_quoted(cell)) cell = cell.substr(1, cell.size() - 2);
    trim();
    return cell;
}

std::string unquoted(std::string_view cell) {
    const std::string_view inside = content_of(cell);
    if (!is_quoted(cell)) return std::string(inside);
    std::string text;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        text += inside[i];
        if (inside[i] == '"') ++i;
    }
    return text;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
