// The oracle: every segment, row and column by the serial reduction. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/matrix_view.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/serial/reduce.hpp>

namespace strider {

/// The reduction of each segment of `values` to `output`.
template <element_source Source, class T, class Segments, class Operator, class U>
void reduce_segments(serial, const Source& values, std::uint64_t, const Segments& segments,
                     const segment_result<T, Operator>& result, U* output) {
    for (std::uint64_t i = 0; i < segments.count; ++i) {
        const auto source = detail::elements_from(values, segments.begin(i));
        const std::uint64_t size = segments.size(i);
        output[i] = size == 0 ? result.empty() : result.of(reduce_source(serial{}, source, size, result.op));
    }
}

/// The reduction of each column to `output`.
template <class M, class T, class Operator>
void reduce_columns_of(serial, const matrix_view<const M>& matrix, const segment_result<T, Operator>& result,
                       M* output) {
    for (std::uint64_t c = 0; c < matrix.columns; ++c) {
        const auto source = [&](std::uint64_t r) { return static_cast<T>(matrix(r, c)); };
        output[c] =
            matrix.rows == 0 ? result.empty() : result.of(reduce_source(serial{}, source, matrix.rows, result.op));
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
