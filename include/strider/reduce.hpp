// Reduction: combines all elements by an associative operator.
//
//     const float sum = strider::reduce(policy, values);
//     const float greatest = strider::reduce(policy, values, strider::maximum{});
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. The elements may be a
// view. The `_into` calls take views::counted_at. Operators must be associative. They need not be commutative. Elements
// are combined in the canonical order (pattern/canonical_order.hpp), which depends only on the number of elements:
// every backend returns the same bits. A NaN result is the one quiet NaN of its type. Within an operator or transform
// of your own, compilers may contract a product and a sum to one rounding, as map.hpp says. Between them nothing is
// contracted. The library's operators accumulate f16 and bf16 (half.hpp, and CUDA's) in the order of float, and round
// results once; complex numbers in their own precision (core/accumulated.hpp). Operators of your own get elements as
// they are. Values may be of any trivially copyable type of at most 32 bytes with a default.
//
// Cost: O(n) operator calls; a call reads each element once. Scratch is at most 32,768 partial results.
#pragma once

#include <concepts>
#include <ranges>

#include <strider/core/initial_value.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/dot.hpp>
#include <strider/extremes.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/reduction.hpp>
#include <strider/rules/reduce.hpp>
#include <strider/serial/reduce.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/reduce.hpp>
#endif

namespace strider {

namespace detail {

/// `*result` becomes op(init, total) of a source, or `init` if the source is empty.
template <class Policy, class Source, class Count, class Operator, class T>
void reduce_from(const Policy& policy, const Source& source, const Count& count, Operator op, const T& init, T* result,
                 const char* call) {
    using A = accumulator_of<Operator, T>;
    require_place(result, call);
    auto* const to = results_at<Operator>(result);
    const A start = convert_to<A>{}(init);
    reduce_or(policy, accumulated<A>(source), count, op, start, to, total_behind{op, start});
}

}  // namespace detail

/// op(init, total), where the total combines `transform(x)` of all elements x; with `with_index{transform}`,
/// `transform(x, index)`. An empty range gives `init`. A transform may be a pointer to a data member.
template <execution_policy Policy, class Range, class Transform, class Operator, class T>
    requires misuse::allows<misuse::transformed_reduction, Range, Transform, Operator, T>
T transform_reduce(const Policy& policy, const Range& range, Transform transform, Operator op, T init) {
    using A = accumulator_of<Operator, T>;
    const std::uint64_t count = std::ranges::size(range);
    if (count == 0) return init;
    const transformed source{elements_of(range), detail::giving_a<T>(transform)};
    const A total = reduce_source(policy, detail::accumulated<A>(source), count, op);
    return detail::stored_as<T>(detail::starting_with(policy, op, detail::convert_to<A>{}(init), total));
}

/// `*result = transform_reduce(policy, range, transform, op, init)`.
template <execution_policy Policy, class Range, class T, class Transform, class Operator, class Init>
    requires misuse::allows<misuse::transformed_reduction_into, Range, T*, Transform, Operator, Init>
void transform_reduce_into(const Policy& policy, const Range& range, T* result, Transform transform, Operator op,
                           const Init& init) {
    const transformed source{elements_of(range), detail::giving_a<T>(transform)};
    detail::reduce_from(policy, source, detail::count_of(policy, range), op, detail::initial_value<T>(init), result,
                        "transform_reduce_into");
}

/// op(init, total), where the total combines all elements, in the type of `init`. That type must hold any element: an
/// `init` of int does not sum doubles. An integer `init` counts booleans, and a float `init` gives the sum of f16 as a
/// float.
template <execution_policy Policy, class Range, class Operator, class T>
    requires misuse::allows<misuse::reduction, Range, Operator, T>
T reduce(const Policy& policy, const Range& range, Operator op, T init) {
    using A = accumulator_of<Operator, T>;
    const std::uint64_t count = std::ranges::size(range);
    if (count == 0) return init;
    const A total = reduce_source(policy, detail::values_as<A>(range), count, op);
    return detail::stored_as<T>(detail::starting_with(policy, op, detail::convert_to<A>{}(init), total));
}

/// The combination of all elements by an operator whose identity is known. An empty range gives the identity.
/// `reduce(policy, values)` is their sum.
template <execution_policy Policy, class Range, class Operator = plus>
    requires misuse::allows<misuse::reduction, Range, Operator>
element_of<Range> reduce(const Policy& policy, const Range& range, Operator op = {}) {
    using T = element_of<Range>;
    using A = accumulator_of<Operator, T>;
    const std::uint64_t count = std::ranges::size(range);
    const A total =
        count == 0 ? detail::identity_of<Operator, T>() : reduce_source(policy, detail::values_as<A>(range), count, op);
    return detail::stored_as<T>(detail::canonical_nan<A>(total));
}

/// `*result = reduce(policy, range, op)`.
template <execution_policy Policy, class Range, class Operator = plus>
    requires misuse::allows<misuse::reduction_into<3>, Range, element_of<Range>*, Operator>
void reduce_into(const Policy& policy, const Range& range, element_of<Range>* result, Operator op = {}) {
    using T = element_of<Range>;
    detail::require_place(result, "reduce_into");
    auto* const to = detail::results_at<Operator>(result);
    detail::reduce_or(policy, detail::values_as<accumulator_of<Operator, T>>(range), detail::count_of(policy, range),
                      op, detail::identity_of<Operator, T>(), to, detail::total_itself{});
}

/// `*result = reduce(policy, range, op, init)`, in the type of the result.
template <execution_policy Policy, class Range, class T, class Operator, class Init>
    requires misuse::allows<misuse::reduction_into<4>, Range, T*, Operator, Init>
void reduce_into(const Policy& policy, const Range& range, T* result, Operator op, const Init& init) {
    detail::reduce_from(policy, detail::values_as<accumulator_of<Operator, T>>(range), detail::count_of(policy, range),
                        op, detail::initial_value<T>(init), result, "reduce_into");
}

STRIDER_REFUSES(reduce, reduction);
STRIDER_REFUSES(reduce_into, reduction_into<sizeof...(Given)>);
STRIDER_REFUSES(transform_reduce, transformed_reduction);
STRIDER_REFUSES(transform_reduce_into, transformed_reduction_into);

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
