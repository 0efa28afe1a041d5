// How rungs 89 and 90 call the library on the problem of this ladder.
#pragma once

#include <span>
#include <stdexcept>

#include <ladders/convolve/problem.hpp>
#include <ladders/harness/rung.hpp>
#include <strider/convolve.hpp>

namespace strider::ladders::convolve {

/// The library's name of a boundary.
constexpr strider::boundary boundary_of(boundary outside) {
    switch (outside) {
        case boundary::zero:
            return strider::boundary::zero;
        case boundary::replicate:
            return strider::boundary::replicate;
        case boundary::symmetric:
            return strider::boundary::symmetric;
        case boundary::wrap:
            return strider::boundary::wrap;
    }
    throw std::invalid_argument("no boundary of the convolve ladder");
}

/// Calls `entry(input, output, side, shape)` with what the library takes of this ladder's problem: two matrix_views,
/// and the mask, its column and its row.
template <class Entry>
void with_views(const arguments& with, Entry&& entry) {
    with_pixel_type(with, [&]<class T>(T) {
        const shape of = shape_of(with);
        const auto rows = static_cast<std::uint64_t>(of.rows), columns = static_cast<std::uint64_t>(of.columns);
        entry(matrix_view<const T>(static_cast<const T*>(with.input), rows, columns),
              matrix_view<T>(static_cast<T*>(with.output), rows, columns),
              static_cast<const float*>(with.side_input_on_host), of);
    });
}

template <class Policy>
void call_library(const arguments& with, const Policy& policy) {
    with_views(with, [&](const auto& from, const auto& to, const float* mask, const shape& of) {
        const convolve_options options{.outside = boundary_of(of.outside)};
        if (of.mask_rows == 1) {
            strider::convolve(policy, std::span(from.data, with.elements), std::span(mask, of.mask_columns),
                              std::span(to.data, with.elements), options);
        } else {
            strider::convolve(policy, from, matrix_view<const float>(mask, of.mask_rows, of.mask_columns), to, options);
        }
    });
}

/// With the column and the row that the mask is the product of.
template <class Policy>
void call_separable_library(const arguments& with, const Policy& policy) {
    with_views(with, [&](const auto& from, const auto& to, const float* side, const shape& of) {
        const side_places at(of);
        convolve_separable(policy, from, std::span(side + at.column, of.mask_rows),
                           std::span(side + at.row, of.mask_columns), to, {.outside = boundary_of(of.outside)});
    });
}

}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
