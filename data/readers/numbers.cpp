#include <data/readers/numbers.hpp>

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <data/readers/shown.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// Whether the value is the integer that is written there, which it is nearest to.
bool is_exactly(double value, std::string_view digits) {
    if (std::abs(value) < 0x1p53) return true;
    digits.remove_prefix(digits.find_first_not_of("-0"));
    return fmt::format("{:.0f}", std::abs(value)) == digits;
}

/// The f64 nearest to the number that is written there, if all of it is one that f64 holds.
bool parse_f64(const char* cursor, const char* end, double& value) {
    const auto [stop, error] = std::from_chars(cursor, end, value);
    if (stop != end || error == std::errc::invalid_argument) return false;
    if (error == std::errc::result_out_of_range) {
        // Either too large, or so small that it is rounded to a subnormal number or zero: only strtod tells which.
        value = std::strtod(std::string(cursor, end).c_str(), nullptr);
    }
    return error == std::errc{} || !std::isinf(value);
}

}  // namespace

std::string text_place::message(std::string_view what) const {
    if (name.empty()) return fmt::format("line {}, column {}: {}", line, column, what);
    return fmt::format("line {}, column \"{}\": {}", line, shown(name), what);
}

written_number parse_number(const char* cursor, const char* end) {
    using kind = written_number::kind;
    written_number number;
    if (end - cursor > 1 && *cursor == '+' && cursor[1] != '-') ++cursor;
    std::int64_t small = 0;
    const auto [digits_end, not_i64] = std::from_chars(cursor, end, small);
    const bool is_integer = digits_end == end && not_i64 != std::errc::invalid_argument;
    if (is_integer && not_i64 == std::errc{}) {
        number.what = kind::i64;
        number.integer = static_cast<std::uint64_t>(small);
        number.value = static_cast<double>(small);
    } else {
        if (!parse_f64(cursor, end, number.value)) return number;
        const bool is_u64 = is_integer && std::from_chars(cursor, end, number.integer).ec == std::errc{};
        number.what = is_u64 ? kind::u64 : kind::f64;
    }
    number.is_rounded = is_integer && !is_exactly(number.value, {cursor, end});
    return number;
}

bool is_beyond_f64(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc::result_out_of_range && end == text.data() + text.size();
}

std::string would_be_rounded(std::string_view digits) {
    return fmt::format(
        "the integer \"{0}\" would be rounded: i64 and u64 cannot hold all of these numbers, and f64 cannot hold this "
        "one; write \"{0}.\" to allow that",
        shown(digits));
}

bool text_numbers::add(const char* cursor, const char* end, const text_place& where) {
    using kind = written_number::kind;
    const written_number number = parse_number(cursor, end);
    if (number.what == kind::none) return false;
    if (number.is_rounded && !rounded_) rounded_ = integer_at{where, std::string(cursor, end)};
    const bool below_0 = number.what == kind::i64 && static_cast<std::int64_t>(number.integer) < 0;
    const bool is_held = number.what == kind::i64 ? !(below_0 && unsigned_) : number.what == kind::u64 && !negative_;
    if (type_ != element_type::f64 && is_held) {
        unsigned_ |= number.what == kind::u64;
        negative_ |= below_0;
        if (unsigned_) type_ = element_type::u64;
        words.push_back(number.integer);
        return true;
    }
    if (type_ == element_type::f64 && number.is_rounded)
        throw usage_error(where.message(would_be_rounded({cursor, end})));
    become_f64();
    words.push_back(std::bit_cast<std::uint64_t>(number.value));
    return true;
}

void text_numbers::add_nan() {
    become_f64();
    words.push_back(std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN()));
}

void text_numbers::join(text_numbers& later) {
    const bool both_integers = type_ != element_type::f64 && later.type_ != element_type::f64;
    const bool is_unsigned = unsigned_ || later.unsigned_, is_negative = negative_ || later.negative_;
    if (!both_integers || (is_unsigned && is_negative)) {
        become_f64();
        later.become_f64();
        return;
    }
    if (!rounded_) rounded_ = later.rounded_;
    unsigned_ = is_unsigned;
    negative_ = is_negative;
    type_ = later.type_ = is_unsigned ? element_type::u64 : element_type::i64;
}

std::vector<std::uint64_t> text_numbers::reals() const {
    std::vector<std::uint64_t> found = words;
    if (type_ == element_type::f64) return found;
    for (std::uint64_t& word : found) word = as_f64(word);
    return found;
}

std::uint64_t text_numbers::as_f64(std::uint64_t integer_bits) const {
    return std::bit_cast<std::uint64_t>(unsigned_ ? static_cast<double>(integer_bits)
                                                  : static_cast<double>(static_cast<std::int64_t>(integer_bits)));
}

void text_numbers::become_f64() {
    if (type_ == element_type::f64) return;
    if (rounded_) throw usage_error(rounded_->where.message(would_be_rounded(rounded_->digits)));
    for (std::uint64_t& word : words) word = as_f64(word);
    type_ = element_type::f64;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
