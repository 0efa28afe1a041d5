// Segmented reduction: reduces every segment, row or column by itself.
//
//     strider::segmented_reduce(policy, values, offsets, totals);
//     strider::reduce_rows(policy, matrix, greatest, strider::maximum{});
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. The input may be a view.
// Every segment has the result of strider::reduce for its elements, to the last bit: it is combined in the canonical
// order (pattern/canonical_order.hpp) of its own length. Its place and the other segments do not matter. Operators must
// be associative. They need not be commutative. A NaN result is the one quiet NaN of its type. An empty segment gives
// the operator's identity, or `init`. strider::cpu may call a function once more for two values of one segment, and
// ignores the result.
// Values may be of any trivially copyable type of at most 32 bytes with a default. Output behind the results is not
// written. The output must not overlap the offsets or the input, from its first element to its last.
//
// Cost: O(elements + segments) operator calls and writes, for any mix of lengths. A call reads each element once. A
// GPU's scratch is about 1/900 of the input's size for 4-byte elements.
// Errors: std::invalid_argument if the output is too small or overlaps, or the type cannot hold an initial integer.
//
// Sources: D. Merrill and M. Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication (2016), for equal shares
// of work; the order within a segment is strider's own.
#pragma once

#include <concepts>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/initial_value.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/reduce.hpp>
#include <strider/rules/segmented_reduce.hpp>
#include <strider/serial/segmented_reduce.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce_columns.hpp>
#include <strider/cuda/segmented_reduce.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/segmented_reduce.hpp>
#endif

