#include <lab/readers/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <lab/errors.hpp>
#include <lab/readers/shown.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// No number needs more: the longest that f64 can tell apart has fewer than 1,100 digits.
constexpr std::size_t longest_number = 4096;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

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

/// Whether the value is the integer that is written there, which it is nearest to.
bool is_exactly(double value, std::string_view digits) {
    if (std::abs(value) < 0x1p53) return true;
    digits.remove_prefix(digits.find_first_not_of("-0"));
    return fmt::format("{:.0f}", std::abs(value)) == digits;
}

/// The f64 nearest to the number that is written there, if all of it is one that f64 holds.
bool parse_f64(const char* at, const char* end, double& value) {
    const auto [stop, error] = std::from_chars(at, end, value);
    if (stop != end || error == std::errc::invalid_argument) return false;
    if (error == std::errc::result_out_of_range) {
        // Either too large, or so small that it is rounded to a subnormal number or zero: only strtod tells which.
        value = std::strtod(std::string(at, end).c_str(), nullptr);
    }
    return error == std::errc{} || !std::isinf(value);
}

std::string would_be_rounded(std::string_view digits) {
    return fmt::format(
        "the integer \"{0}\" would be rounded: neither i64 nor u64 holds all of these numbers, and f64 not this one; "
        "write \"{0}.\" where it may be",
        shown(digits));
}

}  // namespace

std::uint64_t text_parser::as_f64(std::uint64_t integer_bits) const {
    return std::bit_cast<std::uint64_t>(unsigned_ ? static_cast<double>(integer_bits)
                                                  : static_cast<double>(static_cast<std::int64_t>(integer_bits)));
}

std::vector<std::uint64_t> text_parser::take() { return std::exchange(words_, {}); }

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
    if (!parse_value(at, stop)) {
        refuse(at, fmt::format("\"{}\" is no number that f64 holds (a header line has to go; raw binary needs --type)",
                               shown({at, stop})));
    }
    state_ = state::after_number;
    return stop;
}

/// Takes the field if it is one number; all of it.
bool text_parser::parse_value(const char* at, const char* end) {
    if (*at == '+' && at + 1 != end && at[1] != '-') ++at;
    std::int64_t small = 0;
    const auto [digits_end, not_i64] = std::from_chars(at, end, small);
    const bool is_integer = digits_end == end && not_i64 != std::errc::invalid_argument;
    const bool is_i64 = is_integer && not_i64 == std::errc{};
    auto value = static_cast<double>(small);
    if (!is_i64 && !parse_f64(at, end, value)) return false;
    if (is_integer) {
        auto bits = static_cast<std::uint64_t>(small);
        const bool is_u64 = is_i64 ? small >= 0 : std::from_chars(at, end, bits).ec == std::errc{};
        const bool all_are_held = is_i64 ? is_u64 || !unsigned_ : is_u64 && !negative_;
        const auto is_rounded = [&] { return !is_exactly(value, {at, end}); };
        if (type_ != element_type::f64 && all_are_held) {
            if (!is_i64) type_ = element_type::u64;
            unsigned_ |= !is_i64;
            negative_ |= !is_u64;
            words_.push_back(bits);
            if (rounded_.empty() && is_rounded()) rounded_ = at_place(at, would_be_rounded({at, end}));
            return true;
        }
        if (is_rounded()) refuse(at, would_be_rounded({at, end}));
    }
    push_f64(value);
    return true;
}

void text_parser::push_f64(double value) {
    if (type_ != element_type::f64) {
        if (!rounded_.empty()) throw usage_error(rounded_);
        for (std::uint64_t& word : words_) word = as_f64(word);
        type_ = element_type::f64;
    }
    words_.push_back(std::bit_cast<std::uint64_t>(value));
}

std::string text_parser::at_place(const char* at, const std::string& what) const {
    const std::uint64_t offset = offset_ + static_cast<std::uint64_t>(at - piece_);
    return fmt::format("line {}, column {}: {}", line_, offset - line_start_ + 1, what);
}

void text_parser::refuse(const char* at, const std::string& what) const { throw usage_error(at_place(at, what)); }

}  // namespace strider::lab
