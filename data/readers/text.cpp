#include <data/readers/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <data/readers/shown.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// No number needs more: the longest that f64 can tell apart has fewer than 1,100 digits.
constexpr std::size_t longest_number = 4096;

enum class kind : unsigned char { number, space, line_end, separator };

constexpr std::array<kind, 256> kinds = [] {
    std::array<kind, 256> of{};
    for (const char one : {' ', '\t', '\r', '\v', '\f'}) of[static_cast<unsigned char>(one)] = kind::space;
    of['\n'] = kind::line_end;
    of[','] = of[';'] = kind::separator;
    return of;
}();

kind kind_of(char one) { return kinds[static_cast<unsigned char>(one)]; }

const char* number_end(const char* at, const char* end) {
    return std::find_if(at, end, [](char one) { return kind_of(one) != kind::number; });
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

void text_parser::parse(const char* at, const char* end, bool last) {
    piece_ = at;
    while (at != end) {
        switch (kind_of(*at)) {
            case kind::space:
                ++at;
                break;
            case kind::separator:
                if (state_ != state::after_number) refuse(at, "a number is missing before this separator");
                state_ = state::after_separator;
                ++at;
                break;
            case kind::line_end:
                if (state_ == state::after_separator) refuse(at, "a number is missing at the end of the line");
                ++at;
                ++line_;
                line_start_ = offset_ + static_cast<std::uint64_t>(at - piece_);
                break;
            case kind::number: {
                const char* const next = parse_number(at, end, last);
                if (!next) {
                    carried_.assign(at, end);
                    offset_ += static_cast<std::uint64_t>(at - piece_);
                    return;
                }
                at = next;
                break;
            }
        }
    }
    offset_ += static_cast<std::uint64_t>(end - piece_);
    piece_ = end;
}

/// The end of the number at `at`, or a null pointer where it may go on in the next piece.
const char* text_parser::parse_number(const char* at, const char* end, bool last) {
    if (offset_ == 0 && at == piece_ && static_cast<std::size_t>(end - at) >= byte_order_mark.size() &&
        std::string_view(at, byte_order_mark.size()) == byte_order_mark) {
        at += byte_order_mark.size();
        if (at == end || kind_of(*at) != kind::number) return at;  // and no number has been read
    }
    const char* const stop = number_end(at, end);
    if (static_cast<std::size_t>(stop - at) > longest_number) {
        refuse(at, fmt::format("\"{}\" is longer than {} characters", shown({at, stop}), longest_number));
    }
    if (stop == end && !last) return nullptr;
    if (!numbers_.add(at, stop, place_of(at))) {
        refuse(at, fmt::format("\"{}\" is not a number ({})", shown({at, stop}),
                               *at == '#' ? "--comment '#' leaves lines out that begin with it"
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

text_place text_parser::place_of(const char* at) const {
    const std::uint64_t offset = offset_ + static_cast<std::uint64_t>(at - piece_);
    return {line_, offset - line_start_ + 1};
}

void text_parser::refuse(const char* at, const std::string& what) const {
    throw usage_error(place_of(at).message(what));
}

}  // namespace strider::lab