namespace strider {

namespace detail {

/// Throws std::invalid_argument unless `output` has room for `results` results apart from what is read.
template <class Output>
void require_room(const Output& output, std::uint64_t results, const extent_in_memory& read, const char* call) {
    const std::uint64_t room = std::ranges::size(output);
    if (room < results) {
        throw std::invalid_argument(std::string(call) + ": the output has room for " + std::to_string(room) + " of " +
                                    std::to_string(results) + " results: give it as many elements");
    }
    require_apart(memory_of(std::span(data_of(output), results)), read, call, "elements or offsets");
}

template <class T, class Operator>
using result_in = segment_result<accumulator_of<Operator, T>, Operator>;

template <class Operator, class T>
constexpr result_in<T, Operator> from_identity(Operator op) {
    return {op, identity_of<Operator, T>(), false};
}
template <class T, class Operator, class Init>
constexpr result_in<T, Operator> from_initial(Operator op, const Init& init) {
    return {op, convert_to<accumulator_of<Operator, T>>{}(initial_value<T>(init)), true};
}

/// The segments as backends take them. Throws std::invalid_argument where offsets are wrong.
template <class Policy, segment_offsets Offsets>
auto segments_of(const Policy& policy, const Offsets& offsets, std::uint64_t elements) {
    require_offsets(policy, offsets, elements, "segmented_reduce");
    return offset_segments<element_of<Offsets>>{data_of(offsets), std::ranges::size(offsets) - 1};
}
template <class Policy, class Offset>
auto segments_of(const Policy& policy, const counted_view<contiguous<Offset>>& counted, std::uint64_t elements) {
    const std::span offsets(counted.source.data, counted.count.most);
    const count_in_memory segments{counted.count.count, offsets.empty() ? 0 : offsets.size() - 1};
    if constexpr (reads_host_memory<Policy>) {
        return segments_of(policy, offsets.empty() ? offsets : offsets.first(elements_now(segments) + 1), elements);
    } else {
        return counted_segments<Offset>{segments_of(policy, offsets, elements), segments};
    }
}

template <class Policy, class Input, class Offsets, class Output, class Operator>
void reduce_by_offsets(const Policy& policy, const Input& input, const Offsets& offsets, Output& output,
                       const result_in<element_of<Input>, Operator>& result) {
    const std::uint64_t elements = std::ranges::size(input);
    const auto segments = segments_of(policy, offsets, elements);
    const std::uint64_t most = most_elements_of(offsets) - 1;
    require_room(output, most, {segments.offsets, segments.offsets + most + 1}, "segmented_reduce");
    const extent_in_memory results = memory_of(std::span(data_of(output), most));
    require_apart_from(results, input, "segmented_reduce", "elements or offsets");
    if constexpr (is_counted_view<Offsets>) {
        const std::uint64_t* const count = offsets.count.count;
        require_apart(results, {count, count + 1}, "segmented_reduce", "count");
    }
    if (segments.count == 0) return;
    reduce_segments(policy, values_as<accumulator_of<Operator, element_of<Input>>>(input), elements, segments, result,
                    results_at<Operator>(data_of(output)));
}

/// Throws std::invalid_argument unless segments of one length cut the elements.
inline void require_length(std::uint64_t elements, std::uint64_t length) {
    if (length == 0 || elements % length != 0) {
        throw std::invalid_argument("segmented_reduce: segments of " + std::to_string(length) +
                                    " elements do not cut " + std::to_string(elements) +
                                    " elements evenly: give a length that does");
    }
}

template <class Policy, class Input, class Output, class Operator>
void reduce_by_length(const Policy& policy, const Input& input, std::uint64_t length, Output& output,
                      const result_in<element_of<Input>, Operator>& result) {
    const std::uint64_t elements = std::ranges::size(input);
    require_length(elements, length);
    const equal_segments segments{elements / length, length, length};
    require_room(output, segments.count, {}, "segmented_reduce");
    require_apart_from(memory_of(std::span(data_of(output), segments.count)), input, "segmented_reduce",
                       "elements or offsets");
    if (segments.count == 0) return;
    reduce_segments(policy, values_as<accumulator_of<Operator, element_of<Input>>>(input), elements, segments, result,
                    results_at<Operator>(data_of(output)));
}

template <class Policy, class T, class Output, class Operator>
void reduce_each_row(const Policy& policy, const matrix_view<T>& view, Output& output,
                     const result_in<element_of<Output>, Operator>& result) {
    require_room(output, view.rows, memory_of(view), "reduce_rows");
    if (view.rows == 0) return;
    const equal_segments segments{view.rows, view.columns, view.rows == 1 ? view.columns : view.stride};
    const std::span<const T> memory(view.data, 0);  // of rows that have gaps
    reduce_segments(policy, values_as<accumulator_of<Operator, element_of<Output>>>(memory), view.rows * view.columns,
                    segments, result, results_at<Operator>(data_of(output)));
}

template <class Policy, class T, class Output, class Operator>
void reduce_each_column(const Policy& policy, const matrix_view<T>& view, Output& output,
                        const result_in<element_of<Output>, Operator>& result) {
    require_room(output, view.columns, memory_of(view), "reduce_columns");
    if (view.columns == 0) return;
    auto* const to = results_at<Operator>(data_of(output));
    using M = std::remove_pointer_t<decltype(to)>;
    const matrix_view<const M> matrix(reinterpret_cast<const M*>(view.data), view.rows, view.columns, view.stride);
    reduce_columns_of(policy, matrix, result, to);
}

}  // namespace detail

/// output[i] = reduce of input[offsets[i]] to input[offsets[i + 1] - 1]. n + 1 offsets make n segments. Offsets are
/// integers of any type, ascending and within the input. The first offset need not be 0, and the last need not be the
/// input's size. strider::serial and strider::cpu check them and throw std::invalid_argument; on a GPU correct offsets
/// are a precondition. Every place throws it if there are no offsets.
///
/// With views::counted_at(offsets, count), `*count` is the number of segments, at most one fewer than there is room for
/// offsets; offsets[*count] is the end of the last segment. The output needs room for as many results as there may be;
/// the call writes `*count` results. run_length_encode_into and compact_into leave such counts:
///
///     strider::run_length_encode_into(policy, keys, run_keys, lengths, count);
///     strider::inclusive_scan(policy, views::counted_at(lengths, count), offsets.subspan(1));  // offsets[0] is 0
///     strider::segmented_reduce(policy, values, views::counted_at(offsets, count), totals);
template <execution_policy Policy, class Input, countable_offsets Offsets, class Output, class Operator = plus>
    requires misuse::allows<misuse::segments, Input, Offsets, Output&&, Operator>
void segmented_reduce(const Policy& policy, const Input& input, const Offsets& offsets, Output&& output,
                      Operator op = {}) {
    detail::reduce_by_offsets(policy, input, offsets, output, detail::from_identity<Operator, element_of<Input>>(op));
}

/// The same with an initial value: output[i] = op(init, total of segment i), or `init` if the segment is empty.
template <execution_policy Policy, class Input, countable_offsets Offsets, class Output, class Operator,
          class Init = element_of<Input>>
    requires misuse::allows<misuse::segments, Input, Offsets, Output&&, Operator, Init>
void segmented_reduce(const Policy& policy, const Input& input, const Offsets& offsets, Output&& output, Operator op,
                      const Init& init) {
    detail::reduce_by_offsets(policy, input, offsets, output, detail::from_initial<element_of<Input>>(op, init));
}

/// output[i] = reduce of `length` elements from input[i * length] on. Throws std::invalid_argument if `length` is 0 or
/// does not divide the input's size.
template <execution_policy Policy, class Input, std::integral Length, class Output, class Operator = plus>
    requires misuse::allows<misuse::segments, Input, Length, Output&&, Operator>
void segmented_reduce(const Policy& policy, const Input& input, Length length, Output&& output, Operator op = {}) {
    detail::reduce_by_length(policy, input, static_cast<std::uint64_t>(length), output,
                             detail::from_identity<Operator, element_of<Input>>(op));
}

/// The same with an initial value: output[i] = op(init, total of segment i).
template <execution_policy Policy, class Input, std::integral Length, class Output, class Operator,
          class Init = element_of<Input>>
    requires misuse::allows<misuse::segments, Input, Length, Output&&, Operator, Init>
void segmented_reduce(const Policy& policy, const Input& input, Length length, Output&& output, Operator op,
                      const Init& init) {
    detail::reduce_by_length(policy, input, static_cast<std::uint64_t>(length), output,
                             detail::from_initial<element_of<Input>>(op, init));
}

/// output[r] = reduce of row r of a matrix_view, or of a type like std::mdspan whose rows are contiguous. Throws
/// std::invalid_argument if rows overlap.
template <execution_policy Policy, class Matrix, class Output, class Operator = plus>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output&&, Operator>
void reduce_rows(const Policy& policy, const Matrix& matrix, Output&& output, Operator op = {}) {
    detail::reduce_each_row(policy, matrix_in_memory(matrix, "reduce_rows"), output,
                            detail::from_identity<Operator, element_of<Output>>(op));
}

/// The same with an initial value: output[r] = op(init, total of row r), or `init` if there are no columns.
template <execution_policy Policy, class Matrix, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output&&, Operator, Init>
void reduce_rows(const Policy& policy, const Matrix& matrix, Output&& output, Operator op, const Init& init) {
    detail::reduce_each_row(policy, matrix_in_memory(matrix, "reduce_rows"), output,
                            detail::from_initial<element_of<Output>>(op, init));
}

/// output[c] = reduce of column c, from the first row to the last. Throws std::invalid_argument if rows overlap.
template <execution_policy Policy, class Matrix, class Output, class Operator = plus>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output&&, Operator>
void reduce_columns(const Policy& policy, const Matrix& matrix, Output&& output, Operator op = {}) {
    detail::reduce_each_column(policy, matrix_in_memory(matrix, "reduce_columns"), output,
                               detail::from_identity<Operator, element_of<Output>>(op));
}

/// The same with an initial value: output[c] = op(init, total of column c), or `init` if there are no rows.
template <execution_policy Policy, class Matrix, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output&&, Operator, Init>
void reduce_columns(const Policy& policy, const Matrix& matrix, Output&& output, Operator op, const Init& init) {
    detail::reduce_each_column(policy, matrix_in_memory(matrix, "reduce_columns"), output,
                               detail::from_initial<element_of<Output>>(op, init));
}

STRIDER_REFUSES(segmented_reduce, segments);
STRIDER_REFUSES(reduce_rows, rows_or_columns);
STRIDER_REFUSES(reduce_columns, rows_or_columns);
misuse::lost_output_3 reduce_rows, reduce_columns;
misuse::lost_output_4 segmented_reduce;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
