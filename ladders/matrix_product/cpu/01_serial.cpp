// Rung 1: the textbook's three loops. The innermost goes down a column of B.
#include <cstddef>

#include <ladders/harness/rung.hpp>
#include <ladders/matrix_product/problem.hpp>

namespace strider::ladders::matrix_product {
namespace {

void run(const arguments& with) {
    const extents of = extents_of(with);
    const float* const a = static_cast<const float*>(with.input);
    const float* const b = static_cast<const float*>(with.side_input);
    float* const c = static_cast<float*>(with.output);
    for (std::size_t row = 0; row < of.rows; ++row) {
        for (std::size_t column = 0; column < of.columns; ++column) {
            float sum = 0;
            for (std::size_t k = 0; k < of.inner; ++k) sum += a[row * of.inner + k] * b[k * of.columns + column];
            c[row * of.columns + column] = sum;
        }
    }
}

const registration here{{
    .pattern = "matrix-product",
    .number = 1,
    .name = "serial",
    .idea = "Three loops; the innermost goes along a row of A and down a column of B.",
    .hypothesis = "The starting point: every item of B comes from another line.",
    .source = "the textbook loop",
    .supports = takes_f32,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
