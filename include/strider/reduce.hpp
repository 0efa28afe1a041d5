// Reduction: contracts, documentation and dispatch. The algorithms are in serial/, cpu/ and cuda/.
//
// Every call takes where it runs first: strider::serial{}, strider::cpu{}, and in a kernel file strider::cuda{stream}
// (nvcc) or strider::simt{} (the executor). The elements must be in memory that this place can read.
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
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/serial/reduce.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/reduce.hpp>
#endif

namespace strider {

/// What values a reduction may accumulate.
template <class T>
concept reducible = accumulable<T>;

/// What gives the values of type T that a reduction combines: a function of an element, or with_index one of an element
/// and its index.
template <class Transform, class Element, class T>
concept transform_to = only_on_device<Transform> || requires(const Transform transform, const Element& a) {
    { transform(a) } -> std::same_as<T>;
} || (takes_index<Transform> && requires(const Transform with, const Element& a, std::uint64_t index) {
                           { with.function(a, index) } -> std::same_as<T>;
                       });

/// A value and the index at which it stands.
template <class T>
struct located {
    T value;
    std::uint64_t index;
};

/// The least and the greatest element.
template <class T>
struct extremes {
    T minimum;
    T maximum;
};

namespace detail {

template <class T>
struct convert_to {
    template <class U>
    STRIDER_HOST_DEVICE constexpr T operator()(const U& value) const {
        return static_cast<T>(value);
    }
};

/// The product of two elements, rounded before it is added: never contracted to a fused multiply-add, which only some
/// processors have.
struct rounded_product {
    template <class T>
    STRIDER_HOST_DEVICE T operator()(const T& a, const T& b) const {
#if defined(__CUDA_ARCH__)
        if constexpr (std::is_same_v<T, float>) return __fmul_rn(a, b);
        if constexpr (std::is_same_v<T, double>) return __dmul_rn(a, b);
#endif
        return multiplies{}(a, b);
    }
};

template <class T>
struct locate {
    std::uint64_t first =
        0;  ///< the index of the source's first element, where the source is a piece of something longer
    STRIDER_HOST_DEVICE constexpr located<T> operator()(const T& value, std::uint64_t index) const {
        return {value, first + index};
    }
};

/// The lesser (Order = minimum) or greater (maximum) value; of equal ones the first. A NaN wins, as in `minimum`.
template <class Order>
struct first_extreme {
    template <class T>
    STRIDER_HOST_DEVICE constexpr located<T> operator()(const located<T>& a, const located<T>& b) const {
        if constexpr (std::is_floating_point_v<T>) {
            if (a.value != a.value || b.value != b.value) {
                if (a.value == a.value) return b;
                if (b.value == b.value) return a;
                return a.index < b.index ? a : b;
            }
        }
        if (a.value == b.value) return a.index < b.index ? a : b;
        return Order{}(a.value, b.value) == a.value ? a : b;
    }
};

template <class T>
struct both_extremes {
    STRIDER_HOST_DEVICE constexpr extremes<T> operator()(const T& value) const { return {value, value}; }
    STRIDER_HOST_DEVICE constexpr extremes<T> operator()(const extremes<T>& a, const extremes<T>& b) const {
        return {minimum{}(a.minimum, b.minimum), maximum{}(a.maximum, b.maximum)};
    }
};

template <class T>
struct two_values {
    T first, second;
    STRIDER_HOST_DEVICE constexpr T operator()(std::uint64_t i) const { return i == 0 ? first : second; }
};

// op(init, total), on the device where the operator is there alone.
template <class Policy, class Operator, class T>
T starting_with(const Policy& policy, Operator op, const T& init, const T& total) {
    if constexpr (only_on_device<Operator>) {
        return canonical_nan<T>(reduce_source(policy, two_values<T>{init, total}, 2, op));
    } else {
        return canonical_nan<T>(op(init, total));
    }
}

inline void require_one_size(const char* what, std::uint64_t first, std::uint64_t second) {
    if (first != second) {
        throw std::invalid_argument(std::string(what) + ": the ranges have " + std::to_string(first) + " and " +
                                    std::to_string(second) + " elements: give two of one size");
    }
}

inline void require_elements(std::uint64_t count, const char* what) {
    if (count == 0) throw std::invalid_argument(std::string(what) + " of an empty range: give it at least one element");
}

}  // namespace detail

template <class T>
inline constexpr bool may_multiply<detail::convert_to<T>> = false;
template <class T>
inline constexpr bool may_multiply<detail::locate<T>> = false;
template <class T>
inline constexpr bool may_multiply<detail::both_extremes<T>> = false;

// Commutative: of equal values the index decides, whatever the order.
template <class Order, class T>
inline constexpr bool is_commutative<detail::first_extreme<Order>, located<T>> = true;
template <class T>
inline constexpr bool is_commutative<detail::both_extremes<T>, extremes<T>> = true;

/// The combination of `transform(x)` over all elements x, or of `with_index{transform}`, of `transform(x, index)`;
/// starting with `init`: op(init, total). An empty range gives `init`.
template <execution_policy Policy, contiguous_elements Range, class Transform, class Operator, reducible T>
    requires binary_operator<Operator, T> && transform_to<Transform, element_of<Range>, T>
T transform_reduce(const Policy& policy, const Range& range, Transform transform, Operator op, T init) {
    const std::uint64_t count = std::ranges::size(range);
    if (count == 0) return init;
    const transformed source{elements_of(range), detail::giving_a<T>(transform)};
    const T total = reduce_source(policy, source, count, op);
    return detail::starting_with(policy, op, init, total);
}

/// The combination of all elements, starting with `init`, in the type of `init`: op(init, total). That type must have
/// room for any element: doubles are not summed from an int, 0, on. Booleans are counted from an integer on.
template <execution_policy Policy, contiguous_elements Range, class Operator, reducible T>
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
template <execution_policy Policy, contiguous_elements Range, class Operator = plus>
    requires reducible<element_of<Range>> && binary_operator<Operator, element_of<Range>> &&
             has_identity<Operator, element_of<Range>>
element_of<Range> reduce(const Policy& policy, const Range& range, Operator op = {}) {
    using T = element_of<Range>;
    const std::uint64_t count = std::ranges::size(range);
    if (count == 0) return identity<Operator, T>::value;
    return detail::canonical_nan<T>(reduce_source(policy, elements_of(range), count, op));
}

/// `*result = reduce(policy, range, op)`, where `result` is memory of the policy's device. Throws std::invalid_argument
/// where it is null. On strider::cuda it is stream-ordered: it returns at once, allocates nothing after the first call
/// on a stream, and can be captured in a graph.
template <execution_policy Policy, contiguous_elements Range, class Operator = plus>
    requires reducible<element_of<Range>> && binary_operator<Operator, element_of<Range>> &&
             has_identity<Operator, element_of<Range>>
void reduce_into(const Policy& policy, const Range& range, element_of<Range>* result, Operator op = {}) {
    if (result == nullptr) {
        throw std::invalid_argument("reduce_into: no place for the result: give one in the device's memory");
    }
    if constexpr (requires { reduce_source_into(policy, elements_of(range), std::uint64_t{}, op, result); }) {
        reduce_source_into(policy, elements_of(range), std::ranges::size(range), op, result);
    } else {
        *result = reduce(policy, range, op);
    }
}

/// The sum of the products of two ranges' elements, each product rounded before it is added.
/// Throws std::invalid_argument where their sizes differ.
template <execution_policy Policy, contiguous_elements First, contiguous_elements Second>
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

/// The arithmetic mean: of floating-point elements in their own type, of integers in double (their sum is taken in
/// double). Throws std::invalid_argument for an empty range.
template <execution_policy Policy, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
auto mean(const Policy& policy, const Range& range) {
    using T = std::conditional_t<std::is_floating_point_v<element_of<Range>>, element_of<Range>, double>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "mean");
    return detail::canonical_nan<T>(reduce(policy, range, plus{}, T(0)) / static_cast<T>(count));
}

