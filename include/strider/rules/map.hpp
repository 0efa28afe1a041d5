// The requirements of transform, which errors name (core/misuse.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/core/source.hpp>

namespace strider {

/// A function of an element, or a pointer to its data member, or with_index a function of an element and its index. Its
/// result converts to U.
template <class Function, class T, class U>
concept function_of_element =
    only_on_device<Function> ||
    requires(const strider::function_of<Function> function, const T& a) { static_cast<U>(function(a)); } ||
    (takes_index<Function> &&
     requires(const Function with, const T& a, std::uint64_t index) { static_cast<U>(with.function(a, index)); });

/// A function of two elements, whose result converts to U.
template <class Function, class A, class B, class U>
concept function_of_two_elements = only_on_device<Function> || requires(const Function function, const A& a,
                                                                        const B& b) { static_cast<U>(function(a, b)); };

namespace misuse {
template <class Function, class T, class U>
constexpr bool met<struct must_be_a_function_of_an_element_or_with_index_also_where_const_to_the_type_of_the_output,
                   Function, T, U> = function_of_element<Function, element<T>, element<U>>;
template <class Function, class A, class B, class U>
constexpr bool
    met<struct must_be_a_function_of_two_elements_also_where_const_to_the_type_of_the_output, Function, A, B, U> =
        function_of_two_elements<Function, element<A>, element<B>, element<U>>;
template <std::size_t Behind>
using mapping = std::conditional_t<
    Behind == 4,
    rules<5, readable<2>, readable<3>, output<4>, movable<2>, movable<3>, movable<4>,
          rule<must_be_a_function_of_two_elements_also_where_const_to_the_type_of_the_output, 5, 2, 3, 4>>,
    rules<4, readable<2>, output<3>, movable<2>, movable<3>,
          rule<must_be_a_function_of_an_element_or_with_index_also_where_const_to_the_type_of_the_output, 4, 2, 3>>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
