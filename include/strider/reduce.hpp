// Reduction: contracts, documentation and dispatch. The algorithms are in serial/, cpu/ and cuda/.
//
// Every call takes where it runs first: strider::serial{}, strider::cpu{}, and in a kernel file strider::cuda{stream}
// (nvcc) or strider::simt{} (the executor). The elements must be in memory that this place can read, or be made up by a
// view (views.hpp), which is read inside of the kernel.
//
// An `_into` call writes what the call without has as its result to memory of the policy's device; it throws
// std::invalid_argument where that is null. On strider::cuda it is stream-ordered: it returns at once, allocates
// nothing after the first call on a stream, and can be captured in a graph.
//
// Operators must be associative and pure; they need not commute.  The order of combination is the canonical order
// (core/canonical_order.hpp), a function of the number of elements alone: every backend returns the same bits.
// A result that is NaN is returned as the one quiet NaN of its type, since processors differ in the bits they make.
// (Within one call of an operator or transform of your own, compilers may contract a product and a sum to one rounding,
// as map.hpp says. Between them nothing is contracted.)
//
// All calls take O(n) operator calls; n is 64-bit. Values may be any trivially copyable type of at most 32 bytes that
// has a default. Elements need only the alignment of their type; 16-byte aligned data is read faster.  Scratch is at
// most 32,768 partial results.
#pragma once

#include <concepts>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/core/initial_value.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/core/reduction.hpp>
#include <strider/core/source.hpp>
#include <strider/extremes.hpp>
#include <strider/serial/reduce.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/reduce.hpp>
#endif

