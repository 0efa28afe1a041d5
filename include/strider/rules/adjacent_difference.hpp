// The requirements of adjacent_difference, which errors name (core/misuse.hpp).
#pragma once

#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/rules/map.hpp>

namespace strider {

struct minus;

namespace misuse {
template <class U, class T>
constexpr bool met<struct must_have_elements_that_those_of_the_input_convert_to, U, T> =
    std::is_convertible_v<element<T>, element<U>>;
template <class Operator, class T, class U>
constexpr bool
    met<struct must_be_an_operator_of_two_elements_also_where_const_to_the_type_of_the_output, Operator, T, U> =
        function_of_two_elements<given_or<Operator, minus>, element<T>, element<T>, element<U>>;
using differing = rules<4, range<2>, output<3>, movable<2>, movable<3>,
                        rule<must_have_elements_that_those_of_the_input_convert_to, 3, 2>,
                        rule<must_be_an_operator_of_two_elements_also_where_const_to_the_type_of_the_output, 4, 2, 3>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
