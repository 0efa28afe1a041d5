// From a rung's arguments to the call of a typed loop over arrays in host memory.
#pragma once

#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {

/// Calls `loop(input, indices, output, elements)`, with a const T*, a const Index* and a T*.
template <class Loop>
void with_arrays(const arguments& with, Loop&& loop) {
    with_element_and_index(with, [&]<class T, class Index>(T, Index) {
        loop(static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
             static_cast<T*>(with.output), with.elements);
    });
}

}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
