// From a rung's arguments, which name type and operation at run time, to the call of a typed kernel.
#pragma once

#include <ladders/harness/rung.hpp>
#include <ladders/harness/typed_call.hpp>

namespace strider::ladders::reduce {

/// For rungs on the host: `*output = kernel(input, elements, Operator{})`, with `input` a const T*.
template <class Kernel>
void with_typed_input(const arguments& with, Kernel&& kernel) {
    with_type_and_operator<std::int64_t>(with, [&](auto zero, auto op) {
        using T = decltype(zero);
        *static_cast<T*>(with.output) = kernel(static_cast<const T*>(with.input), with.elements, op);
    });
}

}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
