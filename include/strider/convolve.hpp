// Convolution: every pixel becomes a weighted sum of its neighbours.
//
//     strider::convolve(policy, image, mask, output, {.outside = strider::boundary::replicate});
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. Masks lie in the host's
// memory; a call copies its mask before it returns. With m x n weights and the anchor (a, b), for each channel,
//     output(r, c) = sum over k < m, j < n of mask(k, j) * input(r - a + k, c - b + j):
// a correlation, as in OpenCV. With `flip` the pixel is input(r + a - k, c + b - j): the convolution of mathematics.
// The default anchor is (m / 2, n / 2): an even mask reaches one pixel further up and left, with `flip` down and right.
// `boundary` says what lies outside of the image. Masks may be wider than the image.
// Pixels are float, double, f16, bf16 (and CUDA's), or unsigned integers of 8 or 16 bits; weights are double for double
// and float for the others. Channels are interleaved: each pixel is `channels` columns of a view. Every backend returns
// the same bits, summed as pattern/convolution.hpp says. NaN results are NaN everywhere, but their bits may differ.
//
// Cost: m n multiply-adds an element, m + n for separable masks. Processors that lack fused multiply-add take many
// times as long. A call reads and writes each element once, but for halos in caches. Scratch: on the CPU a few rows a
// core. A graph keeps a copy of the mask. Kernel parameters of more than 4 KiB, for large masks, need CUDA 12.1.
// Errors: std::invalid_argument, as convolve() lists. Empty images are allowed.
//
// Sources: docs/sources.md; the order of the sum is strider's own.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <strider/core/matrix_view.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/convolution.hpp>
#include <strider/rules/convolve.hpp>
#include <strider/serial/convolve.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/convolve.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/convolve.hpp>
#endif

