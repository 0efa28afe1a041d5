// How the contenders of the standard library are called.
#pragma once

#include <cstdint>
#include <type_traits>

#include <ladders/harness/standard_operator.hpp>

namespace strider::ladders::reduce {

/// Calls `reduce(first, last, initial, standard operator)`. Signed sums go as unsigned ones, whose overflow is
/// defined and whose bits are the same.
template <class T, class Operator, class Reduce>
T with_standard_operator(const T* input, std::uint64_t elements, Operator op, Reduce reduce) {
    if constexpr (std::is_integral_v<T> && std::is_same_v<Operator, plus>) {
        using bits = std::make_unsigned_t<T>;
        const auto* const first = reinterpret_cast<const bits*>(input);
        return static_cast<T>(
            reduce(first, first + elements, bits{identity<Operator, bits>::value}, standard_operator(op)));
    } else {
        return reduce(input, input + elements, T{identity<Operator, T>::value}, standard_operator(op));
    }
}

}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
