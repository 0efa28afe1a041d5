// The problem of the softmax ladder: rows of a matrix, how far a result may be from the right one, and what it must
// cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <ladders/harness/problem.hpp>

namespace strider::ladders::softmax {

enum parameter_place : unsigned { columns };

inline constexpr std::int64_t tested_columns[] = {1, 7, 256, 1022, 1025};

inline constexpr parameter parameters[] = {{.name = "columns",
                                            .meaning = "elements of a row",
                                            .usual = 1024,
                                            .least = 1,
                                            .most = std::int64_t{1} << 20,
                                            .tested = tested_columns}};

constexpr unsigned columns_of(const instance& of) { return static_cast<unsigned>(of.parameters[columns]); }
constexpr std::uint64_t rows_of(const instance& of) { return of.elements / columns_of(of); }

/// Whole rows: at least one, unless there are no elements.
inline instance fitting(const instance& asked) {
    instance of = asked;
    const std::uint64_t wide = columns_of(of);
    of.elements = wide * std::max<std::uint64_t>((of.elements + wide / 2) / wide, of.elements != 0);
    return of;
}

/// How far an element may be from the right one, as a share of it. With u = 2^-24, to first order:
/// - inputs are such that x - maximum is exact;
/// - an exponential has 2 units in the last place, at most 4u: one in the numerator, one in each term of the sum;
/// - a sum in any order rounds a term at most n - 1 times: (n - 1)u. One that corrects its maximum on the way also
///   multiplies the sum by an exponential: 6u each time. A lane of a warp does so n/32 + 6 times: (n/32 + 6) 6u;
/// - the quotient has 2u where it is a product by the reciprocal, and the expected value u.
/// So the error is below (n + 48)u for either sum.
constexpr double tolerance(std::uint64_t n) {
    const double first_order = static_cast<double>(n + 48) * 0x1p-24;
    return first_order / (1 - first_order);
}

/// Elements differ by less than 2 within a row, so each is at least e^-2 / n of the sum: in rows of up to 1,400
/// elements more than the tolerance, so that one lost element shows. The exponential of every element overflows or
/// becomes 0, unless the maximum is subtracted before. All are multiples of 1/1024 below 1024.
inline std::vector<float> make_rows(const instance& of, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<float> rows(of.elements);
    const std::uint64_t wide = columns_of(of);
    for (std::uint64_t start = 0; start < rows.size(); start += wide) {
        const std::uint64_t bits = random();
        const float away = static_cast<float>(128 + bits % 512), offset = bits >> 63 ? away : -away;
        for (std::uint64_t at = start; at < start + wide; ++at) {
            rows[at] = offset + static_cast<float>(static_cast<int>(random() >> 53) - 1024) / 1024;
        }
    }
    return rows;
}

inline std::vector<float> expected(const std::vector<float>& input, std::uint64_t wide) {
    std::vector<float> right(input.size());
    std::vector<double> powers(wide);
    for (std::uint64_t start = 0; start < input.size(); start += wide) {
        const float* const row = input.data() + start;
        const double largest = *std::max_element(row, row + wide);
        double sum = 0;
        for (std::uint64_t at = 0; at < wide; ++at) sum += powers[at] = std::exp(row[at] - largest);
        for (std::uint64_t at = 0; at < wide; ++at) right[start + at] = static_cast<float>(powers[at] / sum);
    }
    return right;
}

/// The first element of an output that is further from the right one than it may be; their number if none is.
inline std::size_t first_beyond(std::span<const float> right, std::span<const std::byte> output, double share) {
    std::size_t at = 0;
    for (; at < right.size(); ++at) {
        float got;
        std::memcpy(&got, output.data() + at * sizeof got, sizeof got);
        if (!(distance(got, right[at]) <= share * right[at])) break;  // NaN is beyond
    }
    return at;
}

inline problem make(const instance& of, std::uint64_t seed) {
    std::vector<float> input = make_rows(of, seed);
    std::vector<float> results = expected(input, columns_of(of));
    problem made = exact_problem(std::move(input), std::move(results), 2 * of.elements * sizeof(float));
    const std::span right(reinterpret_cast<const float*>(made.expected.data()), of.elements);
    made.error = [right, share = tolerance(columns_of(of)), exact = made.error](std::span<const std::byte> output) {
        return first_beyond(right, output, share) == right.size() ? 0.0 : exact(output);
    };
    made.first_wrong = [right, share = tolerance(columns_of(of))](std::span<const std::byte> output) {
        const std::size_t at = first_beyond(right, output, share);
        wrong_element wrong = first_difference(right.subspan(at), output.subspan(at * sizeof(float)));
        wrong.index = at;
        wrong.at_byte += at * sizeof(float);
        return wrong;
    };
    return made;
}

inline constexpr element_type types[] = {element_type::f32};

inline constexpr std::string_view shown_counters[] = {"global_sectors_per_request", "global_bytes_loaded",
                                                      "shared_wavefronts"};

inline constexpr pattern description = {
    .name = "softmax",
    .meaning = "A softmax turns each row of a matrix into positive shares whose sum is 1.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 18,
    .roof = traffic::copy,
    .rate = "Gelem/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
