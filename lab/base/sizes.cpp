#include <lab/base/sizes.hpp>

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>

namespace strider::lab {
namespace {

enum class fault { none, form, range };

/// Takes digits off the front of `text`.
fault take_number(std::string_view& text, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument) return fault::form;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc{} ? fault::none : fault::range;
}

/// Takes the digits behind a decimal point off the front of `text`: they are added to `value`, whose point has then
/// moved behind them by so many `places`.
fault take_fraction(std::string_view& text, std::uint64_t& value, std::uint64_t& places) {
    std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    text.remove_prefix(digits.size());
    if (digits.empty() || text.empty() || text.front() != 'e') return fault::form;
    while (digits.ends_with('0')) digits.remove_suffix(1);
    places = digits.size();
    for (const char digit : digits) {
        if (__builtin_mul_overflow(value, std::uint64_t{10}, &value)) return fault::range;
        if (__builtin_add_overflow(value, static_cast<std::uint64_t>(digit - '0'), &value)) return fault::range;
    }
    return fault::none;
}

/// Takes "N", "N^M", "NeM", which is N * 10^M, or "N.DeM" off the front of `text`.
fault take_term(std::string_view& text, std::uint64_t& value) {
    if (const fault found = take_number(text, value); found != fault::none) return found;
    std::uint64_t places = 0, exponent = 0;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (const fault found = take_fraction(text, value, places); found != fault::none) return found;
    }
    if (text.empty() || (text.front() != '^' && text.front() != 'e')) return fault::none;
    const bool is_power = text.front() == '^';
    text.remove_prefix(1);
    if (const fault found = take_number(text, exponent); found != fault::none) return found;
    if (exponent < places) return fault::form;  // no whole number
    exponent -= places;
    const std::uint64_t base = is_power ? value : 10;
    if (is_power) value = base == 0 && exponent != 0 ? 0 : 1;
    if (value == 0 || base < 2) return fault::none;
    for (; exponent != 0; --exponent) {
        if (__builtin_mul_overflow(value, base, &value)) return fault::range;
    }
    return fault::none;
}

fault parse(std::string_view text, std::uint64_t& value) {
    if (const fault found = take_term(text, value); found != fault::none) return found;
    if (text.empty()) return fault::none;
    const char sign = text.front();
    if (sign != '+' && sign != '-') return fault::form;
    text.remove_prefix(1);
    std::uint64_t second = 0;
    if (const fault found = take_term(text, second); found != fault::none) return found;
    if (!text.empty()) return fault::form;
    const bool overflow =
        sign == '+' ? __builtin_add_overflow(value, second, &value) : __builtin_sub_overflow(value, second, &value);
    return overflow ? fault::range : fault::none;
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
    std::uint64_t value = 0;
    switch (parse(text, value)) {
        case fault::form:
            throw usage_error(fmt::format("\"{}\" is not a size: write 1000000, 1.5e6, 2^20 or 2^20+1", text));
        case fault::range:
            throw usage_error(fmt::format("\"{}\" is not a size from 0 to 2^64-1", text));
        case fault::none:
            break;
    }
    return value;
}

std::string format_size(std::uint64_t size) {
    if (size >= 1024 && std::has_single_bit(size)) return fmt::format("2^{}", std::bit_width(size) - 1);
    return grouped(size);
}

std::vector<number_range> parse_rungs(std::string_view text) {
    const auto refuse = [whole = text] {
        return usage_error(fmt::format("\"{}\" does not select rungs: write 3, 1-7 or 1-7,90", whole));
    };
    const auto take = [&refuse](std::string_view& rest) {
        int number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (error != std::errc{} || number < 0) throw refuse();
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        return number;
    };
    std::vector<number_range> ranges;
    for (;;) {
        number_range range{};
        range.first = range.last = take(text);
        if (!text.empty() && text.front() == '-') {
            text.remove_prefix(1);
            range.last = take(text);
        }
        if (range.last < range.first) throw refuse();
        ranges.push_back(range);
        if (text.empty()) return ranges;
        if (text.front() != ',') throw refuse();
        text.remove_prefix(1);
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
