// The ladders that take the caller's numbers, and the problems that they become: verified against the serial oracle.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <lab/measure/given_input.hpp>

namespace strider::lab {

/// How a ladder takes the caller's numbers.
struct input_rules {
    enum class files : std::uint8_t { values, with_offsets, with_indices };

    std::string_view pattern;
    files takes = files::values;
    /// Whether it adds or compares floating-point numbers: a NaN, or an infinity in a sum, would hide every error.
    bool computes = true;
    std::array<std::string_view, 2> spread = {};  ///< the parameters that say how generated numbers are spread
    /// The problem of the first elements, as many as the instance has.
    given_problem (*make)(const given_input& from, const ladders::instance& of, std::uint64_t seed);
};

/// All but those that take two arrays.
extern const std::span<const input_rules> ladders_with_input;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
