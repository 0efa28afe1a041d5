#include <data/readers/delimited.hpp>

#include <algorithm>
#include <cstring>

namespace strider::lab {
namespace {

bool is_blank(char one) { return one == ' ' || one == '\t'; }

const char* find(const char* at, const char* end, char one) {
    const void* const found = std::memchr(at, one, static_cast<std::size_t>(end - at));
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
bool row_reader::go_over_quotes(const char*& at) {
    for (;;) {
        const char* const quote = find(at + 1, end_, '"');
        line_ += static_cast<std::uint64_t>(std::count(at, quote, '\n'));
        if (quote == end_) return false;
        at = quote + 1;
        if (at == end_ || *at != '"') return true;  // else it is doubled
    }
}

row_reader::outcome row_reader::read_cells(std::vector<std::string_view>& cells) {
    const bool by_blanks = how_.delimiter == ' ';
    const char* at = at_;
    for (;;) {
        if (by_blanks) {
            while (at != end_ && (is_blank(*at) || *at == '\r')) ++at;
            if (at == end_ || *at == '\n') break;
        }
        const char* const start = at;
        const char* stop;
        if (at != end_ && *at == '"') {
            if (!go_over_quotes(at)) return outcome::open_quote;
            stop = at;
            if (at != end_ && *at == '\r' && (end_ - at == 1 || at[1] == '\n')) ++at;
            if (at != end_ && !stops_[static_cast<unsigned char>(*at)]) return outcome::text_after_quote;
        } else {
            while (at != end_ && !stops_[static_cast<unsigned char>(*at)]) ++at;
            const bool at_line_end = at == end_ || *at == '\n';
            stop = at_line_end && at != start && at[-1] == '\r' ? at - 1 : at;
        }
        cells.emplace_back(start, static_cast<std::size_t>(stop - start));
        if (at == end_ || *at == '\n') break;
        ++at;
    }
    if (at != end_) {
        ++at;
        ++line_;
    }
    at_ = at;
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
    for (std::size_t at = 0; at < inside.size(); ++at) {
        text += inside[at];
        if (inside[at] == '"') ++at;
    }
    return text;
}

}  // namespace strider::lab
