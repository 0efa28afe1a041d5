// Wrong calls: `requires { strider::reduce(wrong) }` is false, and in code the compiler's one line names the argument
// and what it must be:
//
//     use of deleted function 'argument<Place, Requirement>::argument(...)
//         [with ... Place = 2; Requirement = strider::misuse::must_have_elements_consecutive_in_memory]'
//
// Below the overloads of a call stand functions that nobody defines, for the calls that no overload takes:
//
//     template <class... Given>
//     misuse::anything gather(misuse::refused<misuse::gathering, Given...>, const Given&...);
//     misuse::const_output_4 gather;
//     misuse::no_beginning gather;
//
// - The first is there if a rule of the list `gathering` is broken. Its first parameter is an `argument`, made from the
//   policy by a deleted constructor: what the compiler then says. (Of a deleted function clang says no more than its
//   name.)
// - The second is for containers that are const, which `const Given&` does not tell apart; its name is a function type.
// - The third is for calls that do not begin with a policy and a range or matrix.
//
// Functions of the caller's with these names win against the last two whatever they take. Against the first they win
// unless one of their parameters after the policy, the first argument, is made by a conversion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <tuple>
#include <type_traits>

#include <strider/core/indices.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/core/segments.hpp>

namespace strider::misuse {

/// The place of an argument, counted from 1, the policy's, and what it must be. There is no such object.
template <int Place, class Requirement>
struct argument {
    template <class First>
        requires(Place == 1 || execution_policy<First>)
    argument(const First&) = delete;
};
template <int Place>
struct argument<Place, struct must_be_an_output_that_is_not_const> {
    template <class Range>
        requires contiguous_elements<Range> && (!writable_elements<Range>)
    argument(Range&&) = delete;
};

/// An argument that is right, and a result that fits wherever it goes, so that there is no second line.
struct anything {
    template <class T>
    anything(const T&);
    template <class T>
    operator T() const;
};

using const_output_3 = anything(anything, anything, argument<3, must_be_an_output_that_is_not_const>, ...);
using const_output_4 = anything(anything, anything, anything, argument<4, must_be_an_output_that_is_not_const>, ...);
using const_output_5 = anything(anything, anything, anything, anything,
                                argument<5, must_be_an_output_that_is_not_const>, ...);
using no_beginning = anything(argument<1, struct must_be_a_policy_as_strider_cpu_and_argument_2_a_range_or_matrix>,
                              ...);

/// In place of an argument that is not given.
struct absent {};
template <class Argument, class Usual>
using given_or = std::conditional_t<std::is_same_v<Argument, absent>, Usual, Argument>;

/// Of the types behind the policy, that of argument `Place`.
template <int Place, class... Given>
using at = std::tuple_element_t<std::min(std::size_t{Place - 2}, sizeof...(Given)), std::tuple<Given..., absent>>;

/// Whether arguments of these types meet a requirement.
template <class Requirement, class... Arguments>
constexpr bool met = false;

/// Argument `Place` must meet a requirement, which may depend on others.
template <class Requirement, int Place, int... Others>
struct rule {
    using type = argument<Place, Requirement>;
    template <class... Given>
    static constexpr bool is_kept = met<Requirement, at<Place, Given...>, at<Others, Given...>...>;
};

/// What a call requires, in the order in which it is looked at, and how many arguments it takes at most.
template <int Most, class... Rules>
struct rules;

template <class Rules, class... Given>
struct first_broken {};
template <int Most, class First, class... Rest, class... Given>
struct first_broken<rules<Most, First, Rest...>, Given...>
    : std::conditional_t<First::template is_kept<Given...>, first_broken<rules<Most, Rest...>, Given...>, First> {};
template <int Most, class... Given>
    requires(sizeof...(Given) >= Most)
struct first_broken<rules<Most>, Given...> {
    using type = argument<Most + 1, struct must_be_left_out>;
};

template <class Rules, class... Given>
    requires std::ranges::range<at<2, Given...>> || matrix_like<at<2, Given...>>
using refused = typename first_broken<Rules, Given...>::type;

/// The type of the elements of a range or matrix.
template <class Argument>
consteval auto element_type() {
    if constexpr (contiguous_elements<Argument>) {
        return std::type_identity<element_of<Argument>>{};
    } else if constexpr (matrix_like<Argument>) {
        return std::type_identity<matrix_element<Argument>>{};
    } else {
        return std::type_identity<absent>{};
    }
}
template <class Argument>
using element = typename decltype(element_type<Argument>())::type;

// Requirements of several patterns.

template <class T>
constexpr bool met<struct must_have_elements_consecutive_in_memory, T> = contiguous_elements<T>;
template <int Place>
using range = rule<must_have_elements_consecutive_in_memory, Place>;

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
constexpr bool met<struct must_be_indices_of_32_or_64_bits_consecutive_in_memory, T> = index_range<T>;
template <int Place>
using indices = rule<must_be_indices_of_32_or_64_bits_consecutive_in_memory, Place>;

template <class T>
constexpr bool met<struct must_be_strider_checked, T> = std::is_same_v<given_or<T, checked_t>, checked_t>;
template <int Place>
using may_be_checked = rule<must_be_strider_checked, Place>;

template <int Other>
struct must_have_elements_of_the_type_of_argument;
template <int Other, class T, class U>
constexpr bool met<must_have_elements_of_the_type_of_argument<Other>, T, U> = std::is_same_v<element<T>, element<U>>;
template <int Place, int Other>
using alike = rule<must_have_elements_of_the_type_of_argument<Other>, Place, Other>;

template <class T>
constexpr bool met<struct must_have_elements_trivially_copyable_of_at_most_32_bytes, T> = movable_element<element<T>>;
template <int Place>
using movable = rule<must_have_elements_trivially_copyable_of_at_most_32_bytes, Place>;

/// Of what is accumulated: the elements, or the initial value.
template <class T, class... Init>
constexpr bool met<struct must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default, T, Init...> =
    (accumulable<given_or<Init, element<T>>> && ...);
template <int Place, int Init = 99>
using accumulating = rule<must_have_elements_trivially_copyable_of_at_most_32_bytes_with_a_default, Place, Init>;

template <class Operator, class T, class Init>
constexpr bool met<struct must_be_an_operator_of_two_elements_also_where_const, Operator, T, Init> =
    binary_operator<given_or<Operator, plus>, given_or<Init, element<T>>>;
template <int Place, int Init = 99>
using operation = rule<must_be_an_operator_of_two_elements_also_where_const, Place, 2, Init>;

template <class Operator, class T, class Init>
constexpr bool met<struct must_be_an_operator_of_known_identity_without_an_initial_value, Operator, T, Init> =
    !std::is_same_v<Init, absent> || has_identity<given_or<Operator, plus>, element<T>>;
template <int Place, int Init = 99>
using known_identity = rule<must_be_an_operator_of_known_identity_without_an_initial_value, Place, 2, Init>;

template <class Init, class T>
constexpr bool met<struct must_be_an_initial_value_that_converts_to_the_elements, Init, T> =
    std::is_convertible_v<const given_or<Init, element<T>>&, element<T>>;
template <int Place>
using initial_value = rule<must_be_an_initial_value_that_converts_to_the_elements, Place, 2>;

}  // namespace strider::misuse
