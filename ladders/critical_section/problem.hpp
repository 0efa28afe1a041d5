// The problem of the critical-section ladder: many sections that must not run at the same time.
//
// Section i adds input[i] to a total and 1 to a number, which belong together: who sees or leaves one without the other
// was not alone. The output is these two, of the input's type; a section that was lost or run twice shows in both.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ladders/harness/problem.hpp>

namespace strider::ladders::critical_section {

/// Shared by the sections: the output.
template <class T>
struct tally {
    T total, number;
};

/// Values whose sums are exact in any order: integers, which wrap; doubles, odd multiples of 1/16 in (-2, 2).
template <class T>
std::vector<T> make_input(std::uint64_t elements, std::uint64_t seed) {
    std::vector<T> values(elements);
    std::mt19937_64 random(seed);
    for (T& value : values) {
        const std::uint64_t bits = random();
        if constexpr (std::is_floating_point_v<T>) {
            value = static_cast<T>(2 * static_cast<int>(bits >> 59) - 31) / 16;
        } else {
            value = static_cast<T>(bits);
        }
    }
    return values;
}

template <class T>
std::vector<T> expected(const std::vector<T>& values) {
    using wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
    wide total = 0;
    for (const T value : values) total += static_cast<wide>(value);
    return {static_cast<T>(total), static_cast<T>(values.size())};
}

inline problem make(const instance& of, std::uint64_t seed) {
    return with_type(of.type, [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> input = make_input<T>(of.elements, seed);
        std::vector<T> right = expected(input);
        return exact_problem(std::move(input), std::move(right), of.elements * sizeof(T) + sizeof(tally<T>));
    });
}

inline constexpr element_type tally_types[] = {element_type::i32, element_type::f64};

inline constexpr std::string_view shown_counters[] = {"atomic_max_contention", "warp_syncs", "divergent_branches"};

inline constexpr pattern description = {
    .name = "critical-section",
    .meaning = "A critical section is code that only one thread may run at a time; here it adds to shared values.",
    .types = tally_types,
    .operations = {},
    .parameters = {},
    .usual_elements = std::uint64_t{1} << 22,
    .counted_elements = std::uint64_t{1} << 14,
    .roof = {},
    .rate = "sections/us",
    .rate_per_element_us = 1,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
