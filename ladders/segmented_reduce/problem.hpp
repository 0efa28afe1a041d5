// The problem of the segmented reduction ladder: its inputs, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include <ladders/harness/exact_input.hpp>
#include <ladders/harness/problem.hpp>
#include <ladders/harness/typed_call.hpp>

namespace strider::ladders::segmented_reduce {

enum parameter_place : unsigned { length_place, spread_place };

/// Whether all segments are of one length (but for one element), or a few hold most of the elements.
enum spread : std::int64_t { equal, power_law };
inline constexpr std::string_view spread_words[] = {"equal", "power-law"};
inline constexpr std::int64_t tested_lengths[] = {1, 16, 5000};
inline constexpr parameter parameters[] = {
    {.name = "length",
     .meaning = "elements in a segment, on average",
     .usual = 256,
     .least = 1,
     .most = std::int64_t{1} << 31,
     .tested = tested_lengths},
    {.name = "spread", .meaning = "how lengths differ", .usual = equal, .words = spread_words}};

/// The type of offsets; so there are at most 2^31 elements.
using offset = std::uint32_t;

inline std::uint64_t segments_of(const instance& of) {
    return std::max<std::uint64_t>(1, of.elements / static_cast<std::uint64_t>(of.parameters[length_place]));
}

inline instance fitting(const instance& asked) {
    instance settled = asked;
    settled.elements = std::min(settled.elements, std::uint64_t{1} << 31);
    return settled;
}

/// Where segments begin, and the end of the last. Lengths of a power law are in proportion to u^-0.9, u even in (0, 1).
inline std::vector<offset> offsets_of(const instance& of, std::uint64_t seed) {
    const std::uint64_t segments = segments_of(of);
    std::vector<double> before(segments + 1);
    std::mt19937_64 random(seed);
    for (std::uint64_t i = 0; i < segments; ++i) {
        const double share = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
        before[i + 1] = before[i] + (of.parameters[spread_place] == equal ? 1.0 : std::pow(share, -0.9));
    }
    std::vector<offset> offsets(segments + 1);
    for (std::uint64_t i = 1; i <= segments; ++i) {
        const double at = static_cast<double>(of.elements) * (before[i] / before[segments]);
        offsets[i] = static_cast<offset>(std::min(at, static_cast<double>(of.elements)));
    }
    offsets[segments] = static_cast<offset>(of.elements);
    return offsets;
}

/// Each input and offset is read once, each output written once.
constexpr std::uint64_t minimum_bytes(std::uint64_t elements, std::uint64_t segments, std::size_t element_bytes) {
    return (elements + segments) * element_bytes + (segments + 1) * sizeof(offset);
}

/// The textbook's loops. The inputs are such that every other order gives the same.
template <class T, class Operator>
std::vector<T> expected(const std::vector<T>& values, const std::vector<offset>& offsets, Operator op) {
    std::vector<T> totals;
    totals.reserve(offsets.size() - 1);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        T total = identity<Operator, T>::value;
        for (offset i = offsets[s]; i < offsets[s + 1]; ++i) total = op(total, values[i]);
        totals.push_back(total);
    }
    return totals;
}

inline problem make(const instance& of, std::uint64_t seed) {
    problem made;
    with_type_and_operator(of, [&]<class T, class Operator>(T, Operator op) {
        std::vector<T> input = exact_input<T>(of.elements, of.op, seed);
        std::vector<offset> offsets = offsets_of(of, seed);
        std::vector<T> right = expected(input, offsets, op);
        made = exact_problem(std::move(input), std::move(right), minimum_bytes(of.elements, segments_of(of), sizeof(T)),
                             std::move(offsets));
    });
    return made;
}

inline constexpr std::string_view shown_counters[] = {"global_sectors_per_request", "barriers"};

inline constexpr pattern description = {
    .name = "segmented-reduce",
    .meaning = "A segmented reduction combines the elements of each segment of an array into one value.",
    .types = usual_types,
    .operations = usual_operations,
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 18,
    .roof = traffic::read,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
