// The requirements of calls, and the errors of wrong calls. Each call has a list of rules, which is its constraint:
//
//     template <execution_policy Policy, class Input, class Indices, class Output>
//         requires misuse::allows<misuse::gathering, Input, Indices, Output>
//     void gather(const Policy& policy, const Input& input, const Indices& indices, Output&& output);
//
// So `requires { strider::gather(wrong) }` is false. In code, one line of the compiler names the argument of a wrong
// call and what it must be: "use of deleted function 'argument<Place, Requirement>::argument(...) [with Place = 2;
// Requirement = strider::misuse::must_have_elements_consecutive_in_memory]". For that line, functions that nobody
// defines stand below the overloads of a call:
//
//     STRIDER_REFUSES(gather, gathering);
//     misuse::lost_output_4 gather;
//
// - One is there where the call breaks a rule of the list `gathering`. The policy then becomes an `argument` by a
//   deleted constructor, and that is the error. (Of a deleted function, clang says no more than its name.)
// - Some are for calls that do not begin with a policy and a range or matrix, or have a list in braces, of no type.
// - lost_output_4 is for a fourth argument that is const, or a temporary container, which the `const Given&` of the
//   first does not tell apart.
//
// A caller's own function of that name wins against the last two whatever it takes. It wins against the first, which
// only looks at calls with a policy and a range or matrix, unless it converts one of the arguments behind the policy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <tuple>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/indices.hpp>
#include <strider/core/initial_value.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>

