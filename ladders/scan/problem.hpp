// The problem of the scan ladder: its inputs, what is right, and what it must cost.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <ladders/harness/exact_input.hpp>
#include <ladders/harness/problem.hpp>
#include <ladders/harness/typed_call.hpp>

namespace strider::ladders::scan {

enum parameter_place : unsigned { kind_place };

/// Whether output i combines the elements up to i, or those before i (the first output is then the identity).
enum kind : std::int64_t { inclusive, exclusive };
inline constexpr std::string_view kind_words[] = {"inclusive", "exclusive"};
inline constexpr parameter parameters[] = {
    {.name = "kind", .meaning = "whether an output counts its own element", .usual = inclusive, .words = kind_words}};

inline bool is_exclusive(const instance& of) { return of.parameters[kind_place] == exclusive; }

/// Each input is read once, each output written once.
constexpr std::uint64_t minimum_bytes(std::uint64_t elements, std::size_t element_bytes) {
    return 2 * elements * element_bytes;
}

/// The textbook's loop. The inputs are such that every other order gives the same.
template <class T, class Operator>
std::vector<T> expected(const std::vector<T>& values, bool exclusive, Operator op) {
    std::vector<T> prefixes;
    prefixes.reserve(values.size());
    T prefix = identity<Operator, T>::value;
    for (const T value : values) {
        if (exclusive) prefixes.push_back(prefix);
        prefix = op(prefix, value);
        if (!exclusive) prefixes.push_back(prefix);
    }
    return prefixes;
}

inline problem make(const instance& of, std::uint64_t seed) {
    problem made;
    with_type_and_operator(of, [&]<class T, class Operator>(T, Operator op) {
        std::vector<T> input = exact_input<T>(of.elements, of.op, seed);
        std::vector<T> right = expected(input, is_exclusive(of), op);
        made = exact_problem(std::move(input), std::move(right), minimum_bytes(of.elements, sizeof(T)));
    });
    return made;
}

inline constexpr std::string_view shown_counters[] = {"operations", "barriers", "shared_wavefronts"};

inline constexpr pattern description = {
    .name = "scan",
    .meaning = "A scan computes all prefix sums of an array: each output is the sum of the elements up to it.",
    .types = usual_types,
    .operations = usual_operations,
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 18,
    .roof = traffic::copy,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