namespace strider {

/// The combination of `transform(x)` over all elements x, or of `with_index{transform}`, of `transform(x, index)`;
/// starting with `init`: op(init, total). An empty range gives `init`. A transform may be a pointer to a data member.
template <execution_policy Policy, readable_elements Range, class Transform, class Operator, reducible T>
    requires binary_operator<Operator, T> && transform_to<Transform, element_of<Range>, T>
T transform_reduce(const Policy& policy, const Range& range, Transform transform, Operator op, T init) {
    const std::uint64_t count = std::ranges::size(range);
    if (count == 0) return init;
    const transformed source{elements_of(range), detail::giving_a<T>(transform)};
    const T total = reduce_source(policy, source, count, op);
    return detail::starting_with(policy, op, init, total);
}

/// `*result = transform_reduce(policy, range, transform, op, init)`.
template <execution_policy Policy, readable_elements Range, reducible T, class Transform, class Operator,
          initial_value_of<T> Init>
    requires binary_operator<Operator, T> && transform_to<Transform, element_of<Range>, T>
void transform_reduce_into(const Policy& policy, const Range& range, T* result, Transform transform, Operator op,
                           const Init& init) {
    const T start = detail::initial_value<T>(init);
    const std::uint64_t count = std::ranges::size(range);
    detail::require_place(result, "transform_reduce_into");
    if (count == 0) return detail::put_to(policy, start, result);
    const transformed source{elements_of(range), detail::giving_a<T>(transform)};
    detail::reduce_to(policy, source, count, op, result, detail::total_behind{op, start});
}

/// The combination of all elements, starting with `init`, in the type of `init`: op(init, total). That type must have
/// room for any element: doubles are not summed from an int, 0, on. Booleans are counted from an integer on.
template <execution_policy Policy, readable_elements Range, class Operator, reducible T>
    requires binary_operator<Operator, T> && std::constructible_from<T, element_of<Range>> &&
             keeps_numbers<element_of<Range>, T>
T reduce(const Policy& policy, const Range& range, Operator op, T init) {
    if constexpr (std::is_same_v<element_of<Range>, T>) {
        const std::uint64_t count = std::ranges::size(range);
        if (count == 0) return init;
        const T total = reduce_source(policy, elements_of(range), count, op);
        return detail::starting_with(policy, op, init, total);
    } else {
        return transform_reduce(policy, range, detail::convert_to<T>{}, op, init);
    }
}

/// The combination of all elements by an operator whose identity is known: the identity where there are none.
/// `reduce(policy, values)` is their sum.
template <execution_policy Policy, readable_elements Range, class Operator = plus>
    requires reducible<element_of<Range>> && binary_operator<Operator, element_of<Range>> &&
             has_identity<Operator, element_of<Range>>
element_of<Range> reduce(const Policy& policy, const Range& range, Operator op = {}) {
    using T = element_of<Range>;
    const std::uint64_t count = std::ranges::size(range);
    if (count == 0) return identity<Operator, T>::value;
    return detail::canonical_nan<T>(reduce_source(policy, elements_of(range), count, op));
}

/// `*result = reduce(policy, range, op)`.
template <execution_policy Policy, readable_elements Range, class Operator = plus>
    requires reducible<element_of<Range>> && binary_operator<Operator, element_of<Range>> &&
             has_identity<Operator, element_of<Range>>
void reduce_into(const Policy& policy, const Range& range, element_of<Range>* result, Operator op = {}) {
    using T = element_of<Range>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_place(result, "reduce_into");
    if (count == 0) return detail::put_to(policy, T(identity<Operator, T>::value), result);
    detail::reduce_to(policy, elements_of(range), count, op, result, detail::total_itself{});
}

/// `*result = reduce(policy, range, op, init)`, in the type of the result.
template <execution_policy Policy, readable_elements Range, reducible T, class Operator, initial_value_of<T> Init>
    requires binary_operator<Operator, T> && std::constructible_from<T, element_of<Range>> &&
             keeps_numbers<element_of<Range>, T>
void reduce_into(const Policy& policy, const Range& range, T* result, Operator op, const Init& init) {
    if constexpr (std::is_same_v<element_of<Range>, T>) {
        const T start = detail::initial_value<T>(init);
        const std::uint64_t count = std::ranges::size(range);
        detail::require_place(result, "reduce_into");
        if (count == 0) return detail::put_to(policy, start, result);
        detail::reduce_to(policy, elements_of(range), count, op, result, detail::total_behind{op, start});
    } else {
        transform_reduce_into(policy, range, result, detail::convert_to<T>{}, op, init);
    }
}

/// The sum of the products of two ranges' elements, each product rounded before it is added.
/// Throws std::invalid_argument where their sizes differ.
template <execution_policy Policy, readable_elements First, readable_elements Second>
    requires std::same_as<element_of<First>, element_of<Second>> && std::is_arithmetic_v<element_of<First>> &&
             (!std::same_as<element_of<First>, bool>)
element_of<First> dot(const Policy& policy, const First& first, const Second& second) {
    using T = element_of<First>;
    const std::uint64_t count = std::ranges::size(first);
    detail::require_one_size("dot", count, std::ranges::size(second));
    if (count == 0) return T(0);
    const zipped source{elements_of(first), elements_of(second), detail::rounded_product{}};
    return detail::canonical_nan<T>(reduce_source(policy, source, count, plus{}));
}

/// `*result = dot(policy, first, second)`.
template <execution_policy Policy, readable_elements First, readable_elements Second>
    requires std::same_as<element_of<First>, element_of<Second>> && std::is_arithmetic_v<element_of<First>> &&
             (!std::same_as<element_of<First>, bool>)
void dot_into(const Policy& policy, const First& first, const Second& second, element_of<First>* result) {
    const std::uint64_t count = std::ranges::size(first);
    detail::require_one_size("dot_into", count, std::ranges::size(second));
    detail::require_place(result, "dot_into");
    if (count == 0) return detail::put_to(policy, element_of<First>(0), result);
    const zipped source{elements_of(first), elements_of(second), detail::rounded_product{}};
    detail::reduce_to(policy, source, count, plus{}, result, detail::total_itself{});
}

/// What the mean of T is: of floating-point numbers their type, of integers double.
template <class T>
using mean_of = std::conditional_t<std::is_floating_point_v<T>, T, double>;

/// The arithmetic mean: of floating-point elements in their own type, of integers in double (their sum is taken in
/// double). Throws std::invalid_argument for an empty range.
template <execution_policy Policy, readable_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
auto mean(const Policy& policy, const Range& range) {
    using T = mean_of<element_of<Range>>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "mean");
    return detail::canonical_nan<T>(reduce(policy, range, plus{}, T(0)) / static_cast<T>(count));
}

namespace detail {

/// The mean of so many elements.
template <class T>
struct total_divided {
    T count;
    STRIDER_HOST_DEVICE constexpr T operator()(const T& total) const {
#if defined(__CUDA_ARCH__)  // rounded as on the host, also where programs ask for fast divisions
        if constexpr (std::is_same_v<T, float>) return canonical_nan(__fdiv_rn(T(0) + total, count));
#endif
        return canonical_nan<T>((T(0) + total) / count);
    }
};

}  // namespace detail

/// `*result = mean(policy, range)`.
template <execution_policy Policy, readable_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
void mean_into(const Policy& policy, const Range& range, mean_of<element_of<Range>>* result) {
    using T = mean_of<element_of<Range>>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "mean_into");
    detail::require_place(result, "mean_into");
    const detail::total_divided<T> finish{static_cast<T>(count)};
    if constexpr (std::is_same_v<element_of<Range>, T>) {
        detail::reduce_to(policy, elements_of(range), count, plus{}, result, finish);
    } else {
        const transformed source{elements_of(range), detail::convert_to<T>{}};
        detail::reduce_to(policy, source, count, plus{}, result, finish);
    }
}

