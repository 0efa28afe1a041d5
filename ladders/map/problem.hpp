// The problem of the map ladder: a function of every element, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <ladders/harness/distinct_values.hpp>
#include <ladders/harness/problem.hpp>
#include <strider/core/target.hpp>

namespace strider::ladders::map {

enum parameter_place : unsigned { function };

/// x * x + 1; integers wrap.
struct square_plus_one {
    template <class T>
    STRIDER_HOST_DEVICE constexpr T operator()(T x) const {
        if constexpr (std::is_integral_v<T>) {
            const auto wide = static_cast<unsigned>(x);
            return static_cast<T>(wide * wide + 1);
        } else {
            return x * x + 1;
        }
    }
};

/// A value beyond a bound becomes that bound.
struct clamp {
    template <class T>
    static constexpr T low = T(-100);
    template <class T>
    static constexpr T high = T(100);

    template <class T>
    STRIDER_HOST_DEVICE constexpr T operator()(T x) const {
        constexpr T least = low<T>, greatest = high<T>;
        return x < least ? least : greatest < x ? greatest : x;
    }
};

inline constexpr std::string_view function_words[] = {"square-plus-one", "clamp"};
inline constexpr parameter parameters[] = {
    {.name = "function", .meaning = "what is applied to every element", .usual = 0, .words = function_words},
};

inline constexpr element_type types[] = {element_type::i32, element_type::f32, element_type::f64};

/// Calls `entry(T{}, Function{})` with what `of` names.
template <class Entry>
void with_type_and_function(const instance& of, Entry&& entry) {
    const auto with_function = [&](auto zero) {
        of.parameters[function] == 0 ? entry(zero, square_plus_one{}) : entry(zero, clamp{});
    };
    switch (of.type) {
        case element_type::i32:
            return with_function(std::int32_t{});
        case element_type::f32:
            return with_function(float{});
        case element_type::f64:
            return with_function(double{});
        default:
            throw std::invalid_argument("map takes i32, f32 and f64, not " + std::string(name(of.type)));
    }
}

/// Floating-point values are integers of 12 bits, whose squares are exact in f32, fused with the sum or not.
inline problem make(const instance& of, std::uint64_t seed) {
    problem made;
    with_type_and_function(of, [&]<class T, class Function>(T, Function apply) {
        std::vector<T> input = distinct_values<T>(of.elements, seed, 12);
        std::vector<T> right(input.size());
        std::transform(input.begin(), input.end(), right.begin(), apply);
        made = exact_problem(std::move(input), std::move(right), 2 * of.elements * sizeof(T));
    });
    return made;
}

inline constexpr std::string_view shown_counters[] = {"global_sectors_per_request", "global_sectors", "blocks"};

inline constexpr pattern description = {
    .name = "map",
    .meaning = "A map applies a function to every element of an array.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 20,
    .roof = traffic::copy,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
