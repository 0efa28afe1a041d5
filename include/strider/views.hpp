// Views: what calls may read instead of elements in memory. Each gives element i when the kernel asks for it, so that
// nothing is written between two calls:
//
//     namespace views = strider::views;
//     strider::reduce(policy, views::transform(views::zip(x, y), distance{}));      // one pass over x and y
//     strider::inclusive_scan(policy, views::transform(rows, &row::length), ends);  // a transform-scan
//     strider::transform(policy, views::iota(0, n), output, function);              // reads no memory
//
// Names and arguments are those of std::views; the standard's own views that have a size and take indices are read as
// well (in a kernel file of nvcc they need --expt-relaxed-constexpr, std::views::iota does not).
//
// A view refers to the memory of the ranges that it is made of, which must be there, and be memory that the call's
// place can read, until the call is done; of views it keeps copies. Making one costs nothing. Reading one costs what
// its function and its memory cost: neighbouring elements are read in 16-byte accesses where a view reads neighbouring
// elements, not through views::stride and views::counted. (views::counted_at is for a size in the place's memory, and
// for the calls alone that say so.)
//
// The values are the same on every backend where the functions' are: what one function gives is rounded before another
// function or an operator sees it. Functions may be pointers to data members. A `[] __device__` lambda must say what it
// gives: by `-> float`, or by cuda::proclaim_return_type.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <strider/core/range.hpp>
#include <strider/core/source.hpp>

namespace strider::views {

/// first, first + 1, ... up to `last`, which is none of them. Throws std::invalid_argument where `last` is less.
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

/// What a function of an element gives, or with_index one of an element and its index.
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

/// `function(a, b)` of the elements of two ranges. Throws std::invalid_argument where their sizes differ.
template <class Function, readable_elements First, readable_elements Second>
    requires std::invocable<Function&, const element_of<First>&, const element_of<Second>&>
auto zip_transform(Function function, const First& first, const Second& second) {
    return detail::zip_by(function, first, second, "views::zip_transform");
}

/// The elements of two ranges in pairs: a `pair_of` has them as `first` and `second`. Throws std::invalid_argument
/// where their sizes differ.
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

/// `count` elements from an iterator on, which the call's place must be able to follow, as thrust::counting_iterator.
template <std::input_or_output_iterator Iterator>
    requires requires(const Iterator first, std::iter_difference_t<Iterator> i) {
        static_cast<std::iter_value_t<Iterator>>(*(first + i));
    }
auto counted(Iterator first, std::uint64_t count) {
    if constexpr (std::contiguous_iterator<Iterator>) {
        return source_view{contiguous<std::iter_value_t<Iterator>>{std::to_address(first)}, count};
    } else {
        return source_view{indexed<Iterator>{first}, count};
    }
}

/// The first `*count` elements of a range, at most as many as it has, for the calls that say that they take such a
/// size: `*count` is in memory of the call's place, and is read when the call's kernels run. So what one call has
/// counted, the next one takes without the host, in a CUDA graph too:
///
///     strider::compact_into(policy, input, kept, count, is_hot{});
///     strider::reduce_into(policy, views::counted_at(kept, count), sum);
///
/// Given to segmented_reduce as offsets, `*count` is the number of segments, which have one offset more.
///
/// Results have the bits of the same call on so many elements. Launches and scratch are those of the whole range.
/// No call may write where `*count` stands. Throws std::invalid_argument where `count` is null.
template <readable_elements Range>
auto counted_at(const Range& range, const std::uint64_t* count) {
    if (count == nullptr) {
        throw std::invalid_argument("views::counted_at: no count: give one in memory of the call's place");
    }
    return counted_view<decltype(elements_of(range))>{elements_of(range), {count, std::ranges::size(range)}};
}

}  // namespace strider::views
