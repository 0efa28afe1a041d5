// The requirements of reduce and transform_reduce, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <strider/core/initial_value.hpp>
#include <strider/core/integers.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/pattern/reduction.hpp>

namespace strider {

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
template <class Operator>
constexpr bool met<struct must_be_an_operator_the_initial_value_is_argument_4, Operator> = !number<Operator>;
template <int Place>
using value = rule<must_be_a_value_trivially_copyable_of_at_most_32_bytes_with_a_default, Place>;
using reduction = rules<4, readable<2>, rule<must_be_an_operator_the_initial_value_is_argument_4, 3>, value<4>,
                        rule<must_be_a_value_that_the_elements_convert_to_without_loss, 4, 2>, accumulating<4>,
                        no_bool<2, 3, 4>, operation<3, 4>, known_identity<3, 4>>;
using transformed_reduction =
    rules<5, readable<2>,
          rule<must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value, 3, 2, 5>,
          value<5>, no_bool<3, 4, 5>, operation<4, 5>>;
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
constexpr bool met<struct must_be_an_operator_of_two_results_to_one_also_where_const, Operator, Result> =
    operator_to_one<Operator, result_of<Result>>;
template <class Init, class Result>
constexpr bool
    met<struct must_be_an_initial_value_that_converts_to_the_result_without_losing_a_fraction, Init, Result> =
        initial_value_of<Init, result_of<Result>>;
using place_of_result = rule<must_be_a_pointer_to_a_value_trivially_copyable_of_at_most_32_bytes, 3>;
template <int Operator>
using result_operation = rule<must_be_an_operator_of_two_results_to_one_also_where_const, Operator, 3>;
template <int Init>
using result_start = rule<must_be_an_initial_value_that_converts_to_the_result_without_losing_a_fraction, Init, 3>;
template <std::size_t Behind>
using reduction_into = std::conditional_t<
    (Behind < 4),
    rules<4, countable<2>, accumulating<>, rule<must_be_a_pointer_to_an_element, 3, 2>, no_bool<2, 4>, operation<4>,
          known_identity<4>>,
    rules<5, countable<2>, place_of_result, rule<must_be_a_pointer_to_what_the_elements_convert_to_without_loss, 3, 2>,
          result_operation<4>, result_start<5>>>;
using transformed_reduction_into =
    rules<6, countable<2>, place_of_result,
          rule<must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_result, 4, 2, 3>,
          result_operation<5>, result_start<6>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
