// Reductions over several ranks (distributed/policy.hpp): the calls of strider/reduce.hpp. Each rank gives its part,
// and gets the result for all elements, with the bits of strider::serial. Indices count the elements of all ranks:
// argmin's and argmax's, and those that with_index hands to a transform.
//
// A call makes one exchange. It makes one more before it if the parts differ from the last call's, or cut a chunk of
// the canonical order. If chunks are cut, neighbours also send each other at most 16 KiB. On the CPU, an operator of
// the caller's that is not noexcept takes one more exchange, after which all ranks know that it has thrown on none.
// Every rank gets at most 32,768 partial results, and needs room for as many twice.
#pragma once

#include <bit>
#include <cmath>

#include <strider/distributed/partials.hpp>
#include <strider/dot.hpp>
#include <strider/summary.hpp>

namespace strider {

namespace detail {

/// A function of an element and its index, of a part that starts with element `offset` of all.
template <class Function>
struct from_offset {
    Function function;
    std::uint64_t offset;
    template <class T>
    STRIDER_HOST_DEVICE constexpr auto operator()(const T& value, std::uint64_t i) const {
        return function(value, offset + i);
    }
};
template <class Function>
from_offset(Function, std::uint64_t) -> from_offset<Function>;

/// `function` for a part that starts with element `offset` of all.
template <class Function>
constexpr auto in_part(const Function& function, [[maybe_unused]] std::uint64_t offset) {
    if constexpr (takes_index<Function>) {
        return with_index{from_offset{function.function, offset}};
    } else {
        return function;
    }
}

/// The reduction of `function` of the elements, behind an initial value where one is given.
template <class Policy, class Range, class Operator, class Function, class... Init>
auto reduce_transformed(const Policy& policy, const collective_header& call, const Range& range, Operator op,
                        const Function& function, const Init&... init) {
    const contiguous<element_of<Range>> elements{data_of(range)};
    return reduce_all(
        policy, call, std::ranges::size(range), op,
        [&](std::uint64_t first, std::uint64_t index) {
            return transformed{elements_from(elements, first), in_part(function, index)};
        },
        [&] { require_possible_size(range); }, &init...);
}

/// The same of the elements themselves.
template <class Policy, class Range, class Operator, class... Init>
auto reduce_elements(const Policy& policy, const collective_header& call, const Range& range, Operator op,
                     const Init&... init) {
    const contiguous<element_of<Range>> elements{data_of(range)};
    return reduce_all(
        policy, call, std::ranges::size(range), op,
        [&](std::uint64_t first, std::uint64_t) { return elements_from(elements, first); },
        [&] { require_possible_size(range); }, &init...);
}

// By comparisons of numbers alone.
template <class Order, class T>
inline constexpr bool never_throws<first_extreme<Order>, located<T>> = true;
template <class T>
inline constexpr bool never_throws<both_extremes<T>, extremes<T>> = true;

}  // namespace detail

template <class Function>
inline constexpr bool may_multiply<detail::from_offset<Function>> = may_multiply<Function>;

template <class C, class L, contiguous_elements Range, class Transform, class Operator, class T>
    requires misuse::allows<misuse::transformed_reduction, Range, Transform, Operator, T>
T transform_reduce(const distributed<C, L>& policy, const Range& range, Transform transform, Operator op, T init) {
    const auto result = detail::reduce_transformed(
        policy,
        {"transform_reduce", detail::hash_of_types<element_of<Range>, Transform, Operator, T>(), detail::hash_of(init)},
        range, op, detail::giving_a<T>(transform), init);
    return result.total.value_or(init);
}

template <class C, class L, contiguous_elements Range, class Operator, class T>
    requires misuse::allows<misuse::reduction, Range, Operator, T>
T reduce(const distributed<C, L>& policy, const Range& range, Operator op, T init) {
    const detail::collective_header call{"reduce", detail::hash_of_types<element_of<Range>, Operator, T>(),
                                         detail::hash_of(init)};
    const auto result = [&] {
        if constexpr (std::is_same_v<element_of<Range>, T>) {
            return detail::reduce_elements(policy, call, range, op, init);
        } else {
            return detail::reduce_transformed(policy, call, range, op, detail::convert_to<T>{}, init);
        }
    }();
    return result.total.value_or(init);
}

template <class C, class L, contiguous_elements Range, class Operator = plus>
    requires misuse::allows<misuse::reduction, Range, Operator>
element_of<Range> reduce(const distributed<C, L>& policy, const Range& range, Operator op = {}) {
    using T = element_of<Range>;
    const auto result = detail::reduce_elements(policy, {"reduce", detail::hash_of_types<T, Operator>()}, range, op);
    return result.total ? detail::canonical_nan<T>(*result.total)
                        : detail::stored_as<T>(detail::identity_of<Operator, T>());
}

template <class C, class L, contiguous_elements Range, class Operator = plus>
    requires misuse::allows<misuse::reduction_into<3>, Range, element_of<Range>*, Operator>
void reduce_into(const distributed<C, L>& policy, const Range& range, element_of<Range>* result, Operator op = {}) {
    using T = element_of<Range>;
    const contiguous<T> elements{data_of(range)};
    const auto totals = detail::reduce_all(
        policy, {"reduce_into", detail::hash_of_types<T, Operator>()}, std::ranges::size(range), op,
        [&](std::uint64_t first, std::uint64_t) { return detail::elements_from(elements, first); },
        [&] {
            require_possible_size(range);
            if (result == nullptr) {
                throw std::invalid_argument("reduce_into: no place for the result: give one in the device's memory");
            }
        });
    const T total = totals.total ? detail::canonical_nan<T>(*totals.total)
                                 : detail::stored_as<T>(detail::identity_of<Operator, T>());
    detail::copy_bytes(policy.local, result, &total, sizeof(T));
    detail::finish(policy.local);
}

template <class C, class L, contiguous_elements First, contiguous_elements Second>
    requires std::same_as<element_of<First>, element_of<Second>> && std::is_arithmetic_v<element_of<First>> &&
             (!std::same_as<element_of<First>, bool>)
element_of<First> dot(const distributed<C, L>& policy, const First& first, const Second& second) {
    using T = element_of<First>;
    const contiguous<T> a{data_of(first)}, b{data_of(second)};
    const auto result = detail::reduce_all(
        policy, {"dot", detail::hash_of_types<T>()}, std::ranges::size(first), plus{},
        [&](std::uint64_t k, std::uint64_t) {
            return zipped{detail::elements_from(a, k), detail::elements_from(b, k), detail::rounded_product{}};
        },
        [&] {
            require_possible_size(first);
            detail::require_one_size("dot", std::ranges::size(first), std::ranges::size(second));
        });
    return result.total ? detail::canonical_nan<T>(*result.total) : T(0);
}

template <class C, class L, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
auto mean(const distributed<C, L>& policy, const Range& range) {
    using E = element_of<Range>;
    using T = std::conditional_t<std::is_floating_point_v<E>, E, double>;
    const auto result = detail::reduce_transformed(policy, {"mean", detail::hash_of_types<E>()}, range, plus{},
                                                   detail::convert_to<T>{});
    detail::require_elements(result.elements, "mean");
    const T total = detail::starting_with(policy.local, plus{}, T(0), *result.total);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        if (!(total - total == 0)) {  // the sum does not fit: docs/order.md, rule 16. All ranks see the same total
            const auto summed = [&](auto transform) {
                const auto again = detail::reduce_transformed(policy, {"mean again", detail::hash_of_types<E>()}, range,
                                                              plus{}, transform);
                const double sum = detail::starting_with(policy.local, plus{}, 0.0, *again.total);
                return sum / static_cast<double>(again.elements);
            };
            if constexpr (std::is_same_v<T, float>) {
                return detail::canonical_nan(static_cast<T>(summed(detail::convert_to<double>{})));
            } else {
                const int bits = static_cast<int>(std::bit_width(result.elements));
                return detail::canonical_nan(summed(detail::times<double>{std::ldexp(1.0, -bits)}) *
                                             std::ldexp(1.0, bits));
            }
        }
    }
    return detail::canonical_nan<T>(total / static_cast<T>(result.elements));
}

