// The transpose of a whole matrix, made by several ranks (ranks.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include <strider/transpose.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

template <ranks_policy Policy, matrix_like Input, writable_matrix Output>
void transpose(const Policy& at, const Input& input, const Output& output) {
    using T = matrix_element<Output>;
    const auto from = matrix_of(input, "the test's input");
    const auto to = matrix_of(output, "the test's output");
    require_apart(memory_of(to), memory_of(from), "the test", "input");  // also another rank's
    const std::vector<std::uint64_t> cut = test_cut(to.rows, at.ranks, at.seed + 1);
    at.run(from.rows, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        const auto r = static_cast<std::size_t>(here.rank());
        transpose(here, matrix_view<const T>(from.data + first * from.stride, end - first, from.columns, from.stride),
                  matrix_view<T>(to.data + cut[r] * to.stride, cut[r + 1] - cut[r], to.columns, to.stride));
        const auto written = [&](std::uint64_t row) {
            return row == 0 ? 0 : row * to.stride - (row == to.rows ? to.stride - to.columns : 0);
        };
        at.share(here, to.data, written(cut[r]), written(cut[r + 1]));
    });
}

// No calls of several ranks, but in the suite: a batch goes matrix by matrix, and the last is the place's own.

template <ranks_policy Policy, class T>
void transpose_batch(const Policy& at, const matrix_view<const T>& input, std::uint64_t input_distance,
                     const matrix_view<T>& output, std::uint64_t output_distance, std::uint64_t count) {
    detail::require_distance(input, input_distance, count, "the test's inputs");
    detail::require_distance(output, output_distance, count, "the test's outputs");
    for (std::uint64_t m = 0; m < count; ++m) {
        matrix_view<const T> from = input;
        matrix_view<T> to = output;
        from.data += m * input_distance;
        to.data += m * output_distance;
        transpose(at, from, to);
    }
}
template <ranks_policy Policy, class T>
void transpose_batch(const Policy& at, const matrix_view<T>& input, std::uint64_t input_distance,
                     const matrix_view<T>& output, std::uint64_t output_distance, std::uint64_t count) {
    transpose_batch(at, matrix_view<const T>(input), input_distance, output, output_distance, count);
}

template <ranks_policy Policy, class T>
void transpose_in_place(const Policy& at, const matrix_view<T>& matrix) {
    transpose_in_place(at.local, matrix);
}

}  // namespace strider
