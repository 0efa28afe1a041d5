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
weight_of<T> pixel_at(const convolution<T>& of, std::int64_t row, std::int64_t column, unsigned channel) {
    const std::int64_t r = source_of(row, of.rows, of.outside), c = source_of(column, of.columns, of.outside);
    if (r < 0 || c < 0) return of.fill;
    return of
        .input[static_cast<std::uint64_t>(r) * of.input_stride + static_cast<std::uint64_t>(c) * of.channels + channel];
}

/// sum + weights[0] * (the pixel at (row, column)) + weights[1] * (the one to its right) + ...
template <class T>
weight_of<T> add_row(const convolution<T>& of, const weight_of<T>* weights, std::int64_t row, std::int64_t column,
                     unsigned channel, weight_of<T> sum) {
    for (unsigned j = 0; j < of.mask_columns; ++j) {
        sum = std::fma(weights[j], pixel_at(of, row, column + j, channel), sum);
    }
    return sum;
}

/// output = sum_of(row, column, channel), where row and column are those of the pixel under the mask's first weight.
template <class T, class SumOf>
void for_each_sum(const convolution<T>& of, SumOf sum_of) {
    for (std::int64_t r = 0; r < of.rows; ++r) {
        for (std::int64_t c = 0; c < of.columns; ++c) {
            for (unsigned h = 0; h < of.channels; ++h) {
                of.output[static_cast<std::uint64_t>(r) * of.output_stride +
                          static_cast<std::uint64_t>(c) * of.channels + h] =
                    pixel_of<T>(sum_of(r - of.anchor_row, c - of.anchor_column, h));
            }
        }
    }
}

}  // namespace serial_backend

/// By a mask of mask_rows x mask_columns weights, row by row.
template <class T>
void convolve_image(serial, const convolution<T>& of, const weight_of<T>* mask) {
    serial_backend::for_each_sum(of, [&](std::int64_t row, std::int64_t column, unsigned channel) {
        weight_of<T> sum = 0;
        for (unsigned k = 0; k < of.mask_rows; ++k) {
            sum = serial_backend::add_row(of, mask + k * of.mask_columns, row + k, column, channel, sum);
        }
        return sum;
    });
}

/// By the product of a column of mask_rows weights and a row of mask_columns.
template <class T>
void convolve_image(serial, const convolution<T>& of, const weight_of<T>* mask_column, const weight_of<T>* mask_row) {
    serial_backend::for_each_sum(of, [&](std::int64_t row, std::int64_t column, unsigned channel) {
        weight_of<T> sum = 0;
        for (unsigned k = 0; k < of.mask_rows; ++k) {
            sum = std::fma(mask_column[k],
                           serial_backend::add_row(of, mask_row, row + k, column, channel, weight_of<T>(0)), sum);
        }
        return sum;
    });
}

}  // namespace strider