// What the calls above do not take (core/misuse.hpp).
namespace misuse {
template <class Init>
constexpr bool met<struct must_be_a_value_trivially_copyable_of_at_most_32_bytes_with_a_default, Init> =
    accumulable<given_or<Init, char>>;
template <class Init, class T>
constexpr bool met<struct must_be_a_value_that_the_elements_convert_to_without_loss, Init, T> =
    std::is_constructible_v<given_or<Init, element<T>>, element<T>> &&
    keeps_numbers<element<T>, given_or<Init, element<T>>>;
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_an_element, Result, T> =
    std::is_convertible_v<const Result&, element<T>*>;
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_the_mean_in_the_elements_floating_point_type_or_double, Result, T> =
    std::is_convertible_v<const Result&, mean_of<element<T>>*>;
template <class Transform, class T, class Init>
constexpr bool met<struct must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value,
                   Transform, T, Init> = transform_to<Transform, element<T>, Init>;
template <int Place>
using value = rule<must_be_a_value_trivially_copyable_of_at_most_32_bytes_with_a_default, Place>;
using reduction = rules<4, readable<2>, value<4>, rule<must_be_a_value_that_the_elements_convert_to_without_loss, 4, 2>,
                        accumulating<4>, no_bool<2, 3, 4>, operation<3, 4>, known_identity<3, 4>>;
using transformed_reduction =
    rules<5, readable<2>,
          rule<must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value, 3, 2, 5>,
          value<5>, no_bool<3, 4, 5>, operation<4, 5>>;
// Of the calls that write a result, its type is what is accumulated.
template <class Result>
using result_of = std::conditional_t<std::is_pointer_v<Result>, std::remove_pointer_t<Result>, absent>;
template <class Result>
constexpr bool met<struct must_be_a_pointer_to_a_value_trivially_copyable_of_at_most_32_bytes, Result> =
    std::is_pointer_v<Result> && reducible<result_of<Result>>;
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_what_the_elements_convert_to_without_loss, Result, T> =
    std::is_constructible_v<result_of<Result>, element<T>> && keeps_numbers<element<T>, result_of<Result>>;
template <class Transform, class T, class Result>
constexpr bool met<struct must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_result,
                   Transform, T, Result> = transform_to<Transform, element<T>, result_of<Result>>;
template <class Operator, class Result>
constexpr bool met<struct must_be_an_operator_of_two_results_also_where_const, Operator, Result> =
    binary_operator<Operator, result_of<Result>>;
template <class Init, class Result>
constexpr bool
    met<struct must_be_an_initial_value_that_converts_to_the_result_without_losing_a_fraction, Init, Result> =
        initial_value_of<Init, result_of<Result>>;
using place_of_result = rule<must_be_a_pointer_to_a_value_trivially_copyable_of_at_most_32_bytes, 3>;
template <int Operator>
using result_operation = rule<must_be_an_operator_of_two_results_also_where_const, Operator, 3>;
template <int Init>
using result_start = rule<must_be_an_initial_value_that_converts_to_the_result_without_losing_a_fraction, Init, 3>;
template <std::size_t Behind>
using reduction_into = std::conditional_t<
    (Behind < 4),
    rules<4, readable<2>, accumulating<>, rule<must_be_a_pointer_to_an_element, 3, 2>, no_bool<2, 4>, operation<4>,
          known_identity<4>>,
    rules<5, readable<2>, place_of_result, rule<must_be_a_pointer_to_what_the_elements_convert_to_without_loss, 3, 2>,
          result_operation<4>, result_start<5>>>;
using transformed_reduction_into =
    rules<6, readable<2>, place_of_result,
          rule<must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_result, 4, 2, 3>,
          result_operation<5>, result_start<6>>;
using product_into = rules<4, readable<2>, readable<3>, numbers, no_bool<2, none>, alike<3, 2>,
                           rule<must_be_a_pointer_to_an_element, 4, 2>>;
using mean_result = rules<3, readable<2>, numbers,
                          rule<must_be_a_pointer_to_the_mean_in_the_elements_floating_point_type_or_double, 3, 2>>;
using two_of_numbers = rules<3, readable<2>, readable<3>, numbers, no_bool<2, none>, alike<3, 2>>;
}  // namespace misuse

STRIDER_REFUSES(reduce, reduction);
STRIDER_REFUSES(reduce_into, reduction_into<sizeof...(Given)>);
STRIDER_REFUSES(transform_reduce, transformed_reduction);
STRIDER_REFUSES(transform_reduce_into, transformed_reduction_into);
STRIDER_REFUSES(dot, two_of_numbers);
STRIDER_REFUSES(dot_into, product_into);
STRIDER_REFUSES(mean, one_of_numbers);
STRIDER_REFUSES(mean_into, mean_result);

}  // namespace strider
