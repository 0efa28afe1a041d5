// The problem of the sorting ladder: its keys, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ladders/harness/distinct_values.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::ladders::sort {

using key = std::uint32_t;

enum parameter_place : unsigned { keys_place };

/// Whether keys are spread over all values, or are all the same.
enum spread : std::int64_t { uniform, constant };
inline constexpr std::string_view keys_words[] = {"uniform", "constant"};
inline constexpr parameter parameters[] = {
    {.name = "keys", .meaning = "how keys are spread", .usual = uniform, .words = keys_words}};
inline constexpr element_type types[] = {element_type::u32};

/// Places are 32 bits wide, and tiles look back by 30 of them.
inline instance fitting(const instance& asked) {
    instance settled = asked;
    settled.elements = std::min(settled.elements, (std::uint64_t{1} << 30) - 1);
    return settled;
}

/// A sort reads each key at least once, and writes each once.
inline problem make(const instance& of, std::uint64_t seed) {
    std::vector<key> input = distinct_values<key>(of.elements, seed);
    if (of.parameters[keys_place] == constant) std::ranges::fill(input, static_cast<key>(mixed_bits(0, seed)));
    std::vector<key> right = input;
    std::ranges::sort(right);
    return exact_problem(std::move(input), std::move(right), 2 * of.elements * sizeof(key));
}

inline constexpr std::string_view shown_counters[] = {"launches", "global_bytes_requested", "global_sectors"};

inline constexpr pattern description = {
    .name = "sort",
    .meaning = "A sort brings keys into ascending order.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 17,
    .roof = traffic::copy,
    .rate = "Gkey/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