namespace strider::misuse {

/// The place of an argument, counted from 1, the policy's, and what it must be. There is no such object.
template <int Place, class Requirement>
struct argument {
    template <class First>
        requires(Place == 1 || execution_policy<First>)
    argument(const First&) = delete;
};
template <int Place>
struct argument<Place, struct must_be_an_output_that_is_neither_const_nor_temporary> {
    template <class Range>
        requires contiguous_elements<Range> && (!writable_elements<Range> || temporary_container<Range &&>)
    argument(Range&&) = delete;
};

/// The first argument behind the policy.
template <class Given>
concept range_or_matrix = std::ranges::range<Given> || countable_elements<Given> || matrix_like<Given>;

template <>
struct argument<2, struct must_be_a_range_or_matrix_and_not_iterators_or_a_list_in_braces> {
    template <class Given>
        requires(!range_or_matrix<Given>)
    argument(const Given&) = delete;
    template <class T>
    argument(std::initializer_list<T>) = delete;
};
template <int Place>
struct argument<Place, struct must_be_a_range_and_not_a_list_in_braces> {
    template <class T>
    argument(std::initializer_list<T>) = delete;
};

/// An argument that is right, and a result that fits wherever it goes, so that there is no second line.
struct anything {
    template <class T>
    anything(const T&);
    template <class T>
    operator T() const;
};
struct any_policy {
    template <execution_policy Policy>
    any_policy(const Policy&);
};

using no_beginning = anything(
    argument<
        1, struct must_be_serial_or_in_kernel_files_gpu_or_emulator_else_cpu_if_linked_and_argument_2_range_or_matrix>,
    ...);
using no_range = anything(any_policy, argument<2, must_be_a_range_or_matrix_and_not_iterators_or_a_list_in_braces>,
                          ...);
using braced_3 = anything(any_policy, anything, argument<3, must_be_a_range_and_not_a_list_in_braces>, ...);
using braced_4 = anything(any_policy, anything, anything, argument<4, must_be_a_range_and_not_a_list_in_braces>, ...);
template <int Place>
using lost_output = argument<Place, must_be_an_output_that_is_neither_const_nor_temporary>;
using lost_output_2 = anything(any_policy, lost_output<2>, ...);
using lost_output_3 = anything(any_policy, anything, lost_output<3>, ...);
using lost_output_4 = anything(any_policy, anything, anything, lost_output<4>, ...);
using lost_output_5 = anything(any_policy, anything, anything, anything, lost_output<5>, ...);

/// In place of an argument that is not given, as none is that has the place `none`.
struct absent {};
inline constexpr int none = 99;
template <class Argument, class Usual>
using given_or = std::conditional_t<std::is_same_v<Argument, absent>, Usual, Argument>;

/// The type of argument `Place`; argument 2 is the first type behind the policy.
template <int Place, class... Given>
using at = std::tuple_element_t<std::min(std::size_t{Place - 2}, sizeof...(Given)), std::tuple<Given..., absent>>;

/// Whether arguments of these types meet a requirement: a type that is never defined, whose name the compiler prints.
template <class Requirement, class... Arguments>
constexpr bool met = false;

/// Argument `Place` must meet a requirement, which may depend on others.
template <class Requirement, int Place, int... Others>
struct rule {
    using type = argument<Place, Requirement>;
    template <class... Given>
    static constexpr bool is_kept = met<Requirement, at<Place, Given...>, at<Others, Given...>...>;
};

/// The requirements of a call, in the order in which they are checked. `Most` is the greatest number of arguments.
template <int Most, class... Rules>
struct rules;

template <class Rules, class... Given>
struct first_broken {};
template <int Most, class First, class... Rest, class... Given>
struct first_broken<rules<Most, First, Rest...>, Given...>
    : std::conditional_t<First::template is_kept<Given...>, first_broken<rules<Most, Rest...>, Given...>, First> {};
template <int Most, class... Given>
    requires(sizeof...(Given) >= Most)
struct first_broken<rules<Most>, Given...> : rule<struct must_be_left_out, Most + 1> {};

/// Whether arguments of these types, behind the policy, keep all rules of a list. Of outputs they have `&&`: a
/// temporary container is no argument at all.
template <class Given>
using seen_as = std::conditional_t<temporary_container<Given>, absent, std::remove_reference_t<Given>>;
template <class Rules, class... Given>
concept allows = !requires { typename first_broken<Rules, seen_as<Given>...>::type; };

/// Whether a call takes elements whose number stands in memory of its place.
template <int Place>
struct countable;
template <class Rules>
constexpr bool takes_counted = false;
template <int Most, class... Rest>
constexpr bool takes_counted<rules<Most, countable<2>, Rest...>> = true;

template <class Rules, class... Given>
    requires range_or_matrix<at<2, Given...>>
using refused = typename std::conditional_t<
    detail::is_counted_view<at<2, Given...>> && !takes_counted<Rules>,
    rule<struct must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at, 2>,
    first_broken<Rules, Given...>>::type;

/// The type of the elements of a range or matrix.
template <class Argument>
consteval auto element_type() {
    if constexpr (countable_elements<Argument>) {
        return std::type_identity<element_of<Argument>>{};
    } else if constexpr (matrix_like<Argument>) {
        return std::type_identity<matrix_element<Argument>>{};
    } else {
        return std::type_identity<absent>{};
    }
}
template <class Argument>
using element = typename decltype(element_type<Argument>())::type;

// Requirements that several patterns share.
template <class T>
constexpr bool met<struct must_have_elements_consecutive_in_memory, T> = contiguous_elements<T>;
template <int Place>
using range = rule<must_have_elements_consecutive_in_memory, Place>;

template <class T>
constexpr bool met<struct must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices, T> =
    readable_elements<T>;
template <int Place>
using readable = rule<must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices, Place>;
template <int Place>
struct countable : readable<Place> {
    template <class... Given>
    static constexpr bool is_kept = countable_elements<at<Place, Given...>>;
};

template <class T>
constexpr bool met<struct must_be_an_output_consecutive_in_memory, T> = writable_elements<T>;
template <int Place>
using output = rule<must_be_an_output_consecutive_in_memory, Place>;

template <class T>
constexpr bool met<struct must_be_a_matrix_view_or_mdspan_of_two_dimensions, T> = matrix_like<T>;
template <int Place>
using matrix = rule<must_be_a_matrix_view_or_mdspan_of_two_dimensions, Place>;

template <class T>
constexpr bool met<struct must_be_a_matrix_view_or_mdspan_that_is_not_const, T> = writable_matrix<T>;
template <int Place>
using output_matrix = rule<must_be_a_matrix_view_or_mdspan_that_is_not_const, Place>;

template <class T>
constexpr bool met<struct must_be_indices_of_16_32_or_64_bits_consecutive_in_memory, T> = index_range<T>;
using indices = rule<must_be_indices_of_16_32_or_64_bits_consecutive_in_memory, 3>;

template <int Other>
struct must_have_elements_of_the_type_of_argument;
template <int Other, class T, class U>
constexpr bool met<must_have_elements_of_the_type_of_argument<Other>, T, U> = std::is_same_v<element<T>, element<U>>;
template <int Place, int Other = 2>
using alike = rule<must_have_elements_of_the_type_of_argument<Other>, Place, Other>;

template <class T>
constexpr bool met<struct must_have_elements_trivially_copyable_of_at_most_32_bytes, T> = movable_element<element<T>>;
template <int Place>
using movable = rule<must_have_elements_trivially_copyable_of_at_most_32_bytes, Place>;

template <class To>
struct must_convert_to;
template <class To, class T>
constexpr bool met<must_convert_to<To>, T> = std::is_convertible_v<const T&, To>;
template <class To>
struct can_only_be;
template <class To, class T>
constexpr bool met<can_only_be<To>, T> = std::is_convertible_v<const given_or<T, To>&, To>;

// A call that writes a result accumulates in the type of the result.
template <class Result>
using result_of = std::conditional_t<std::is_pointer_v<Result>, std::remove_pointer_t<Result>, absent>;

// The accumulated type is the initial value's, or without one, the elements' of argument 2.
template <class T, class Init>
constexpr bool met<struct must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default, T, Init> =
    accumulable<given_or<Init, element<T>>>;
template <int Init = none>
using accumulating = rule<must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default, 2, Init>;

/// A bool that an operator makes of numbers, as a comparison does, is none of them.
template <class Operator, class T>
concept operator_to_one =
    binary_operator<Operator, T> &&
    (only_on_device<Operator> || !number<T> || std::same_as<T, bool> || !requires(const Operator op, const T& a) {
        { op(a, a) } -> std::same_as<bool>;
    });
template <class Operator, class T, class Init>
constexpr bool met<struct must_be_an_operator_of_two_elements_to_one_also_where_const, Operator, T, Init> =
    operator_to_one<given_or<Operator, plus>, given_or<Init, element<T>>>;
template <int Place, int Init = none>
using operation = rule<must_be_an_operator_of_two_elements_to_one_also_where_const, Place, 2, Init>;

// The accumulated values may also come from a transform, argument `Place`.
template <class T, class Operator, class Init>
constexpr bool met<struct must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first, T, Operator, Init> =
    !std::same_as<given_or<Init, element<T>>, bool> ||
    !(std::same_as<given_or<Operator, plus>, plus> || std::same_as<Operator, multiplies>);
template <int Place, int Operator, int Init = none>
using no_bool = rule<must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first, Place, Operator, Init>;

template <class Operator, class T, class Init>
constexpr bool met<struct must_be_an_operator_of_known_identity_without_an_initial_value, Operator, T, Init> =
    !std::is_same_v<Init, absent> || begins_with_identity<given_or<Operator, plus>, element<T>>;
template <int Place, int Init = none>
using known_identity = rule<must_be_an_operator_of_known_identity_without_an_initial_value, Place, 2, Init>;

template <class Init, class T>
constexpr bool met<struct must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction, Init, T> =
    initial_value_of<given_or<Init, element<T>>, element<T>>;
template <int Place>
using initial_value = rule<must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction, Place, 2>;

template <class T>
constexpr bool met<struct must_have_elements_that_are_numbers, T> = any_number<element<T>>;
using numbers = rule<must_have_elements_that_are_numbers, 2>;
using one_of_numbers = rules<2, readable<2>, numbers>;

}  // namespace strider::misuse

#define STRIDER_REFUSES(call, ...)                                                          \
    template <class... Given>                                                               \
    misuse::anything call(misuse::refused<misuse::__VA_ARGS__, Given...>, const Given&...); \
    STRIDER_REFUSES_BEGINNINGS(class, call)
#define STRIDER_REFUSES_BEGINNINGS(kind, call) \
    template <kind...>                         \
    misuse::no_range call;                     \
    template <kind...>                         \
    misuse::braced_3 call;                     \
    template <kind...>                         \
    misuse::braced_4 call;                     \
    template <kind...>                         \
    misuse::no_beginning call
// SPDX-License-Identifier: Apache-2.0
