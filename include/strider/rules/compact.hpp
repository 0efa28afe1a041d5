// The requirements of compact, partition and unique_copy, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <cstdint>

#include <strider/core/misuse.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {

/// A predicate: a function object of an element, or a pointer to its data member, that says yes or no.
template <class Predicate, class T>
concept predicate_of = only_on_device<Predicate> || requires(const function_of<Predicate> predicate, const T& a) {
    { predicate(a) } -> std::convertible_to<bool>;
};

/// An equivalence: a function object of two elements that says yes or no.
template <class Equal, class T>
concept equivalence_of = only_on_device<Equal> || requires(const Equal equal, const T& a) {
    { equal(a, a) } -> std::convertible_to<bool>;
};

namespace misuse {
template <class Predicate, class T>
constexpr bool met<struct must_be_a_predicate_of_an_element_also_where_const, Predicate, T> =
    predicate_of<Predicate, element<T>>;
template <class Equal, class T>
constexpr bool met<struct must_be_an_equivalence_of_two_elements_also_where_const, Equal, T> =
    equivalence_of<given_or<Equal, equal_to>, element<T>>;
template <class Selector>
using selection = rules<4, readable<2>, output<3>, alike<3>, movable<2>, rule<Selector, 4, 2>>;
template <class Selector>
using selection_into = rules<5, countable<2>, output<3>, alike<3>, movable<2>, rule<must_convert_to<std::uint64_t*>, 4>,
                             rule<Selector, 5, 2>>;
using selecting = selection<must_be_a_predicate_of_an_element_also_where_const>;
using selecting_into = selection_into<must_be_a_predicate_of_an_element_also_where_const>;
using runs = selection<must_be_an_equivalence_of_two_elements_also_where_const>;
using runs_into = selection_into<must_be_an_equivalence_of_two_elements_also_where_const>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