/// The least and the greatest element, in one pass. Throws std::invalid_argument for an empty range.
template <execution_policy Policy, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
extremes<element_of<Range>> min_max(const Policy& policy, const Range& range) {
    using T = element_of<Range>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "min_max");
    const transformed source{elements_of(range), detail::both_extremes<T>{}};
    const extremes<T> found = reduce_source(policy, source, count, detail::both_extremes<T>{});
    return {detail::canonical_nan(found.minimum), detail::canonical_nan(found.maximum)};
}

namespace detail {

template <class Order, class Policy, class Range>
located<element_of<Range>> find_extreme(const Policy& policy, const Range& range, const char* what) {
    using T = element_of<Range>;
    const std::uint64_t count = std::ranges::size(range);
    require_elements(count, what);
    const transformed source{elements_of(range), with_index{locate<T>{}}};
    const located<T> found = reduce_source(policy, source, count, first_extreme<Order>{});
    return {canonical_nan(found.value), found.index};
}

}  // namespace detail

/// The least element and the first index at which it stands; the first NaN where there is one.
/// Throws std::invalid_argument for an empty range.
template <execution_policy Policy, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
located<element_of<Range>> argmin(const Policy& policy, const Range& range) {
    return detail::find_extreme<minimum>(policy, range, "argmin");
}

/// The greatest element and the first index at which it stands; the first NaN where there is one.
/// Throws std::invalid_argument for an empty range.
template <execution_policy Policy, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
located<element_of<Range>> argmax(const Policy& policy, const Range& range) {
    return detail::find_extreme<maximum>(policy, range, "argmax");
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
template <class Transform, class T, class Init>
constexpr bool met<struct must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value,
                   Transform, T, Init> = transform_to<Transform, element<T>, Init>;
template <class T>
constexpr bool met<struct must_have_elements_that_are_numbers, T> = std::is_arithmetic_v<element<T>>;
template <int Place>
using value = rule<must_be_a_value_trivially_copyable_of_at_most_32_bytes_with_a_default, Place>;
using numbers = rule<must_have_elements_that_are_numbers, 2>;
using reduction = rules<4, range<2>, value<4>, rule<must_be_a_value_that_the_elements_convert_to_without_loss, 4, 2>,
                        accumulating<4>, no_bool<2, 3, 4>, operation<3, 4>, known_identity<3, 4>>;
using reduction_into = rules<4, range<2>, accumulating<>, rule<must_be_a_pointer_to_an_element, 3, 2>, no_bool<2, 4>,
                             operation<4>, known_identity<4>>;
using transformed_reduction =
    rules<5, range<2>,
          rule<must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value, 3, 2, 5>,
          value<5>, no_bool<3, 4, 5>, operation<4, 5>>;
using one_of_numbers = rules<2, range<2>, numbers>;
using two_of_numbers = rules<3, range<2>, range<3>, numbers, no_bool<2, none>, alike<3, 2>>;
}  // namespace misuse

STRIDER_REFUSES(reduce, reduction);
STRIDER_REFUSES(reduce_into, reduction_into);
STRIDER_REFUSES(transform_reduce, transformed_reduction);
STRIDER_REFUSES(dot, two_of_numbers);
STRIDER_REFUSES(mean, one_of_numbers);
STRIDER_REFUSES(min_max, one_of_numbers);
STRIDER_REFUSES(argmin, one_of_numbers);
STRIDER_REFUSES(argmax, one_of_numbers);

}  // namespace strider
