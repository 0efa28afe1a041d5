// The arguments of a transposition, for any backend.
#pragma once

#include <cstdint>

namespace strider {

/// `count` matrices of `rows` x `columns` elements, which become as many of `columns` x `rows`. Strides and distances
/// are in elements.
template <class T>
struct transposition {
    const T* input;
    std::uint64_t rows, columns;
    std::uint64_t input_stride, input_distance;
    T* output;
    std::uint64_t output_stride, output_distance;
    std::uint64_t count;
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
