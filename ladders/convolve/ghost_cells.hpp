// The image and its mask: their shape, and the pixels outside of the image.
#pragma once

#include <cstdint>

#include <strider/core/target.hpp>

namespace strider::ladders::convolve {

/// The values of the ghost cells, which lie outside of the image.
enum class boundary : std::uint8_t {
    zero,       ///< 0 0 | a b c | 0 0
    replicate,  ///< a a | a b c | c c
    symmetric,  ///< b a | a b c | c b: reflected, the edge repeated; beyond one image, reflected again
    wrap,       ///< b c | a b c | a b
};

/// An image of rows x columns and a mask, in row-major order. One-dimensional data is an image of one row, whose mask
/// has one row.
struct shape {
    std::int64_t rows, columns;
    unsigned mask_rows, mask_columns;
    boundary outside;
};

inline namespace STRIDER_TARGET {

/// The row (or column) of an image of `extent` >= 1 rows that stands for row `i`, for masks of any width; -1 where that
/// is a zero.
STRIDER_HOST_DEVICE inline std::int64_t source_of(std::int64_t i, std::int64_t extent, boundary outside) {
    if (0 <= i && i < extent) return i;
    if (outside == boundary::zero) return -1;
    if (outside == boundary::replicate) return i < 0 ? 0 : extent - 1;
    const std::int64_t period = outside == boundary::wrap ? extent : 2 * extent;
    const std::int64_t remainder = i % period;
    const std::int64_t place = remainder < 0 ? remainder + period : remainder;
    return place < extent ? place : period - 1 - place;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
