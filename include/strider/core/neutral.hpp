// The value that an operator leaves every other value with, bit by bit.
#pragma once

#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// The operator's identity; but of floating-point sums -0, since 0 + -0 is 0.
template <class T, class Operator>
STRIDER_HOST_DEVICE constexpr T neutral() {
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<Operator, plus>) {
        return -T(0);
    } else {
        constexpr T value = identity<Operator, T>::value;
        return value;
    }
}

/// Whether that is known to hold bit by bit, NaN apart: of the library's operators on numbers.
template <class T, class Operator>
inline constexpr bool has_exact_neutral = number<T> && detail::library_operator<Operator>;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
