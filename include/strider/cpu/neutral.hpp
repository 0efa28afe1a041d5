// The value that an operator leaves every other value with, bit by bit, whatever the caller's rounding mode.
#pragma once

#include <type_traits>

#include <strider/core/neutral.hpp>

namespace strider {

/// `neutral` where the caller may round in another way than to nearest: rounded downward, 0 + -0 is -0.
template <class T, class Operator>
T neutral_as_rounded() {
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<Operator, plus>) {
        volatile T one = 1;  // else compilers subtract by themselves, and round to nearest
        return -(one - one);
    } else {
        return neutral<T, Operator>();
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
