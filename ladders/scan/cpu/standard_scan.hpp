// How the contenders of the standard library are called.
#pragma once

#include <cstdint>
#include <type_traits>

#include <ladders/harness/standard_operator.hpp>
#include <ladders/scan/dispatch.hpp>

namespace strider::ladders::scan {

/// Calls `scan(first, last, output, identity, standard operator, exclusive)`. Signed sums go as unsigned ones, whose
/// overflow is defined and whose bits are the same.
template <class Scan>
void with_standard_scan(const arguments& with, Scan scan) {
    with_typed_scan(with, [&]<class T, class Operator>(const T* input, T* output, std::uint64_t elements, Operator op,
                                                       auto exclusive) {
        if constexpr (std::is_integral_v<T> && std::is_same_v<Operator, plus>) {
            using bits = std::make_unsigned_t<T>;
            const auto* const first = reinterpret_cast<const bits*>(input);
            scan(first, first + elements, reinterpret_cast<bits*>(output), bits{identity<Operator, bits>::value},
                 standard_operator(op), exclusive);
        } else {
            scan(input, input + elements, output, T{identity<Operator, T>::value}, standard_operator(op), exclusive);
        }
    });
}

}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
