// The oracle: one element after the other. Never optimised.
#pragma once

#include <cstdint>
#include <utility>

#include <strider/core/policy.hpp>
#include <strider/pattern/transposition.hpp>

namespace strider {

template <class T>
void transpose_matrices(serial, const transposition<T>& of) {
    for (std::uint64_t m = 0; m < of.count; ++m) {
        const T* const from = of.input + m * of.input_distance;
        T* const to = of.output + m * of.output_distance;
        for (std::uint64_t row = 0; row < of.rows; ++row) {
            for (std::uint64_t column = 0; column < of.columns; ++column) {
                to[column * of.output_stride + row] = from[row * of.input_stride + column];
            }
        }
    }
}

template <class T>
void exchange_across_diagonal(serial, T* matrix, std::uint64_t rows, std::uint64_t stride) {
    for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t column = row + 1; column < rows; ++column) {
            std::swap(matrix[row * stride + column], matrix[column * stride + row]);
        }
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
