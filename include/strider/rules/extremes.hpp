// The requirements of argmin, argmax and minmax, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/reduction.hpp>

namespace strider {

template <class T>
struct located;
template <class T>
struct extremes;

/// A comparison: says whether the first of two elements comes before the second.
template <class Compare, class T>
concept comparison_of = reducible<T> && sizeof(located<T>) <= 32 &&
                        (only_on_device<Compare> || requires(const Compare compare, const T& a) {
                            { compare(a, a) } -> std::convertible_to<bool>;
                        });

namespace misuse {
template <class T, class Compare>
constexpr bool met<struct must_have_elements_that_are_numbers_unless_a_comparison_is_given, T, Compare> =
    any_number<element<T>> || !std::is_same_v<Compare, absent>;
template <class Compare, class T>
constexpr bool met<struct must_be_a_comparison_of_two_elements_of_at_most_24_bytes_also_where_const, Compare, T> =
    std::is_same_v<Compare, absent> || comparison_of<Compare, element<T>>;
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_strider_located_of_the_elements, Result, T> =
    std::is_convertible_v<const Result&, located<element<T>>*>;
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_strider_extremes_of_the_elements, Result, T> =
    std::is_convertible_v<const Result&, extremes<element<T>>*>;
template <int Compare>
using comparing = rule<must_have_elements_that_are_numbers_unless_a_comparison_is_given, 2, Compare>;
template <int Place>
using comparison = rule<must_be_a_comparison_of_two_elements_of_at_most_24_bytes_also_where_const, Place, 2>;
using place_of_extreme = rules<3, readable<2>, comparing<3>, comparison<3>>;
using place_of_extreme_into = rules<4, readable<2>, comparing<4>,
                                    rule<must_be_a_pointer_to_strider_located_of_the_elements, 3, 2>, comparison<4>>;
using both_into = rules<3, readable<2>, numbers, rule<must_be_a_pointer_to_strider_extremes_of_the_elements, 3, 2>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
