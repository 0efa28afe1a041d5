// The problem of the compaction ladder: the elements below a limit, side by side, and how many they are.
//
// The output is the count, 8 bytes, and room for every element behind it. What stands behind the kept ones is nobody's.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ladders/harness/problem.hpp>
#include <strider/core/target.hpp>

namespace strider::ladders::compact {

enum parameter_place : unsigned { kept_percent_place, order_place };

/// Whether the kept elements may stand in any order, or must keep the input's.
enum order : std::int64_t { any_order, input_order };
inline constexpr std::string_view order_words[] = {"any", "input"};
inline constexpr std::int64_t tested_percents[] = {0, 1, 99, 100};
inline constexpr parameter parameters[] = {
    {.name = "kept_percent",
     .meaning = "how many of 100 elements are kept, spread at random",
     .usual = 50,
     .least = 0,
     .most = 100,
     .tested = tested_percents},
    {.name = "order", .meaning = "the order that the kept elements must stand in", .words = order_words},
};

/// For rungs that keep no order.
inline bool takes_any_order(const instance& of) { return of.parameters[order_place] == any_order; }

/// The elements to keep: one comparison, so that memory is the limit.
template <class T>
struct below {
    T limit;
    STRIDER_HOST_DEVICE constexpr bool operator()(T element) const { return element < limit; }
};

/// Elements are whole numbers below this, as many as f32 can tell apart.
inline constexpr std::uint64_t range = 167'772 * 100;

template <class T>
below<T> predicate_of(const instance& of) {
    return {static_cast<T>(range / 100 * static_cast<std::uint64_t>(of.parameters[kept_percent_place]))};
}

/// Calls `entry(T{})` with the element type that `of` names.
template <class Entry>
auto with_element(const instance& of, Entry&& entry) {
    switch (of.type) {
        case element_type::u32:
            return entry(std::uint32_t{});
        case element_type::f32:
            return entry(float{});
        case element_type::f64:
            return entry(double{});
        default:
            throw std::invalid_argument("this ladder takes u32, f32 and f64, not " + std::string(name(of.type)));
    }
}
inline constexpr element_type types[] = {element_type::u32, element_type::f32, element_type::f64};

/// The sum of a hash of every element. The same elements have the same sum in any order; others have it once in 2^64.
/// (A sum, so that an element that is there twice tells.)
template <class T>
std::uint64_t sum_of_hashes(const unsigned char* elements, std::uint64_t count) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, elements + i * sizeof(T), sizeof(T));
        bits += 0x9e3779b97f4a7c15;  // splitmix64
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        sum += bits ^ bits >> 31;
    }
    return sum;
}

/// The first error of an output: the count, or a kept element. In any order, an element is wrong if it is not to be
/// kept, or stands there too often.
template <class T>
wrong_element first_wrong(std::span<const unsigned char> right, std::uint64_t kept, std::span<const std::byte> output,
                          bool any) {
    std::uint64_t count = 0;
    std::memcpy(&count, output.data(), sizeof count);
    if (count != kept) {
        return {.index = {}, .got = text_of(count), .expected = text_of(kept), .at_byte = 0, .bytes = sizeof count};
    }
    const auto value_in = [](const auto* from, std::uint64_t at) {
        T value;
        std::memcpy(&value, from + sizeof count + at * sizeof value, sizeof value);
        return value;
    };
    std::map<T, std::uint64_t> left;  // of each value, how many have not been met
    for (std::uint64_t at = 0; any && at < kept; ++at) ++left[value_in(right.data(), at)];
    for (std::uint64_t at = 0; at < kept; ++at) {
        const T got = value_in(output.data(), at), expected = value_in(right.data(), at);
        if (any ? got == got && left[got]-- != 0 : got == expected) continue;
        return {.index = at,
                .got = text_of(got),
                .expected = any ? "one of those left to keep" : text_of(expected),
                .at_byte = sizeof count + at * sizeof(T),
                .bytes = sizeof(T)};
    }
    throw std::logic_error("compact: nothing is wrong");
}

/// Every element is read once, every kept one written once.
inline problem make(const instance& of, std::uint64_t seed) {
    return with_element(of, [&]<class T>(T) {
        struct values {
            std::vector<T> input;
            std::vector<unsigned char> expected;
            std::uint64_t kept = 0, hashes = 0;
        };
        const auto made = std::make_shared<values>();
        made->input.resize(of.elements);
        made->expected.resize(sizeof(std::uint64_t) + of.elements * sizeof(T));
        unsigned char* const right = made->expected.data() + sizeof(std::uint64_t);
        std::mt19937_64 random(seed);
        const below<T> keep = predicate_of<T>(of);
        for (T& element : made->input) {
            element = static_cast<T>((random() >> 32) * range >> 32);
            if (keep(element)) std::memcpy(right + made->kept++ * sizeof(T), &element, sizeof(T));
        }
        std::memcpy(made->expected.data(), &made->kept, sizeof made->kept);
        made->hashes = sum_of_hashes<T>(right, made->kept);

        problem one;
        one.input = std::as_bytes(std::span(made->input));
        one.expected = std::as_bytes(std::span(made->expected));
        one.input_item = sizeof(T);
        one.output_item = sizeof(std::uint64_t);
        one.minimum_bytes = (of.elements + made->kept) * sizeof(T) + sizeof(std::uint64_t);
        one.error = [made, any = takes_any_order(of)](std::span<const std::byte> output) {
            const auto* const found = reinterpret_cast<const unsigned char*>(output.data());
            std::uint64_t count = 0;
            std::memcpy(&count, found, sizeof count);
            if (count != made->kept) return distance(static_cast<double>(count), static_cast<double>(made->kept));
            const std::size_t bytes = sizeof count + made->kept * sizeof(T);
            if (std::memcmp(found, made->expected.data(), bytes) == 0) return 0.0;
            return any && sum_of_hashes<T>(found + sizeof count, count) == made->hashes ? 0.0 : 1.0;
        };
        one.first_wrong = [made, any = takes_any_order(of)](std::span<const std::byte> output) {
            return first_wrong<T>(std::span(made->expected), made->kept, output, any);
        };
        one.owner = made;
        return one;
    });
}

inline constexpr std::string_view shown_counters[] = {"global_bytes_requested", "launches", "barriers"};

inline constexpr pattern description = {
    .name = "compact",
    .meaning = "A compaction copies the elements for which a condition holds, side by side.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 18,
    .roof = traffic::copy,
    .rate = "Gelem/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
