// The requirements of dot and mean, which errors name (core/misuse.hpp).
#pragma once

#include <concepts>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>

namespace strider {

namespace detail {
template <class T>
struct mean_type;
}  // namespace detail

namespace misuse {
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_the_mean_in_the_elements_floating_point_type_or_double, Result, T> =
    std::is_convertible_v<const Result&, typename detail::mean_type<element<T>>::type*>;
template <class Result, class T>
constexpr bool met<struct must_be_a_pointer_to_a_number_that_the_elements_convert_to_without_loss, Result, T> =
    any_number<result_of<Result>> && !std::same_as<result_of<Result>, bool> &&
    keeps_numbers<element<T>, result_of<Result>>;
using product_into = rules<4, readable<2>, readable<3>, numbers, no_bool<2, none>, alike<3, 2>,
                           rule<must_be_a_pointer_to_a_number_that_the_elements_convert_to_without_loss, 4, 2>>;
using mean_result = rules<3, readable<2>, numbers,
                          rule<must_be_a_pointer_to_the_mean_in_the_elements_floating_point_type_or_double, 3, 2>>;
using two_of_numbers = rules<3, readable<2>, readable<3>, numbers, no_bool<2, none>, alike<3, 2>>;
/// The refusal of `dot<Accumulator>` and the calls like it; its place is 0.
template <class Accumulator>
struct in_accumulator {
    using type = argument<0, struct template_argument_must_be_a_number_that_the_elements_convert_to_without_loss>;
    template <class... Given>
    static constexpr bool is_kept = any_number<Accumulator> && !std::same_as<Accumulator, bool> &&
                                    keeps_numbers<element<at<2, Given...>>, Accumulator>;
};
template <class Accumulator>
using product_in =
    rules<3, readable<2>, readable<3>, numbers, no_bool<2, none>, alike<3, 2>, in_accumulator<Accumulator>>;
template <class Accumulator>
using mean_in = rules<2, readable<2>, numbers, in_accumulator<Accumulator>>;
template <class Accumulator>
struct mean_result_in_accumulator {
    using type = argument<3, struct must_be_a_pointer_to_the_mean_of_the_template_argument>;
    template <class... Given>
    static constexpr bool is_kept =
        std::is_convertible_v<at<3, Given...>, typename detail::mean_type<Accumulator>::type*>;
};
template <class Accumulator>
using mean_result_in =
    rules<3, readable<2>, numbers, in_accumulator<Accumulator>, mean_result_in_accumulator<Accumulator>>;
}  // namespace misuse

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
