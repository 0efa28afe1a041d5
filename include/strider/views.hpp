// Views: inputs that calls read instead of elements in memory. Each gives element i when the kernel asks for it, so
// that nothing is written between two calls:
//
//     namespace views = strider::views;
//     strider::reduce(policy, views::transform(views::zip(x, y), distance{}));      // one pass over x and y.
//     strider::inclusive_scan(policy, views::transform(rows, &row::length), ends);  // a transform-scan.
//     strider::transform(policy, views::iota(0, n), output, function);              // reads no memory.
//
// Names and arguments are as in std::views. Calls also read the standard's own views that have a size and take indices.
// In a kernel file of nvcc these need --expt-relaxed-constexpr, but std::views::iota does not.
//
// A view copies the views that it is made of, and refers to the memory of other ranges. That memory must exist, and the
// call's place must be able to read it, until the call is done. Making a view costs nothing. Reading it costs what its
// function and its memory cost: neighbouring elements are read in 16-byte accesses, but not through views::stride and
// views::counted. Only calls that name views::counted_at take it: a size in the place's memory.
//
// Values are the same on every backend if the functions' results are: each result is rounded before another function or
// an operator sees it. Functions may be pointers to data members. A `[] __device__` lambda must name its result type:
// by `-> float`, or by cuda::proclaim_return_type.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <strider/core/range.hpp>
#include <strider/core/source.hpp>

namespace strider::views {

/// first, first + 1, ... up to `last`, without `last`. Throws std::invalid_argument if `last` is less than `first`.
template <std::integral T>
source_view<counting<T>> iota(T first, std::type_identity_t<T> last) {
    if (last < first) {
        throw std::invalid_argument("views::iota: " + std::to_string(last) + " is less than " + std::to_string(first) +
                                    ": give an end that is not");
    }
    return {{first}, static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)};
}

/// `count` times the same value.
template <class T>
source_view<repeated<T>> repeat(const T& value, std::uint64_t count) {
    return {{value}, count};
}

namespace detail {

/// The result of a function of an element, or with_index of a function of an element and its index.
template <class Function, class T>
struct result_of_element : std::invoke_result<function_of<Function>&, const T&> {};
template <class Function, class T>
struct result_of_element<with_index<Function>, T> : std::invoke_result<Function&, const T&, std::uint64_t> {};

/// The function of a view: of a `[] __device__` lambda, one that says on the host what it gives.
template <class Result, class Function>
auto function_of_view(Function function) {
#if defined(__CUDACC_EXTENDED_LAMBDA__)
    static_assert(!__nv_is_extended_device_lambda_closure_type(Function) ||
                      __nv_is_extended_device_lambda_with_preserved_return_type(Function),
                  "a [] __device__ lambda of a view must say what it gives: write -> and the type");
#endif
    return strider::detail::giving_a<Result>(function);
}

/// The view of zip_transform, for the view `call`, which errors name.
template <class Function, class First, class Second>
auto zip_by(Function function, const First& first, const Second& second, const char* call) {
    using result = std::invoke_result_t<Function&, const element_of<First>&, const element_of<Second>&>;
    const std::uint64_t count = std::ranges::size(first);
    strider::detail::require_one_size(call, count, std::ranges::size(second));
    return source_view{zipped{elements_of(first), elements_of(second), function_of_view<result>(function)}, count};
}

}  // namespace detail

/// `function(x)` of every element x, or of `with_index{function}`, `function(x, i)`.
template <readable_elements Range, class Function>
    requires requires { typename detail::result_of_element<Function, element_of<Range>>::type; }
auto transform(const Range& range, Function function) {
    using result = typename detail::result_of_element<Function, element_of<Range>>::type;
    const std::uint64_t count = std::ranges::size(range);
    return source_view{transformed{elements_of(range), detail::function_of_view<result>(function)}, count};
}

/// `function(a, b)` of the elements of two ranges. Throws std::invalid_argument if their sizes differ.
template <class Function, readable_elements First, readable_elements Second>
    requires std::invocable<Function&, const element_of<First>&, const element_of<Second>&>
auto zip_transform(Function function, const First& first, const Second& second) {
    return detail::zip_by(function, first, second, "views::zip_transform");
}

/// The elements of two ranges in pairs: a `pair_of` with the members `first` and `second`. Throws std::invalid_argument
/// if their sizes differ.
template <readable_elements First, readable_elements Second>
auto zip(const First& first, const Second& second) {
    return detail::zip_by(pair_up{}, first, second, "views::zip");
}

/// Every `step`-th element, from the first on. Throws std::invalid_argument for a step of 0.
template <readable_elements Range>
auto stride(const Range& range, std::uint64_t step) {
    if (step == 0) throw std::invalid_argument("views::stride: steps of 0 elements: give at least 1");
    const std::uint64_t count = std::ranges::size(range);
    return source_view{strided{elements_of(range), step}, count / step + (count % step != 0)};
}

/// `count` elements from an iterator on, such as a thrust::counting_iterator. The place of the call must be able to
/// read it.
template <std::input_or_output_iterator Iterator>
    requires requires(const Iterator first, std::iter_difference_t<Iterator> i) {
        static_cast<std::iter_value_t<Iterator>>(*(first + i));
    }
auto counted(Iterator first, std::uint64_t count) {
    if constexpr (std::contiguous_iterator<Iterator>) {
        return source_view{elements_of(std::span(std::to_address(first), count)), count};
    } else {
        return source_view{indexed<Iterator>{first}, count};
    }
}

/// The first `*count` elements of a range, or the whole range if it has fewer. Only calls that name views::counted_at
/// take it. `*count` is in memory of the call's place; the call's kernels read it when they run. So the next call takes
/// a count of the call before without the host, in a CUDA graph too:
///
///     strider::compact_into(policy, input, kept, count, is_hot{});
///     strider::reduce_into(policy, views::counted_at(kept, count), sum);
///
/// For offsets of segmented_reduce, `*count` is the number of segments, which have one more offset.
///
/// Results have the bits of the same call on that many elements. Launches and scratch are sized for the whole range. No
/// call may write where `*count` stands. Throws std::invalid_argument if `count` is null.
template <readable_elements Range>
auto counted_at(const Range& range, const std::uint64_t* count) {
    if (count == nullptr) {
        throw std::invalid_argument("views::counted_at: no count: give one in memory of the call's place");
    }
    return counted_view<decltype(elements_of(range))>{elements_of(range), {count, std::ranges::size(range)}};
}

}  // namespace strider::views
// SPDX-License-Identifier: Apache-2.0
