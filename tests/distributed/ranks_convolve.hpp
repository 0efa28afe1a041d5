// The convolution of a whole image, made by several ranks (ranks.hpp).
#pragma once

#include <cstdint>
#include <span>

#include <strider/convolve.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

namespace detail {

/// convolve(policy, input, output) on every rank for its rows.
template <class Policy, class Input, class Output, class Convolve>
void convolve_rows_among(const Policy& at, const Input& input, const Output& output, Convolve convolve) {
    using T = matrix_element<Output>;
    const matrix_view<const T> from = matrix_of(input, "the test's input");
    const matrix_view<T> to = matrix_of(output, "the test's output");
    require_apart(memory_of(to), memory_of(from), "the test", "input");  // also another rank's
    if (from.rows != to.rows) throw std::invalid_argument("the test's input and output: there is no cut");
    at.run(from.rows, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        convolve(here, matrix_view<const T>(from.data + first * from.stride, end - first, from.columns, from.stride),
                 matrix_view<T>(to.data + first * to.stride, end - first, to.columns, to.stride));
        const auto written = [&](std::uint64_t row) {
            return row == 0 ? 0 : row * to.stride - (row == to.rows ? to.stride - to.columns : 0);
        };
        at.share(here, to.data, written(first), written(end));
    });
}

}  // namespace detail

template <ranks_policy Policy, matrix_like Input, matrix_like Mask, writable_matrix Output>
void convolve(const Policy& at, const Input& input, const Mask& mask, const Output& output,
              const convolve_options& options = {}) {
    detail::convolve_rows_among(at, input, output, [&](const auto& here, const auto& from, const auto& to) {
        convolve(here, from, mask, to, options);
    });
}

template <ranks_policy Policy, matrix_like Input, class Column, class Row, writable_matrix Output>
void convolve_separable(const Policy& at, const Input& input, const Column& column, const Row& row,
                        const Output& output, const convolve_options& options = {}) {
    detail::convolve_rows_among(at, input, output, [&](const auto& here, const auto& from, const auto& to) {
        convolve_separable(here, from, column, row, to, options);
    });
}

template <ranks_policy Policy, contiguous_elements Input, contiguous_elements Mask, writable_elements Output>
void convolve(const Policy& at, const Input& input, const Mask& mask, Output&& output, convolve_options options = {}) {
    detail::require_room(input, output);
    at.run(std::ranges::size(input) / options.channels, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        first *= options.channels, end *= options.channels;
        convolve(here, detail::part_of(input, first, end), mask, detail::part_of(output, first, end), options);
        at.share(here, std::ranges::data(output), first, end);
    });
}

}  // namespace strider
