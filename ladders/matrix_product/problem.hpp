// The problem of the matrix-product ladder: two matrices, their product, and what it must cost.
//
// C = A * B, all stored row by row. An element of this ladder is one multiplication and its addition, so a product of
// n x n matrices has n^3 elements, and twice as many floating-point operations.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <ladders/harness/problem.hpp>

namespace strider::ladders::matrix_product {

enum parameter_place : unsigned { rows, columns, inner, inputs, tile };

inline constexpr std::int64_t tested_rows[] = {130}, tested_columns[] = {128}, tested_inner[] = {40};
inline constexpr std::string_view input_words[] = {"f32", "f16", "bf16"}, tile_words[] = {"32", "16"};

/// A side of a matrix: so the largest sum of products stays below 2^24, and f32 holds it.
inline constexpr std::int64_t longest_side = std::int64_t{1} << 16;

inline constexpr parameter parameters[] = {
    {.name = "rows",
     .meaning = "of A and C; 0: as the number of multiplications allows",
     .usual = 0,
     .least = 0,
     .most = longest_side,
     .tested = tested_rows},
    {.name = "columns",
     .meaning = "of B and C; 0: as the number of multiplications allows",
     .usual = 0,
     .least = 0,
     .most = longest_side,
     .tested = tested_columns},
    {.name = "inner",
     .meaning = "columns of A, which are the rows of B; 0: as the number of multiplications allows",
     .usual = 0,
     .least = 0,
     .most = longest_side,
     .tested = tested_inner},
    {.name = "inputs", .meaning = "type of A and B; sums are always f32", .usual = 0, .words = input_words},
    {.name = "tile", .meaning = "items a side of the tiles of rung 3", .usual = 0, .words = tile_words},
};

enum class input_type : std::int64_t { f32, f16, bf16 };
constexpr input_type input_type_of(const instance& of) { return static_cast<input_type>(of.parameters[inputs]); }
constexpr bool takes_f32(const instance& of) { return input_type_of(of) == input_type::f32; }
constexpr bool takes_f16(const instance& of) { return input_type_of(of) == input_type::f16; }
constexpr unsigned tile_side(const instance& of) { return 32u >> of.parameters[tile]; }

/// The extents of a settled instance.
struct extents {
    unsigned rows, columns, inner;
};
constexpr extents extents_of(const instance& of) {
    const auto side = [&of](parameter_place which) { return static_cast<unsigned>(of.parameters[which]); };
    return {side(rows), side(columns), side(inner)};
}

/// The sides that are left open become as equal as they can; powers of two where the product of all is one.
inline instance fitting(const instance& asked) {
    instance of = asked;
    const auto sides = std::array{&of.parameters[columns], &of.parameters[rows], &of.parameters[inner]};
    if (of.elements == 0) {
        for (std::int64_t* const side : sides) *side = 0;
        return of;
    }
    double left = static_cast<double>(of.elements);
    int open = 0;
    for (const std::int64_t* const side : sides) *side == 0 ? void(++open) : void(left /= static_cast<double>(*side));
    const bool in_bits = std::exp2(std::round(std::log2(left))) == left;
    of.elements = 1;
    for (std::int64_t* const side : sides) {
        if (*side == 0) {
            const double share = std::log2(left) / open--;
            const double nearest = in_bits ? std::exp2(std::ceil(share)) : std::round(std::exp2(share));
            *side = std::clamp(static_cast<std::int64_t>(nearest), std::int64_t{1}, longest_side);
            left /= static_cast<double>(*side);
        }
        of.elements *= static_cast<std::uint64_t>(*side);
    }
    return of;
}

/// A, B and C.
inline std::uint64_t stored_elements(const instance& asked) {
    const extents size = extents_of(fitting(asked));
    const std::uint64_t high = size.rows, wide = size.columns, deep = size.inner;
    return high * deep + deep * wide + high * wide;
}

/// A small whole number as f32, or its bits in a type of 16 bits. The bits that do not fit are 0.
template <input_type type>
auto input_of(int value) {
    const auto wide = static_cast<float>(value);
    const auto bits = std::bit_cast<std::uint32_t>(wide);
    if constexpr (type == input_type::f32) {
        return wide;
    } else if constexpr (type == input_type::bf16) {
        return static_cast<std::uint16_t>(bits >> 16);
    } else {
        constexpr std::uint32_t bias = (127 - 15) << 23;
        const std::uint32_t magnitude = value == 0 ? 0 : (bits & 0x7fffffff) - bias;
        return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | magnitude >> 13);
    }
}