namespace strider {

namespace detail {

inline std::string extents(std::uint64_t rows, std::uint64_t columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
}

[[noreturn]] inline void refuse_convolution(const char* call, const std::string& why) {
    throw std::invalid_argument(std::string(call) + ": " + why);
}

/// The convolution of these arguments, which are checked.
template <pixel T>
convolution<T> convolution_of(const char* call, const matrix_view<const T>& input, const matrix_view<T>& output,
                              std::uint64_t mask_rows, std::uint64_t mask_columns, const convolve_options& options) {
    if (input.rows != output.rows || input.columns != output.columns) {
        refuse_convolution(call, "the output is " + extents(output.rows, output.columns) + " elements and the input " +
                                     extents(input.rows, input.columns) + ": give two of one shape");
    }
    if (options.channels < 1 || options.channels > 4 || input.columns % options.channels != 0) {
        refuse_convolution(call, "rows of " + std::to_string(input.columns) + " elements with " +
                                     std::to_string(options.channels) +
                                     " channels: give 1 to 4 channels and whole pixels");
    }
    if (options.outside > boundary::wrap) {
        refuse_convolution(call, "the boundary " + std::to_string(static_cast<unsigned>(options.outside)) +
                                     " is none: give one of strider::boundary");
    }
    const std::uint64_t most_columns = mask_rows == 1 ? most_weights : widest_mask;
    if (mask_rows < 1 || mask_columns < 1 || mask_rows > widest_mask || mask_columns > most_columns) {
        refuse_convolution(call, "a mask of " + extents(mask_rows, mask_columns) + " weights: give 1 to " +
                                     std::to_string(widest_mask) + " rows and columns, or one row of up to " +
                                     std::to_string(most_weights));
    }
    std::uint64_t anchor_row = options.anchor_row.value_or(mask_rows / 2),
                  anchor_column = options.anchor_column.value_or(mask_columns / 2);
    if (anchor_row >= mask_rows || anchor_column >= mask_columns) {
        refuse_convolution(call, "the anchor (" + std::to_string(anchor_row) + ", " + std::to_string(anchor_column) +
                                     ") lies outside of the mask of " + extents(mask_rows, mask_columns) +
                                     " weights: give one within it");
    }
    if (options.flip) {
        anchor_row = mask_rows - 1 - anchor_row;
        anchor_column = mask_columns - 1 - anchor_column;
    }
    T fill = 0;
    if (options.outside == boundary::constant) {
        if constexpr (std::is_integral_v<T>) {
            if (!(options.fill >= 0 && options.fill <= std::numeric_limits<T>::max()) ||
                options.fill != std::floor(options.fill)) {
                refuse_convolution(call, "the fill " + std::to_string(options.fill) +
                                             " is no value of unsigned integers of " + std::to_string(8 * sizeof(T)) +
                                             " bits: give one that is");
            }
        }
        fill = static_cast<T>(options.fill);
    }
    require_apart(memory_of(output), memory_of(input), call, "input, whose pixels are needed more than once");
    return {.input = input.data,
            .output = output.data,
            .input_stride = input.stride,
            .output_stride = output.stride,
            .rows = static_cast<std::int64_t>(input.rows),
            .columns = static_cast<std::int64_t>(input.columns / options.channels),
            .channels = options.channels,
            .outside = options.outside,
            .fill = fill,
            .mask_rows = static_cast<unsigned>(mask_rows),
            .mask_columns = static_cast<unsigned>(mask_columns),
            .anchor_row = static_cast<unsigned>(anchor_row),
            .anchor_column = static_cast<unsigned>(anchor_column)};
}

/// A column and a row whose product is the mask, row by row, within `tolerance` times the mask's greatest magnitude.
/// Their scale is the scale of the row that has this greatest weight. Empty if there are none.
template <class Weight>
std::optional<std::pair<std::vector<Weight>, std::vector<Weight>>> factors_of(const std::vector<Weight>& mask,
                                                                              std::size_t columns, double tolerance) {
    std::size_t pivot = 0;
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if (!std::isfinite(mask[i])) return std::nullopt;
        if (std::abs(mask[i]) > std::abs(mask[pivot])) pivot = i;
    }
    const Weight greatest = mask[pivot];
    if (greatest == 0) return std::nullopt;
    const auto pivot_row = mask.begin() + static_cast<std::ptrdiff_t>(pivot / columns * columns);
    std::vector<Weight> row(pivot_row, pivot_row + static_cast<std::ptrdiff_t>(columns)), column;
    for (std::size_t i = pivot % columns; i < mask.size(); i += columns) column.push_back(mask[i] / greatest);
    for (std::size_t i = 0; i < mask.size(); ++i) {
        const double off = std::fma(double{column[i / columns]}, double{row[i % columns]}, -double{mask[i]});
        if (!(std::abs(off) <= tolerance * std::abs(double{greatest}))) return std::nullopt;
    }
    return std::pair{std::move(column), std::move(row)};
}

/// A mask: its weights row by row, or where `row` has any, a column and a row whose product it is.
template <class Weight>
struct mask_of_weights {
    std::vector<Weight> weights, row;
    std::uint64_t rows, columns;
};

/// A copy of what the caller gives; of what is refused later, no weights.
template <class Mask>
auto dense_mask(const Mask& mask) {
    const auto given = matrix_in_memory(mask, "convolve: the mask");
    mask_of_weights<matrix_element<Mask>> copy{{}, {}, given.rows, given.columns};
    if (given.rows > widest_mask || given.columns > most_weights) return copy;
    for (std::uint64_t k = 0; k < given.rows; ++k) {
        const auto* const row = given.data + k * given.stride;
        copy.weights.insert(copy.weights.end(), row, row + given.columns);
    }
    return copy;
}
template <class Row>
std::vector<element_of<Row>> weights_of(const Row& row) {
    static_cast<void>(data_of(row));  // is not null
    if (std::ranges::size(row) > most_weights) return {};
    return std::vector<element_of<Row>>(std::ranges::begin(row), std::ranges::end(row));
}
template <class Row>
mask_of_weights<element_of<Row>> mask_of_one_row(const Row& row) {
    return {weights_of(row), {}, 1, std::ranges::size(row)};
}
template <class Column, class Row>
mask_of_weights<element_of<Row>> separable_mask(const Column& column, const Row& row) {
    return {weights_of(column), weights_of(row), std::ranges::size(column), std::ranges::size(row)};
}

/// The mask as it is applied, turned round and by factors where the options say so.
template <class Weight>
mask_of_weights<Weight> applied_mask(mask_of_weights<Weight> mask, const convolve_options& options) {
    if (options.flip) {
        std::ranges::reverse(mask.weights);
        std::ranges::reverse(mask.row);
    }
    if (!mask.row.empty() || !options.separable_within) return mask;
    const double within = *options.separable_within;
    if (!(within >= 0 && std::isfinite(within))) {
        refuse_convolution("convolve",
                           "separable_within is " + std::to_string(within) + ": give 0 or more, or nothing");
    }
    if (mask.rows > 1 && mask.columns > 1) {
        if (auto factors = factors_of(mask.weights, mask.columns, within)) {
            mask.weights = std::move(factors->first);
            mask.row = std::move(factors->second);
        }
    }
    return mask;
}

template <class Policy, pixel T>
void convolve_views(const char* call, const Policy& policy, const matrix_view<const T>& input,
                    const mask_of_weights<weight_of<T>>& mask, const matrix_view<T>& output,
                    const convolve_options& options) {
    const convolution<T> of = convolution_of(call, input, output, mask.rows, mask.columns, options);
    const mask_of_weights<weight_of<T>> applied = applied_mask(mask, options);
    if (of.rows == 0 || of.columns == 0) return;
    if (applied.row.empty()) {
        convolve_image(policy, of, applied.weights.data());
    } else {
        convolve_image(policy, of, applied.weights.data(), applied.row.data());
    }
}

/// Throws where the output has less room than one dimension's input.
template <class Input, class Output>
void require_room(const Input& input, const Output& output) {
    const std::uint64_t count = std::ranges::size(input), room = std::ranges::size(output);
    if (room < count) {
        refuse_convolution("convolve", "the output has room for " + std::to_string(room) + " of the input's " +
                                           std::to_string(count) + " elements: give it as many");
    }
    require_possible_size(input);
}

}  // namespace detail

