// The arguments of every backend's convolution, the source of ghost cells, and the order of the sum.
//
// The order, version 1. A sum starts at +0 and takes its products by fused multiply-adds (one rounding each), by input
// rows from the top down and within a row from left to right: sum = fma(weight, pixel, sum). A separable mask first
// makes such a sum of each input row with the mask's row, and then one of these sums with the mask's column. Ghost
// cells take part with their values, zeros included. Sums are float for pixels of 8 and 16 bits and float, and double
// for double. Sums of f16 and bf16 are then rounded to the nearest, halves to even. Sums of integer pixels are rounded
// to the nearest integer, halves to even, and saturated (a sum that is NaN gives 0).
//
// Fused, since that is one instruction on every GPU and on every x86-64 since AVX2, and half of what two are.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include <strider/core/accumulated.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// The values of the ghost cells, which lie outside of the image, here around a row of pixels a b c d.
enum class boundary : std::uint8_t {
    zero,       ///< 0 0 | a b c d | 0 0
    constant,   ///< v v | a b c d | v v, with a value of the caller's
    replicate,  ///< a a | a b c d | d d: the pixel at the edge
    symmetric,  ///< b a | a b c d | d c: reflected, the edge repeated (OpenCV's BORDER_REFLECT)
    reflect,    ///< c b | a b c d | c b: reflected, the edge not repeated (OpenCV's BORDER_REFLECT_101)
    wrap,       ///< c d | a b c d | a b: as if the image were repeated
};

/// The options of a convolution, besides image and mask.
struct convolve_options {
    boundary outside = boundary::zero;
    double fill = 0;        ///< of boundary::constant, in every channel
    unsigned channels = 1;  ///< interleaved, 1 to 4
    bool flip = false;      ///< turn the mask round: true convolution
    std::optional<std::uint64_t> anchor_row = std::nullopt, anchor_column = std::nullopt;
    /// Masks that are the product of a column and a row, to within this times their greatest magnitude in every weight,
    /// are applied as these two: m + n multiply-adds instead of m n. Another sum than the mask's own, with other
    /// roundings, and so only where asked for; 1e-6 finds float masks that were made as products.
    std::optional<double> separable_within = std::nullopt;
};

/// The types of pixels.
template <class T>
concept pixel = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::uint8_t> ||
                std::same_as<T, std::uint16_t> || detail::half_number<T>;

/// The type of the weights and sums of pixels of type T. (Not std::conditional_t, which nvcc 13 hands on in a form that
/// the host compiler refuses.)
template <pixel T>
struct weight_type {
    using type = float;
};
template <>
struct weight_type<double> {
    using type = double;
};
template <pixel T>
using weight_of = typename weight_type<T>::type;

/// The widest masks: so many rows and columns, or one row of as many weights as that makes. What is within travels as
/// a parameter of a kernel.
inline constexpr unsigned widest_mask = 63, most_weights = widest_mask * widest_mask;

/// An image, its output, and where a mask lies on it; sizes in pixels, strides in elements.
template <class T>
struct convolution {
    const T* input;
    T* output;
    std::uint64_t input_stride, output_stride;
    std::int64_t rows, columns;
    unsigned channels;  ///< interleaved: channel h of column c is element c * channels + h of its row
    boundary outside;
    T fill;                              ///< of boundary::zero and boundary::constant
    unsigned mask_rows, mask_columns;    ///< of the mask, turned round already where the caller asked for it
    unsigned anchor_row, anchor_column;  ///< the weight that meets the pixel itself

    STRIDER_HOST_DEVICE std::int64_t row_elements() const { return columns * channels; }
};

inline namespace STRIDER_TARGET {

/// The row (or column) of an image of `extent` >= 1 rows that stands for row `i`, however far outside; -1 where that is
/// the fill.
STRIDER_HOST_DEVICE inline std::int64_t source_of(std::int64_t i, std::int64_t extent, boundary outside) {
    if (0 <= i && i < extent) return i;
    switch (outside) {
        case boundary::zero:
        case boundary::constant:
            return -1;
        case boundary::replicate:
            return i < 0 ? 0 : extent - 1;
        default:
            break;
    }
    // Reflections and copies repeat; a remainder costs more than all the rest and is seldom needed.
    const std::int64_t period = outside == boundary::wrap        ? extent
                                : outside == boundary::symmetric ? 2 * extent
                                : extent == 1                    ? 1
                                                                 : 2 * extent - 2;
    if (i < -period || i >= 2 * period) i %= period;
    if (i < 0) i += period;
    if (i >= period) i -= period;
    if (i < extent) return i;
    return outside == boundary::symmetric ? period - 1 - i : period - i;
}

}  // namespace STRIDER_TARGET

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
