// From a rung's arguments, which name type, operation and kind at run time, to the call of a typed kernel.
#pragma once

#include <type_traits>

#include <ladders/harness/rung.hpp>
#include <ladders/scan/problem.hpp>

namespace strider::ladders::scan {

/// For rungs on the host: `kernel(input, output, elements, Operator{}, exclusive)`, with `input` a const T* and
/// `exclusive` a std::bool_constant.
template <class Kernel>
void with_typed_scan(const arguments& with, Kernel&& kernel) {
    with_type_and_operator(with, [&](auto zero, auto op) {
        using T = decltype(zero);
        const T* const input = static_cast<const T*>(with.input);
        T* const output = static_cast<T*>(with.output);
        if (is_exclusive(with)) {
            kernel(input, output, with.elements, op, std::true_type{});
        } else {
            kernel(input, output, with.elements, op, std::false_type{});
        }
    });
}

}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