/// Convolves a 2D image with a mask of two dimensions. Throws std::invalid_argument if
/// - the output has another shape than the input or overlaps it, from the first element to the last;
/// - the mask is empty, or has more than 63 rows or columns (a mask of one row: more than 3,969 columns);
/// - the anchor lies outside of the mask;
/// - there are not 1 to 4 channels, or they do not divide the columns;
/// - the pixels' type cannot hold the fill, the boundary is not an enumerator, or separable_within is negative or not
///   finite.
template <execution_policy Policy, class Input, class Mask, class Output>
    requires misuse::allows<misuse::convolution<true>, Input, Mask, Output>
void convolve(const Policy& policy, const Input& input, const Mask& mask, const Output& output,
              const convolve_options& options = {}) {
    using T = detail::own<matrix_element<Output>>;
    detail::convolve_views<Policy, T>(
        "convolve", policy, detail::own_view(matrix_in_memory(input, "convolve: the input")), detail::dense_mask(mask),
        detail::own_view(matrix_in_memory(output, "convolve: the output")), options);
}

/// The same in one dimension, with one row: `output` has room for at least the input's elements. The call ignores an
/// anchor row.
template <execution_policy Policy, class Input, class Mask, class Output>
    requires misuse::allows<misuse::convolution<false>, Input, Mask, Output&&>
void convolve(const Policy& policy, const Input& input, const Mask& mask, Output&& output,
              convolve_options options = {}) {
    using T = detail::own<element_of<Output>>;
    detail::require_room(input, output);
    options.anchor_row.reset();
    const std::uint64_t count = std::ranges::size(input);
    detail::convolve_views<Policy, T>(
        "convolve", policy, matrix_view<const T>(reinterpret_cast<const T*>(data_of(input)), 1, count),
        detail::mask_of_one_row(mask), matrix_view<T>(reinterpret_cast<T*>(data_of(output)), 1, count), options);
}

/// Convolves a 2D image with the product of a column and a row: mask(k, j) = column[k] * row[j]. It takes m + n
/// multiply-adds an element instead of m n. The call ignores `separable_within`.
template <execution_policy Policy, class Input, class Column, class Row, class Output>
    requires misuse::allows<misuse::separable_convolution, Input, Column, Row, Output>
void convolve_separable(const Policy& policy, const Input& input, const Column& column, const Row& row,
                        const Output& output, const convolve_options& options = {}) {
    using T = detail::own<matrix_element<Output>>;
    detail::convolve_views<Policy, T>(
        "convolve_separable", policy, detail::own_view(matrix_in_memory(input, "convolve_separable: the input")),
        detail::separable_mask(column, row),
        detail::own_view(matrix_in_memory(output, "convolve_separable: the output")), options);
}

STRIDER_REFUSES(convolve, convolution<matrix_like<misuse::at<2, Given...>>>);
STRIDER_REFUSES(convolve_separable, separable_convolution);
misuse::lost_output_4 convolve;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
