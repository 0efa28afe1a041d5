// Rung 2: the two inner loops swapped, so that the innermost goes along rows of B and C.
#include <algorithm>

#include <ladders/matrix_product/cpu/product.hpp>

namespace strider::ladders::matrix_product {
namespace {

void run(const arguments& with) {
    const product of = product_of(with);
    std::fill_n(of.c, std::size_t{of.rows} * of.columns, 0.0f);
    for (std::size_t row = 0; row < of.rows; ++row) {
        for (std::size_t k = 0; k < of.inner; ++k) {
            const float left = of.a[row * of.inner + k];
            for (std::size_t column = 0; column < of.columns; ++column) {
                of.c[row * of.columns + column] += left * of.b[k * of.columns + column];
            }
        }
    }
}

const registration here{{
    .pattern = "matrix-product",
    .number = 2,
    .follows = 1,
    .name = "along rows",
    .idea = "The innermost loop goes along a row of B and a row of C.",
    .hypothesis = "A line of B serves 16 products instead of one.",
    .source = "Golub and Van Loan, Matrix Computations, 1.1: loop orderings",
    .supports = takes_f32,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
