// The problem of the scatter ladder: output[index[i]] += input[i], from zero; what is right, and what it must cost.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <ladders/harness/indices.hpp>
#include <ladders/harness/problem.hpp>
#include <strider/core/operators.hpp>

namespace strider::ladders::scatter {

/// The side input are the indices, as many as there are elements. Where they permute, a sum has one summand, and to
/// store it is enough. Where they collide, floating-point values are integers of 5 bits, so that f32 holds every
/// partial sum of 2^34 of them, in any order; places that are not named are 0.
/// Each element and index is read once, each place written once.
inline problem make(const instance& of, std::uint64_t seed) {
    problem made;
    with_element_and_index(of, [&]<class T, class Index>(T, Index) {
        std::vector<T> input =
            permutes(of) ? distinct_values<T>(of.elements, seed) : distinct_values<T>(of.elements, seed, 5);
        std::vector<Index> to = make_indices<Index>(of.elements, pattern_of(of), seed);
        std::vector<T> right(of.elements);
        for (std::uint64_t i = 0; i < of.elements; ++i) right[to[i]] = plus{}(right[to[i]], input[i]);
        const std::uint64_t bytes = of.elements * (sizeof(Index) + 2 * sizeof(T));
        made = exact_problem(std::move(input), std::move(right), bytes, std::move(to));
    });
    return made;
}

inline constexpr std::string_view shown_counters[] = {"global_sectors", "atomics", "launches"};

inline constexpr pattern description = {
    .name = "scatter",
    .meaning = "A scatter stores, or adds, every element where an index says.",
    .types = types_with_indices,
    .operations = {},
    .parameters = parameters_of_indices,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 20,
    .roof = traffic::triad,
    .rate = "Gelem/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = with_wide_enough_index,
    .make = make,
};

}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
