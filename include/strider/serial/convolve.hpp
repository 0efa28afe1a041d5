// The oracle: convolution by its definition, pixel by pixel. Never optimised.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <strider/core/policy.hpp>
#include <strider/pattern/convolution.hpp>

namespace strider {

namespace serial_backend {

/// A sum as a pixel, rounded and saturated.
template <pixel T>
T pixel_of(weight_of<T> sum) {
    if constexpr (!std::is_integral_v<T>) {
        return static_cast<T>(sum);
    } else {
        constexpr float most = std::numeric_limits<T>::max();
        if (!(sum > 0)) return 0;  // and NaN
        return static_cast<T>(sum >= most ? most : std::nearbyint(sum));
    }
}

/// Channel `channel` of the pixel or ghost cell at (row, column).
template <class T>
weight_of<T> pixel_at(const convolution<T>& problem, std::int64_t row, std::int64_t column, unsigned channel) {
    const std::int64_t r = source_of(row, problem.rows, problem.outside),
                       c = source_of(column, problem.columns, problem.outside);
    if (r < 0 || c < 0) return problem.fill;
    return problem.input[static_cast<std::uint64_t>(r) * problem.input_stride +
                         static_cast<std::uint64_t>(c) * problem.channels + channel];
}

/// sum + weights[0] * (the pixel at (row, column)) + weights[1] * (the one to its right) + ...
template <class T>
weight_of<T> add_row(const convolution<T>& problem, const weight_of<T>* weights, std::int64_t row, std::int64_t column,
                     unsigned channel, weight_of<T> sum) {
    for (unsigned j = 0; j < problem.mask_columns; ++j) {
        sum = std::fma(weights[j], pixel_at(problem, row, column + j, channel), sum);
    }
    return sum;
}

/// output = sum_of(row, column, channel), where row and column are those of the pixel under the mask's first weight.
template <class T, class SumOf>
void for_each_sum(const convolution<T>& problem, SumOf sum_of) {
    for (std::int64_t r = 0; r < problem.rows; ++r) {
        for (std::int64_t c = 0; c < problem.columns; ++c) {
            for (unsigned h = 0; h < problem.channels; ++h) {
                problem.output[static_cast<std::uint64_t>(r) * problem.output_stride +
                               static_cast<std::uint64_t>(c) * problem.channels + h] =
                    pixel_of<T>(sum_of(r - problem.anchor_row, c - problem.anchor_column, h));
            }
        }
    }
}

}  // namespace serial_backend

/// By a mask of mask_rows x mask_columns weights, row by row.
template <class T>
void convolve_image(serial, const convolution<T>& problem, const weight_of<T>* mask) {
    serial_backend::for_each_sum(problem, [&](std::int64_t row, std::int64_t column, unsigned channel) {
        weight_of<T> sum = 0;
        for (unsigned k = 0; k < problem.mask_rows; ++k) {
            sum = serial_backend::add_row(problem, mask + k * problem.mask_columns, row + k, column, channel, sum);
        }
        return sum;
    });
}

/// By the product of a column of mask_rows weights and a row of mask_columns.
template <class T>
void convolve_image(serial, const convolution<T>& problem, const weight_of<T>* mask_column,
                    const weight_of<T>* mask_row) {
    serial_backend::for_each_sum(problem, [&](std::int64_t row, std::int64_t column, unsigned channel) {
        weight_of<T> sum = 0;
        for (unsigned k = 0; k < problem.mask_rows; ++k) {
            sum = std::fma(mask_column[k],
                           serial_backend::add_row(problem, mask_row, row + k, column, channel, weight_of<T>(0)), sum);
        }
        return sum;
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
