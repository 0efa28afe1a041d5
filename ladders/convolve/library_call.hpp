// How the library's convolution is called on the problem of this ladder, whatever the place.
#pragma once

#include <span>
#include <stdexcept>

#include <ladders/convolve/problem.hpp>
#include <ladders/requests.hpp>
#include <ladders/rung.hpp>
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

/// With the mask as it is, or (`separable`) as the column and the row that it is the product of.
template <class Policy>
void call_library(const arguments& with, const Policy& policy, bool separable) {
    with_pixel_type(with, [&]<class T>(T) {
        const shape of = shape_of(with);
        const side_places at(of);
        const auto* const side = static_cast<const float*>(with.side_input_on_host);
        const auto* const input = static_cast<const T*>(with.input);
        auto* const output = static_cast<T*>(with.output);
        const auto rows = static_cast<std::uint64_t>(of.rows), columns = static_cast<std::uint64_t>(of.columns);
        const matrix_view<const T> from(input, rows, columns);
        const matrix_view<T> to(output, rows, columns);
        const convolve_options options{.outside = boundary_of(of.outside)};
        if (separable) {
            convolve_separable(policy, from, std::span(side + at.column, of.mask_rows),
                               std::span(side + at.row, of.mask_columns), to, options);
        } else if (of.mask_rows == 1) {
            strider::convolve(policy, std::span(input, with.elements), std::span(side, of.mask_columns),
                              std::span(output, with.elements), options);
        } else {
            strider::convolve(policy, from, matrix_view<const float>(side, of.mask_rows, of.mask_columns), to, options);
        }
    });
}

/// With an image and a mask that a command on a file asks for.
template <class Policy>
void call_library(const arguments& with, const Policy& policy, const image_request& asked) {
    const auto run = [&]<class T>(T) {
        using weight = weight_of<T>;
        strider::convolve(
            policy, matrix_view<const T>(static_cast<const T*>(with.input), asked.rows, asked.columns),
            matrix_view<const weight>(static_cast<const weight*>(asked.mask), asked.mask_rows, asked.mask_columns),
            matrix_view<T>(static_cast<T*>(with.output), asked.rows, asked.columns), *asked.options);
    };
    if (with.type == element_type::u16) return run(std::uint16_t{});
    if (with.type == element_type::f64) return run(double{});
    with_pixel_type(with, run);
}

}  // namespace strider::ladders::convolve
