// The problem of the reduction ladder: its inputs, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ladders/harness/exact_input.hpp>
#include <ladders/harness/problem.hpp>
#include <ladders/harness/typed_call.hpp>

namespace strider::ladders::reduce {

/// Each input is read once, and one value is written.
constexpr std::uint64_t minimum_bytes(std::uint64_t elements, std::size_t element_bytes) {
    return (elements + 1) * element_bytes;
}

/// The right result, which every rung must give exactly; of no elements, the operation's identity.
template <class T>
T expected(const std::vector<T>& values, operation op) {
    using limits = std::numeric_limits<T>;
    using wide = std::conditional_t<std::is_floating_point_v<T>, long double, std::uint64_t>;
    wide sum = 0;
    T greatest = limits::has_infinity ? -limits::infinity() : limits::lowest();
    for (const T value : values) {
        sum += static_cast<wide>(value);
        greatest = std::max(greatest, value);
    }
    return op == operation::sum ? static_cast<T>(sum) : greatest;
}

inline problem make(const instance& of, std::uint64_t seed) {
    return with_type(of.type, [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> input = exact_input<T>(of.elements, of.op, seed);
        const T right = expected(input, of.op);
        return exact_problem(std::move(input), std::vector<T>{right}, minimum_bytes(of.elements, sizeof(T)));
    });
}

inline constexpr element_type types[] = {element_type::i32, element_type::f32, element_type::f64, element_type::i64};
inline constexpr element_type only_summed[] = {element_type::i64};

inline constexpr std::string_view shown_counters[] = {"threads_per_step", "shared_wavefronts_per_request", "barriers"};

inline constexpr pattern description = {
    .name = "reduce",
    .meaning = "A reduction combines all elements of an array into one value, such as their sum.",
    .types = types,
    .operations = usual_operations,
    .only_summed = only_summed,
    .parameters = {},
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 20,
    .roof = traffic::read,
    .shown_counters = shown_counters,
    .fitting = any_instance,
    .make = make,
};

}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
