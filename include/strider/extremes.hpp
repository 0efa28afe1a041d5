// The least and the greatest of elements, and where they stand: reductions (reduce.hpp), whose contract holds here too.
//
// Numbers are compared as IEEE 754-2019 `minimum` and `maximum` do: a NaN wins. With your own comparison, such as
// std::ranges::less, elements may be of any type of at most 24 bytes. It must be a strict weak order.
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/reduction.hpp>
#include <strider/rules/extremes.hpp>
#include <strider/serial/reduce.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/reduce.hpp>
#endif

namespace strider {

/// A value and the index at which it stands.
template <class T>
struct located {
    T value;
    std::uint64_t index;
    friend constexpr bool operator==(const located&, const located&) = default;
};

/// The least and the greatest element.
template <class T>
struct extremes {
    T minimum;
    T maximum;
    friend constexpr bool operator==(const extremes&, const extremes&) = default;
};

namespace detail {

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

/// The element that comes before all others; of several the first.
template <class Compare>
struct first_by {
    Compare before;
    template <class T>
    STRIDER_HOST_DEVICE constexpr located<T> operator()(const located<T>& a, const located<T>& b) const {
        if (before(a.value, b.value)) return a;
        if (before(b.value, a.value)) return b;
        return a.index < b.index ? a : b;
    }
};
template <class Compare>
first_by(Compare) -> first_by<Compare>;

/// The comparison from the other end.
template <class Compare>
struct reversed {
    Compare before;
    template <class T>
    STRIDER_HOST_DEVICE constexpr bool operator()(const T& a, const T& b) const {
        return before(b, a);
    }
};
template <class Compare>
reversed(Compare) -> reversed<Compare>;

/// NaN of both values made one, which are stored as U.
template <class U>
struct one_nan_each {
    template <class T>
    STRIDER_HOST_DEVICE constexpr located<U> operator()(const located<T>& found) const {
        return {static_cast<U>(canonical_nan(found.value)), found.index};
    }
    template <class T>
    STRIDER_HOST_DEVICE constexpr extremes<U> operator()(const extremes<T>& found) const {
        return {static_cast<U>(canonical_nan(found.minimum)), static_cast<U>(canonical_nan(found.maximum))};
    }
};

/// The type in which the elements that `Operator` finds are stored, for elements of type T.
template <class Operator, class T>
using stored_by = std::remove_pointer_t<decltype(results_at<Operator>(static_cast<T*>(nullptr)))>;

}  // namespace detail

template <class T>
inline constexpr bool may_multiply<detail::locate<T>> = false;
template <class T>
inline constexpr bool may_multiply<detail::both_extremes<T>> = false;

// Commutative: of equal values the index decides, whatever the order.
template <class Order, class T>
inline constexpr bool is_commutative<detail::first_extreme<Order>, located<T>> = true;
template <class Compare, class T>
inline constexpr bool is_commutative<detail::first_by<Compare>, located<T>> = true;
template <class T>
inline constexpr bool is_commutative<detail::both_extremes<T>, extremes<T>> = true;

/// The least and the greatest element, in one pass. Throws std::invalid_argument for an empty range.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
extremes<element_of<Range>> min_max(const Policy& policy, const Range& range) {
    using T = element_of<Range>;
    using A = accumulator_of<minimum, T>;
    const detail::both_extremes<A> both;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "min_max");
    const auto found =
        detail::one_nan_each<A>{}(reduce_source(policy, transformed{detail::values_as<A>(range), both}, count, both));
    return {detail::stored_as<T>(found.minimum), detail::stored_as<T>(found.maximum)};
}

/// The same to `*result`, as reduce_into.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
void min_max_into(const Policy& policy, const Range& range, extremes<element_of<Range>>* result) {
    using A = accumulator_of<minimum, element_of<Range>>;
    using U = detail::stored_by<minimum, element_of<Range>>;
    const detail::both_extremes<A> both;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "min_max_into");
    detail::require_place(result, "min_max_into");
    detail::reduce_to(policy, transformed{detail::values_as<A>(range), both}, count, both,
                      reinterpret_cast<extremes<U>*>(result), detail::one_nan_each<U>{});
}

