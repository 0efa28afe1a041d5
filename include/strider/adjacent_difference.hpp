// Adjacent differences: each element minus its left neighbour, or combined with it by another operator.
//
//     strider::adjacent_difference(policy, values, differences);
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// Elements and results may be of any trivially copyable type of at most 32 bytes (in a kernel file, with a default).
// The output may be the input itself, if their types are the same.
//
// Cost: O(n) calls of the operator. A call reads each element once, and writes each result once. In place, strider::cpu
// and a GPU first copy one element of some thousands, which neighbours read; a GPU takes one more launch, and as
// scratch at most an element for every KiB. Otherwise a GPU never allocates.
// Errors: std::invalid_argument if the output is too small, or overlaps the input otherwise.
//
// Source: a parallel std::adjacent_difference. In place, CUB calls it DeviceAdjacentDifference::SubtractLeft.
#pragma once

#include <concepts>
#include <ranges>

#include <strider/core/integers.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/map.hpp>
#include <strider/rules/adjacent_difference.hpp>
#include <strider/serial/adjacent_difference.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/adjacent_difference.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/adjacent_difference.hpp>
#endif

namespace strider {

/// Difference. Integers wrap (two's complement, never undefined). It does not take bool: compare with `!=` instead.
struct minus {
    template <class T>
        requires(!std::same_as<T, bool>) && requires(const T& a, const T& b) { static_cast<T>(a - b); }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (integer<T>) {
            using bits = detail::made_unsigned<T>;
            return static_cast<T>(static_cast<bits>(static_cast<bits>(a) - static_cast<bits>(b)));
        } else {
            return a - b;
        }
    }
};

namespace detail {

/// The difference of numbers as a U, which has every T: of integers the exact one, rounded where U is floating point.
template <class U>
struct minus_to {
    template <class T>
    STRIDER_HOST_DEVICE constexpr U operator()(const T& a, const T& b) const {
        if constexpr (integer<T> && std::floating_point<U>) {
            using bits = made_unsigned<T>;
            const auto distance = [](T from, T to) {
                return static_cast<U>(static_cast<bits>(static_cast<bits>(to) - static_cast<bits>(from)));
            };
            return a < b ? -distance(a, b) : distance(b, a);
        } else {
            return minus{}(static_cast<U>(a), static_cast<U>(b));
        }
    }
};

/// The operator that a call of `Operator` on T for U makes.
template <class T, class U, class Operator>
constexpr auto difference_of(Operator op) {
    if constexpr (std::same_as<Operator, minus> && number<T> && number<U> && !std::same_as<T, U> &&
                  keeps_numbers<T, U>) {
        return minus_to<U>{};
    } else {
        return giving_a<U>(op);
    }
}

}  // namespace detail

/// output[0] = input[0], and output[i] = op(input[i], input[i - 1]). The call converts both to the output's type. Where
/// that type has all elements, `minus` takes the difference in it: of 3 and 5 it is -2 as an int, also of unsigned
/// ones.
template <execution_policy Policy, class Input, class Output, class Operator = minus>
    requires misuse::allows<misuse::differing, Input, Output&&, Operator>
void adjacent_difference(const Policy& policy, const Input& input, Output&& output, Operator op = {}) {
    using T = element_of<Input>;
    using U = element_of<Output>;
    require_output(input, output, "adjacent_difference");
    const std::uint64_t elements = std::ranges::size(input);
    U* const to = data_of(output);
    if (elements == 0) return;
    difference_neighbours(policy, static_cast<const T*>(data_of(input)), elements, to, detail::difference_of<T, U>(op));
}

STRIDER_REFUSES(adjacent_difference, differing);
misuse::lost_output_3 adjacent_difference;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
