// The problem of the stencil ladder: a box of values, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <ladders/harness/problem.hpp>
#include <strider/core/target.hpp>

namespace strider::ladders::stencil {

enum parameter_place : unsigned { columns, rows };

inline constexpr std::int64_t tested_columns[] = {1, 3, 37, 132}, tested_rows[] = {1, 2, 35};

inline constexpr std::int64_t longest_side = std::int64_t{1} << 20;

inline constexpr parameter parameters[] = {
    {.name = "columns",
     .meaning = "values of a row of the box; 0: a power of two, for a box like a cube",
     .usual = 0,
     .least = 0,
     .most = longest_side,
     .tested = tested_columns},
    {.name = "rows",
     .meaning = "rows of a plane of the box; 0: a power of two, for a box like a cube",
     .usual = 0,
     .least = 0,
     .most = longest_side,
     .tested = tested_rows},
};

/// The sides of a box, which is stored plane by plane, and its planes row by row.
struct box {
    unsigned planes, rows, columns;

    /// How far two planes are apart.
    STRIDER_HOST_DEVICE constexpr std::uint64_t plane() const { return std::uint64_t{rows} * columns; }
    /// Whether a point lies on a face: it has no neighbour on one side.
    STRIDER_HOST_DEVICE constexpr bool on_face(unsigned z, unsigned y, unsigned x) const {
        return z == 0 || y == 0 || x == 0 || z + 1 == planes || y + 1 == rows || x + 1 == columns;
    }
};

/// The box of a settled instance.
constexpr box box_of(const instance& of) {
    const auto wide = static_cast<unsigned>(of.parameters[columns]), high = static_cast<unsigned>(of.parameters[rows]);
    return {static_cast<unsigned>(of.elements / (std::uint64_t{wide} * high)), high, wide};
}

/// The smallest power of two whose `power`-th power is at least `elements`.
constexpr std::int64_t side(std::uint64_t elements, int power) {
    return std::int64_t{1} << (std::bit_width(std::max<std::uint64_t>(elements, 1) - 1) + power - 1) / power;
}

/// Whole planes: at least one, unless there are no elements, and no more than a side is long.
inline instance fitting(const instance& asked) {
    instance of = asked;
    std::int64_t& wide = of.parameters[columns];
    std::int64_t& high = of.parameters[rows];
    if (wide == 0) wide = side(of.elements, 3);
    const auto left = of.elements / static_cast<std::uint64_t>(wide);
    if (high == 0) high = side(left, 2);
    const auto plane = static_cast<std::uint64_t>(wide * high);
    const std::uint64_t planes = std::max<std::uint64_t>((of.elements + plane / 2) / plane, of.elements != 0);
    of.elements = plane * std::min<std::uint64_t>(planes, longest_side);
    return of;
}

/// A quarter of the value and an eighth of each neighbour: a step of the heat equation. Values are whole numbers of
/// [-64, 63], so every order of the sum gives the same bits.
STRIDER_HOST_DEVICE constexpr float weighted(float value, float sum_of_neighbours) {
    return value / 4 + sum_of_neighbours / 8;
}

inline std::vector<float> make_values(std::uint64_t elements, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<float> values(elements);
    for (float& value : values) value = static_cast<float>(static_cast<int>(random() >> 57) - 64);
    return values;
}

/// One step over the planes from `first` on, before `end`. Values on a face are copied.
inline void step_planes(const float* input, float* output, const box& of, unsigned first, unsigned end) {
    for (unsigned z = first; z < end; ++z) {
        for (unsigned y = 0; y < of.rows; ++y) {
            for (unsigned x = 0; x < of.columns; ++x) {
                const float* const at = input + z * of.plane() + std::uint64_t{y} * of.columns + x;
                output[at - input] = of.on_face(z, y, x) ? *at
                                                         : weighted(*at, *(at - 1) + *(at + 1) + *(at - of.columns) +
                                                                             *(at + of.columns) + *(at - of.plane()) +
                                                                             *(at + of.plane()));
            }
        }
    }
}

inline problem make(const instance& of, std::uint64_t seed) {
    const box size = box_of(of);
    std::vector<float> input = make_values(of.elements, seed), right(of.elements);
    step_planes(input.data(), right.data(), size, 0, size.planes);
    return exact_problem(std::move(input), std::move(right), 2 * of.elements * sizeof(float));
}

inline constexpr element_type types[] = {element_type::f32};

inline constexpr std::string_view shown_counters[] = {"global_bytes_loaded", "shared_wavefronts",
                                                      "global_sectors_per_request"};

inline constexpr pattern description = {
    .name = "stencil",
    .meaning = "A stencil replaces each value of a box by a weighted sum of it and its six neighbours.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 27,
    .counted_elements = std::uint64_t{1} << 19,
    .roof = traffic::copy,
    .rate = "Gpoint/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
