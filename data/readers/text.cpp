#include <data/readers/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <data/readers/shown.hpp>
#include <data/readers/table_numbers.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// No number needs more: the longest that f64 can tell apart has fewer than 1,100 digits.
constexpr std::size_t longest_number = 4096;

enum class kind : unsigned char { number, space, line_end, separator };

constexpr std::array<kind, 256> kinds = [] {
    std::array<kind, 256> of{};
    for (const char letter : {' ', '\t', '\r', '\v', '\f'}) of[static_cast<unsigned char>(letter)] = kind::space;
    of['\n'] = kind::line_end;
    of[','] = of[';'] = kind::separator;
    return of;
}();

kind kind_of(char letter) { return kinds[static_cast<unsigned char>(letter)]; }

const char* number_end(const char* cursor, const char* end) {
    return std::find_if(cursor, end, [](char letter) { return kind_of(letter) != kind::number; });
}

}  // namespace

void text_parser::feed(std::string_view piece) {
    if (piece.empty()) return;
    if (carried_.empty()) {
        parse(piece.data(), piece.data() + piece.size(), false);
        return;
    }
    // A number was cut: it is put together, and the rest of the piece follows it.
    const char* const end = piece.data() + piece.size();
    const char* const rest = number_end(piece.data(), end);
    std::string whole = std::exchange(carried_, {});
    whole.append(piece.data(), rest);
    if (rest == end) {
        parse(whole.data(), whole.data() + whole.size(), false);
        return;
    }
    whole += *rest;
    parse(whole.data(), whole.data() + whole.size(), false);
    if (rest + 1 != end) parse(rest + 1, end, false);
}

void text_parser::finish() {
    const std::string whole = std::exchange(carried_, {});
    piece_ = whole.data();
    parse(whole.data(), whole.data() + whole.size(), true);
    if (state_ == state::after_separator) refuse(piece_, "a number is missing after the last separator");
}

void text_parser::parse(const char* cursor, const char* end, bool last) {
    piece_ = cursor;
    while (cursor != end) {
        switch (kind_of(*cursor)) {
            case kind::space:
                ++cursor;
                break;
            case kind::separator:
                if (state_ != state::after_number) refuse(cursor, "a number is missing before this separator");
                state_ = state::after_separator;
                ++cursor;
                break;
            case kind::line_end:
                if (state_ == state::after_separator) refuse(cursor, "a number is missing at the end of the line");
                ++cursor;
                ++line_;
                line_start_ = offset_ + static_cast<std::uint64_t>(cursor - piece_);
                break;
            case kind::number: {
                const char* const next = parse_number(cursor, end, last);
                if (!next) {
                    carried_.assign(cursor, end);
                    offset_ += static_cast<std::uint64_t>(cursor - piece_);
                    return;
                }
                cursor = next;
                break;
            }
        }
    }
    offset_ += static_cast<std::uint64_t>(end - piece_);
    piece_ = end;
}

/// The end of the number at `cursor`, or a null pointer where it may go on in the next piece.
const char* text_parser::parse_number(const char* cursor, const char* end, bool last) {
    if (offset_ == 0 && cursor == piece_ && static_cast<std::size_t>(end - cursor) >= byte_order_mark.size() &&
        std::string_view(cursor, byte_order_mark.size()) == byte_order_mark) {
        cursor += byte_order_mark.size();
        if (cursor == end || kind_of(*cursor) != kind::number) return cursor;  // and no number has been read
    }
    const char* const stop = number_end(cursor, end);
    if (static_cast<std::size_t>(stop - cursor) > longest_number) {
        refuse(cursor, fmt::format("\"{}\" is longer than {} characters", shown({cursor, stop}), longest_number));
    }
    if (stop == end && !last) return nullptr;
    if (!numbers_.add(cursor, stop, place_of(cursor))) {
        const std::string_view word(cursor, stop);
        if (is_beyond_f64(word) || cell_text(word, {}).is_missing())
            refuse(cursor, is_beyond_f64(word) ? no_number(word) : missing_number(word));
        refuse(cursor, fmt::format("\"{}\" is not a number ({})", shown(word),
                                   *cursor == '#' ? "--comment '#' leaves lines out that begin with it"
                                                  : "a header line has to go; raw binary needs --type"));
    }
    state_ = state::after_number;
    return stop;
}

void for_each_numbers(byte_input& from, const std::function<void(text_numbers)>& use) {
    constexpr std::size_t piece_bytes = std::size_t{1} << 20;
    text_parser parser;
    std::vector<char> piece(piece_bytes);
    while (const std::size_t got = read_some(from, piece)) {
        parser.feed({piece.data(), got});
        use(parser.take());
    }
    parser.finish();
    use(parser.take());
}

text_place text_parser::place_of(const char* cursor) const {
    const std::uint64_t offset = offset_ + static_cast<std::uint64_t>(cursor - piece_);
    return {line_, offset - line_start_ + 1};
}

void text_parser::refuse(const char* cursor, const std::string& what) const {
    throw usage_error(place_of(cursor).message(what));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
