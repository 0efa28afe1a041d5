// From a rung's arguments to the call of a typed loop over a matrix in host memory.
#pragma once

#include <cstdint>

#include <ladders/harness/rung.hpp>
#include <ladders/transpose/problem.hpp>

namespace strider::ladders::transpose {

/// An item of 16 bytes.
struct alignas(16) wide_item {
    std::uint64_t halves[2];
};

/// Calls `transpose(input, output, rows, columns)`, with a const Item* and an Item*.
template <class Transpose>
void with_matrix(const arguments& with, Transpose&& transpose) {
    const extents size = extents_of(with);
    with_item<wide_item>(with, [&]<class Item>(Item) {
        transpose(static_cast<const Item*>(with.input), static_cast<Item*>(with.output), size.rows, size.columns);
    });
}

}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
