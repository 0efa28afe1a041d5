// The matrices of a rung on the processor.
#pragma once

#include <cstddef>

#include <ladders/harness/rung.hpp>
#include <ladders/matrix_product/problem.hpp>

namespace strider::ladders::matrix_product {

/// C = A * B, row by row.
struct product : extents {
    const float *a, *b;
    float* c;
};

inline product product_of(const arguments& with) {
    return {extents_of(with), static_cast<const float*>(with.input), static_cast<const float*>(with.side_input),
            static_cast<float*>(with.output)};
}

}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