/// An odd number in [-most, most]; the number of these is a power of two.
inline int odd_number(std::mt19937_64& random, int most) { return 2 * static_cast<int>(random() % (most + 1)) - most; }

/// A is the product of two thin matrices, so that the right result takes few operations: C = (U * V) * B = U * (V * B).
/// All are small whole numbers: an entry of A is even and at most 36, one of B odd and at most 7, and a sum below
/// 2^24. So 16 bits hold the inputs, f32 every sum, and any order of summation gives the same bits.
template <input_type type>
problem make_of(const extents& size, std::uint64_t seed) {
    constexpr std::size_t thin = 4;
    std::mt19937_64 random(seed);
    const std::size_t high = size.rows, wide = size.columns, deep = size.inner;
    std::vector<int> left(high * thin), right(thin * deep), b(deep * wide);
    for (int& one : left) one = odd_number(random, 3);
    for (int& one : right) one = odd_number(random, 3);
    for (int& one : b) one = odd_number(random, 7);

    using input = decltype(input_of<type>(0));
    std::vector<input> first(high * deep), second(deep * wide);
    for (std::size_t row = 0; row < high; ++row) {
        for (std::size_t k = 0; k < deep; ++k) {
            int entry = 0;
            for (std::size_t t = 0; t < thin; ++t) entry += left[row * thin + t] * right[t * deep + k];
            first[row * deep + k] = input_of<type>(entry);
        }
    }
    std::ranges::transform(b, second.begin(), input_of<type>);

    std::vector<int> between(thin * wide);
    for (std::size_t t = 0; t < thin; ++t) {
        for (std::size_t k = 0; k < deep; ++k) {
            for (std::size_t column = 0; column < wide; ++column) {
                between[t * wide + column] += right[t * deep + k] * b[k * wide + column];
            }
        }
    }
    std::vector<float> expected(high * wide);
    for (std::size_t row = 0; row < high; ++row) {
        for (std::size_t column = 0; column < wide; ++column) {
            int sum = 0;
            for (std::size_t t = 0; t < thin; ++t) sum += left[row * thin + t] * between[t * wide + column];
            expected[row * wide + column] = static_cast<float>(sum);
        }
    }
    const std::uint64_t bytes = (first.size() + second.size()) * sizeof(input) + expected.size() * sizeof(float);
    return exact_problem(std::move(first), std::move(expected), bytes, std::move(second));
}

inline problem make(const instance& of, std::uint64_t seed) {
    const extents size = extents_of(of);
    return takes_f32(of)   ? make_of<input_type::f32>(size, seed)
           : takes_f16(of) ? make_of<input_type::f16>(size, seed)
                           : make_of<input_type::bf16>(size, seed);
}

inline constexpr element_type types[] = {element_type::f32};

inline constexpr std::string_view shown_counters[] = {"global_sectors_per_request", "global_sectors",
                                                      "shared_wavefronts"};

inline constexpr pattern description = {
    .name = "matrix-product",
    .meaning = "A matrix product multiplies the rows of one matrix with the columns of another, C = A * B.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 36,
    .counted_elements = std::uint64_t{1} << 22,
    .stored_elements = stored_elements,
    .factors = "inputs",
    .roof = {},
    .rate = "TFLOP/s",
    .rate_per_element_us = 2e-6,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
