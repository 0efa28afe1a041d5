// The requirements of sorts, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <functional>
#include <ranges>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {

/// The orders that a sort takes: std::less or std::greater, without a type or of the keys.
template <class Order, class Key>
concept order_of_keys = std::same_as<Order, std::less<>> || std::same_as<Order, std::less<Key>> ||
                        std::same_as<Order, std::greater<>> || std::same_as<Order, std::greater<Key>> ||
                        std::same_as<Order, std::ranges::less> || std::same_as<Order, std::ranges::greater>;

namespace detail {
template <class Projection, class Range>
using key_of = std::remove_cvref_t<std::invoke_result_t<const Projection&, const element_of<Range>&>>;
}  // namespace detail

namespace misuse {
template <class Projection, class T>
constexpr bool met<struct must_give_a_number_of_at_most_8_bytes_to_sort_by, Projection, T> =
    key_projection<given_or<Projection, std::identity>, element<T>>;
template <class Order, class T, class Projection>
constexpr bool met<struct must_be_std_less_or_std_greater_of_the_keys, Order, T, Projection> =
    order_of_keys<given_or<Order, std::less<>>, detail::key_of<given_or<Projection, std::identity>, T>>;
template <int Order, int Projection>
using sorted_by = rule<must_be_std_less_or_std_greater_of_the_keys, Order, 2, Projection>;
template <int Place>
using projection = rule<must_give_a_number_of_at_most_8_bytes_to_sort_by, Place, 2>;

using sorting_in_place = rules<4, output<2>, movable<2>, projection<4>, sorted_by<3, 4>>;
using sorting = rules<5, range<2>, output<3>, alike<3>, movable<2>, projection<5>, sorted_by<4, 5>>;
using sorting_pairs_in_place = rules<5, output<2>, output<3>, movable<2>, movable<3>, projection<5>, sorted_by<4, 5>>;
using sorting_pairs = rules<7, range<2>, range<3>, output<4>, alike<4>, output<5>, alike<5, 3>, movable<2>, movable<3>,
                            projection<7>, sorted_by<6, 7>>;

// In place, or to an output where there is a range behind the input.
template <class... Given>
using sorting_of = std::conditional_t<std::ranges::range<at<3, Given...>>, sorting, sorting_in_place>;
template <class... Given>
using sorting_of_pairs = std::conditional_t<std::ranges::range<at<4, Given...>>, sorting_pairs, sorting_pairs_in_place>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
