// From a rung's arguments to the call of a typed loop over arrays in host memory.
#pragma once

#include <cstdint>

#include <ladders/gather/problem.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::ladders::gather {

/// Calls `loop(input, indices, output, elements)`, with a const T*, a const Index* and a T*.
template <class Loop>
void with_arrays(const arguments& with, Loop&& loop) {
    with_item_and_index(with, [&]<class T, class Index>(T, Index) {
        loop(static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
             static_cast<T*>(with.output), with.elements);
    });
}

}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
