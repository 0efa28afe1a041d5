// From a rung's arguments to the call of a typed loop over an array in host memory.
#pragma once

#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {

/// Calls `loop(input, output, elements, function)`, with a const T* and a T*.
template <class Loop>
void with_array(const arguments& with, Loop&& loop) {
    with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
        loop(static_cast<const T*>(with.input), static_cast<T*>(with.output), with.elements, function);
    });
}

}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