namespace detail {

/// By `Operator`, which says what elements are compared as.
template <class Operator, class Policy, class Range, class Order>
located<element_of<Range>> find_extreme(const Policy& policy, const Range& range, Order order, const char* what) {
    using T = element_of<Range>;
    using A = accumulator_of<Operator, T>;
    const std::uint64_t count = std::ranges::size(range);
    require_elements(count, what);
    const transformed source{values_as<A>(range), with_index{locate<A>{}}};
    const located<A> found = one_nan_each<A>{}(reduce_source(policy, source, count, order));
    return {stored_as<T>(found.value), found.index};
}

template <class Operator, class Policy, class Range, class Order>
void find_extreme_into(const Policy& policy, const Range& range, located<element_of<Range>>* result, Order order,
                       const char* what) {
    using A = accumulator_of<Operator, element_of<Range>>;
    using U = stored_by<Operator, element_of<Range>>;
    const std::uint64_t count = std::ranges::size(range);
    require_elements(count, what);
    require_place(result, what);
    const transformed source{values_as<A>(range), with_index{locate<A>{}}};
    reduce_to(policy, source, count, order, reinterpret_cast<located<U>*>(result), one_nan_each<U>{});
}

}  // namespace detail

/// The least element and the first index at which it stands. If there is a NaN, the first NaN and its index. Throws
/// std::invalid_argument for an empty range.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
located<element_of<Range>> argmin(const Policy& policy, const Range& range) {
    return detail::find_extreme<minimum>(policy, range, detail::first_extreme<minimum>{}, "argmin");
}

/// The first element that has no other element before it, by `before(a, b)`, and its index.
template <execution_policy Policy, class Range, class Compare>
    requires misuse::allows<misuse::place_of_extreme, Range, Compare>
located<element_of<Range>> argmin(const Policy& policy, const Range& range, Compare before) {
    return detail::find_extreme<Compare>(policy, range, detail::first_by{before}, "argmin");
}

/// The same to `*result`, as reduce_into.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
void argmin_into(const Policy& policy, const Range& range, located<element_of<Range>>* result) {
    detail::find_extreme_into<minimum>(policy, range, result, detail::first_extreme<minimum>{}, "argmin_into");
}
template <execution_policy Policy, class Range, class Compare>
    requires misuse::allows<misuse::place_of_extreme, Range, Compare>
void argmin_into(const Policy& policy, const Range& range, located<element_of<Range>>* result, Compare before) {
    detail::find_extreme_into<Compare>(policy, range, result, detail::first_by{before}, "argmin_into");
}

/// The greatest element and the first index at which it stands. If there is a NaN, the first NaN and its index. Throws
/// std::invalid_argument for an empty range.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
located<element_of<Range>> argmax(const Policy& policy, const Range& range) {
    return detail::find_extreme<maximum>(policy, range, detail::first_extreme<maximum>{}, "argmax");
}

/// The first element that is before no other element, by `before(a, b)`, and its index.
template <execution_policy Policy, class Range, class Compare>
    requires misuse::allows<misuse::place_of_extreme, Range, Compare>
located<element_of<Range>> argmax(const Policy& policy, const Range& range, Compare before) {
    return detail::find_extreme<Compare>(policy, range, detail::first_by{detail::reversed{before}}, "argmax");
}

/// The same to `*result`, as reduce_into.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
void argmax_into(const Policy& policy, const Range& range, located<element_of<Range>>* result) {
    detail::find_extreme_into<maximum>(policy, range, result, detail::first_extreme<maximum>{}, "argmax_into");
}
template <execution_policy Policy, class Range, class Compare>
    requires misuse::allows<misuse::place_of_extreme, Range, Compare>
void argmax_into(const Policy& policy, const Range& range, located<element_of<Range>>* result, Compare before) {
    detail::find_extreme_into<Compare>(policy, range, result, detail::first_by{detail::reversed{before}},
                                       "argmax_into");
}

STRIDER_REFUSES(min_max, one_of_numbers);
STRIDER_REFUSES(min_max_into, both_into);
STRIDER_REFUSES(argmin, place_of_extreme);
STRIDER_REFUSES(argmin_into, place_of_extreme_into);
STRIDER_REFUSES(argmax, place_of_extreme);
STRIDER_REFUSES(argmax_into, place_of_extreme_into);

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
