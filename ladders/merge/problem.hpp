// The problem of the merge ladder: two sequences of ascending keys, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include <ladders/harness/distinct_values.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::ladders::merge {

using key = std::uint32_t;

enum parameter_place : unsigned { first_percent_place };
inline constexpr std::int64_t tested_percents[] = {0, 1, 100};
inline constexpr parameter parameters[] = {{.name = "first_percent",
                                            .meaning = "how many of 100 keys the first sequence has",
                                            .usual = 50,
                                            .least = 0,
                                            .most = 100,
                                            .tested = tested_percents}};
inline constexpr element_type types[] = {element_type::u32};

/// Keys of the first sequence, the input; the others are the side input.
inline std::uint64_t keys_of_first(const instance& of) {
    return of.elements * static_cast<std::uint64_t>(of.parameters[first_percent_place]) / 100;
}

/// Ascending keys with gaps at random. Those that chance takes to the end of the range are equal.
inline std::vector<key> ascending_keys(std::uint64_t count, std::uint64_t seed) {
    constexpr std::uint64_t most = ~key{0};
    std::vector<key> keys(count);
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        next = std::min(most, next + mixed_bits(i, seed) % (2 * most / count + 1));
        keys[i] = static_cast<key>(next);
    }
    return keys;
}

/// Each key is read once and written once.
inline problem make(const instance& of, std::uint64_t seed) {
    std::vector<key> first = ascending_keys(keys_of_first(of), 2 * seed);
    std::vector<key> second = ascending_keys(of.elements - first.size(), 2 * seed + 1);
    std::vector<key> right;
    right.reserve(of.elements);
    std::ranges::merge(first, second, std::back_inserter(right));
    return exact_problem(std::move(first), std::move(right), 2 * of.elements * sizeof(key), std::move(second));
}

inline constexpr std::string_view shown_counters[] = {"global_bytes_requested", "global_sectors", "shared_wavefronts"};

inline constexpr pattern description = {
    .name = "merge",
    .meaning = "A merge joins two sequences of ascending keys into one.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 18,
    .roof = traffic::copy,
    .rate = "Gkey/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
