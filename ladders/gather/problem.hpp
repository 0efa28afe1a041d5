// The problem of the gather ladder: output[i] = input[index[i]], what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ladders/harness/indices.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::ladders::gather {

/// Elements of the input that are read at all.
template <class Index>
std::uint64_t places_read(const std::vector<Index>& from) {
    std::vector<bool> read(from.size());
    for (const Index at : from) read[at] = true;
    return static_cast<std::uint64_t>(std::count(read.begin(), read.end(), true));
}

/// The side input are the indices, as many as there are elements. Each index and each element that is named is read
/// once, each result written once.
inline problem make(const instance& of, std::uint64_t seed) {
    problem made;
    with_element_and_index(of, [&]<class T, class Index>(T, Index) {
        std::vector<T> input = distinct_values<T>(of.elements, seed);
        std::vector<Index> from = make_indices<Index>(of.elements, pattern_of(of), seed);
        std::vector<T> right(of.elements);
        std::transform(from.begin(), from.end(), right.begin(), [&](Index at) { return input[at]; });
        const std::uint64_t bytes = of.elements * (sizeof(Index) + sizeof(T)) + places_read(from) * sizeof(T);
        made = exact_problem(std::move(input), std::move(right), bytes, std::move(from));
    });
    return made;
}

inline constexpr std::string_view shown_counters[] = {"global_sectors", "blocks", "atomics"};

inline constexpr pattern description = {
    .name = "gather",
    .meaning = "A gather reads, for every output, the element that an index names.",
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

}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