template <class C, class L, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
extremes<element_of<Range>> min_max(const distributed<C, L>& policy, const Range& range) {
    using both = detail::both_extremes<element_of<Range>>;
    const auto result = detail::reduce_transformed(policy, {"min_max", detail::hash_of_types<element_of<Range>>()},
                                                   range, both{}, both{});
    detail::require_elements(result.elements, "min_max");
    return {detail::canonical_nan(result.total->minimum), detail::canonical_nan(result.total->maximum)};
}

namespace detail {

template <class Policy, class Range, class Operator>
located<element_of<Range>> find_extreme_of_all(const Policy& policy, const Range& range, const Operator& op,
                                               const char* what) {
    using T = element_of<Range>;
    const auto result =
        reduce_transformed(policy, {what, hash_of_types<T, Operator>()}, range, op, with_index{locate<T>{}});
    require_elements(result.elements, what);
    return {canonical_nan(result.total->value), result.total->index};
}

}  // namespace detail

template <class C, class L, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
located<element_of<Range>> argmin(const distributed<C, L>& policy, const Range& range) {
    return detail::find_extreme_of_all(policy, range, detail::first_extreme<minimum>{}, "argmin");
}

template <class C, class L, contiguous_elements Range, class Compare>
    requires misuse::allows<misuse::place_of_extreme, Range, Compare>
located<element_of<Range>> argmin(const distributed<C, L>& policy, const Range& range, Compare before) {
    return detail::find_extreme_of_all(policy, range, detail::first_by{before}, "argmin");
}

template <class C, class L, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>>
located<element_of<Range>> argmax(const distributed<C, L>& policy, const Range& range) {
    return detail::find_extreme_of_all(policy, range, detail::first_extreme<maximum>{}, "argmax");
}

template <class C, class L, contiguous_elements Range, class Compare>
    requires misuse::allows<misuse::place_of_extreme, Range, Compare>
located<element_of<Range>> argmax(const distributed<C, L>& policy, const Range& range, Compare before) {
    return detail::find_extreme_of_all(policy, range, detail::first_by{detail::reversed{before}}, "argmax");
}

/// Three reductions one after the other.
template <class C, class L, contiguous_elements Range>
    requires std::is_arithmetic_v<element_of<Range>> && (!std::same_as<element_of<Range>, bool>)
summary<element_of<Range>> summarize(const distributed<C, L>& policy, const Range& range) {
    const auto minimum = argmin(policy, range);  // the first, since it refuses an empty range
    return {reduce(policy, range), minimum, argmax(policy, range)};
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
