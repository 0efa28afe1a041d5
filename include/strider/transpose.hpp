// Transpose: rows become columns.
//
//     strider::transpose(policy, matrix, transposed);  // transposed(c, r) = matrix(r, c)
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// A matrix is a strider::matrix_view, or a type like std::mdspan of two dimensions whose rows are contiguous. Rows may
// have gaps (strides): calls neither read nor write them. A matrix without rows or columns is left as it is.
// Elements may be of any trivially copyable type of at most 16 bytes. They are copied bit by bit: every backend returns
// the same.
//
// Cost: a call reads and writes each element once. It takes no scratch, and never allocates. Elements of 1, 2, 4, 8 and
// 16 bytes are fastest.
// Errors: std::invalid_argument if shapes do not fit each other, rows overlap, or the output overlaps the input (from
// its first element to its last, gaps included).
//
// Sources: G. Ruetsch and P. Micikevicius, Optimizing Matrix Transpose in CUDA (2009), for tiles; H. Warren, Hacker's
// Delight, 7-3, for squares in registers.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <strider/core/matrix_view.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/pattern/transposition.hpp>
#include <strider/rules/transpose.hpp>
#include <strider/serial/transpose.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/transpose.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/transpose.hpp>
#endif

namespace strider {

namespace detail {

template <class T>
extent_in_memory memory_of_matrices(const matrix_view<T>& first, std::uint64_t distance, std::uint64_t count) {
    const extent_in_memory one = memory_of(first);
    if (one.first == one.last || count == 0) return {first.data, first.data};
    return {first.data, static_cast<const T*>(one.last) + (count - 1) * distance};
}

template <class T>
void require_distance(const matrix_view<T>& first, std::uint64_t distance, std::uint64_t count, const char* what) {
    const std::uint64_t room = first.rows == 0 ? 0 : (first.rows - 1) * first.stride + first.columns;
    if (count > 1 && distance < room) {
        throw std::invalid_argument(std::string(what) + " of a batch start " + std::to_string(distance) +
                                    " elements after each other, but take " + std::to_string(room) +
                                    ": give a greater distance");
    }
    constexpr std::uint64_t most = (~std::uint64_t{0} >> 1) / sizeof(T);
    if (count > 1 && distance > (most - room) / (count - 1)) {
        throw std::invalid_argument(std::string(what) + " of a batch, " + std::to_string(count) + " of them " +
                                    std::to_string(distance) +
                                    " elements apart, fit no address space: check number and distance");
    }
}

}  // namespace detail

namespace detail {

/// The names of a call and its matrices in errors.
struct transpose_names {
    const char *call, *input, *output;
};

template <class Policy, class Input, class Output>
void transpose_checked(const transpose_names& names, const Policy& policy, const Input& input,
                       std::uint64_t input_distance, const Output& output, std::uint64_t output_distance,
                       std::uint64_t count) {
    const auto from = matrix_in_memory(input, names.input);
    const auto to = matrix_in_memory(output, names.output);
    if (to.rows != from.columns || to.columns != from.rows) {
        throw std::invalid_argument(std::string(names.output) + " has " + std::to_string(to.rows) + " rows of " +
                                    std::to_string(to.columns) + " for an input of " + std::to_string(from.rows) +
                                    " rows of " + std::to_string(from.columns) + ": give it " +
                                    std::to_string(from.columns) + " rows of " + std::to_string(from.rows));
    }
    require_distance(from, input_distance, count, "transpose_batch: the inputs");
    require_distance(to, output_distance, count, "transpose_batch: the outputs");
    require_apart(memory_of_matrices(to, output_distance, count), memory_of_matrices(from, input_distance, count),
                  names.call, "input (transpose_in_place takes square matrices)");
    if (from.rows == 0 || from.columns == 0 || count == 0) return;
    transpose_matrices(
        policy, transposition<matrix_element<Output>>{from.data, from.rows, from.columns, from.stride, input_distance,
                                                      to.data, to.stride, output_distance, count});
}

}  // namespace detail

/// Transposes `count` matrices of one shape. `input` and `output` view the first matrices. Each next input starts
/// `input_distance` elements further, and each next output `output_distance` elements further.
template <execution_policy Policy, class Input, class Output>
    requires misuse::allows<misuse::transpositions, Input, std::uint64_t, Output, std::uint64_t, std::uint64_t>
void transpose_batch(const Policy& policy, const Input& input, std::uint64_t input_distance, const Output& output,
                     std::uint64_t output_distance, std::uint64_t count) {
    detail::transpose_checked({"transpose_batch", "transpose_batch: the input", "transpose_batch: the output"}, policy,
                              input, input_distance, output, output_distance, count);
}

/// output(c, r) = input(r, c).
template <execution_policy Policy, class Input, class Output>
    requires misuse::allows<misuse::transposition, Input, Output>
void transpose(const Policy& policy, const Input& input, const Output& output) {
    detail::transpose_checked({"transpose", "transpose: the input", "transpose: the output"}, policy, input, 0, output,
                              0, 1);
}

/// Exchanges matrix(r, c) and matrix(c, r) of a square matrix.
template <execution_policy Policy, class Matrix>
    requires misuse::allows<misuse::exchange, Matrix>
void transpose_in_place(const Policy& policy, const Matrix& matrix) {
    const auto view = matrix_in_memory(matrix, "transpose_in_place");
    if (view.rows != view.columns) {
        throw std::invalid_argument("transpose_in_place: " + std::to_string(view.rows) + " rows of " +
                                    std::to_string(view.columns) +
                                    " are not square: transpose to another place instead");
    }
    if (view.rows < 2) return;
    exchange_across_diagonal(policy, view.data, view.rows, view.stride);
}

STRIDER_REFUSES(transpose_batch, transpositions);
STRIDER_REFUSES(transpose, transposition);
STRIDER_REFUSES(transpose_in_place, exchange);

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
