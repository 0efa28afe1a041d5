// Calls that no overload takes, each in one readable line of the compiler. After a call's overloads stands one more
// (misuse/PATTERN.hpp), which takes what they do not and says what is wrong with it. It names what the call requires,
// in the order in which that is looked at:
//
//     template <class... Given>
//     requires explain::meant<Given...> && (!requires(Given&... given) { strider::gather(given...); })
//     auto gather(Given&&...) {
//         using namespace explain;
//         return refusal<arguments<Given...>, range<1>, indices<2>, output<3>, alike<1, 3>, copyable<1>>{};
//     }
//
// A qualified name finds what was declared before it: the overloads, and not this one. A requirement names arguments by
// their places, of which the policy's is 0; it says whether a call meets it, and holds the line.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>

#include <strider/core/indices.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/core/segments.hpp>

namespace strider::explain {

/// In place of an argument that is not given.
struct absent {};

template <class... Given>
struct arguments {
    template <std::size_t I>
    using at =
        std::tuple_element_t<std::min(I, sizeof...(Given)), std::tuple<std::remove_reference_t<Given>..., absent>>;
};

template <class All, std::size_t I>
using argument = typename All::template at<I>;

template <class Given>
struct elements_in {
    using type = absent;
};
template <contiguous_elements Given>
struct elements_in<Given> {
    using type = element_of<Given>;
};
template <matrix_like Given>
struct elements_in<Given> {
    using type = matrix_element<Given>;
};

/// The type of the elements of argument I.
template <class All, std::size_t I>
using element = typename elements_in<argument<All, I>>::type;

/// The type of argument I, or where it is not given `Usual`.
template <class All, std::size_t I, class Usual>
using argument_or =
    std::conditional_t<std::is_same_v<argument<All, I>, absent>, Usual, std::remove_cv_t<argument<All, I>>>;

/// Whether a call can be meant for this library. Others' algorithms, which have the same names, begin with iterators.
template <class... Given>
concept meant = execution_policy<std::remove_cvref_t<argument<arguments<Given...>, 0>>> ||
                std::ranges::range<argument<arguments<Given...>, 0>> || matrix_like<argument<arguments<Given...>, 0>>;

struct policy_first {
    template <class All>
    static constexpr bool met = execution_policy<std::remove_cv_t<argument<All, 0>>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the first argument says where the call runs: strider::serial{} or strider::cpu{}, in a kernel "
                      "file strider::cuda{stream} or strider::simt{}");
    };
};

template <std::size_t I>
struct range {
    template <class All>
    static constexpr bool met = contiguous_elements<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the elements must be consecutive in memory: give a std::vector (not of bool), std::array, "
                      "std::span or another range with data() and size()");
    };
};

template <std::size_t I>
struct output {
    template <class All>
    static constexpr bool met = writable_elements<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the output must be consecutive in memory and not const: give a std::vector, std::array, "
                      "std::span or another range with data() and size()");
    };
};

template <std::size_t I>
struct matrix {
    template <class All>
    static constexpr bool met = matrix_like<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "a matrix, image or mask of two dimensions must be a strider::matrix_view, or shaped like a "
                      "std::mdspan of two "
                      "dimensions");
    };
};

template <std::size_t I>
struct output_matrix {
    template <class All>
    static constexpr bool met = writable_matrix<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the output must be a strider::matrix_view, or shaped like a std::mdspan of two dimensions, of "
                      "elements that are not const");
    };
};

template <std::size_t I>
struct indices {
    template <class All>
    static constexpr bool met = index_range<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met, "indices must be integers of 32 or 64 bits that are consecutive in memory");
    };
};

template <std::size_t I>
struct offsets {
    template <class All>
    static constexpr bool met = segment_offsets<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met, "offsets must be integers that are consecutive in memory");
    };
};

template <std::size_t I, std::size_t J>
struct alike {
    template <class All>
    static constexpr bool met = std::is_same_v<element<All, I>, element<All, J>>;
    template <bool Met>
    struct line {
        static_assert(Met, "input and output, or both inputs, must have elements of one type");
    };
};

template <std::size_t I>
struct numbers {
    template <class All>
    static constexpr bool met = std::is_arithmetic_v<element<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met, "the elements must be numbers: integers or floating point");
    };
};

/// Of the elements of argument I, or of argument Instead where that is given.
template <std::size_t I, std::size_t Instead = ~std::size_t{0}>
struct copyable {
    template <class All>
    static constexpr bool met = movable_element<argument_or<All, Instead, element<All, I>>>;
    template <bool Met>
    struct line {
        static_assert(
            Met, "the elements must be trivially copyable and of at most 32 bytes: work on indices or keys of them");
    };
};

/// Argument I combines elements of argument Of, or values of the type of argument Instead where that is given.
template <std::size_t I, std::size_t Of, std::size_t Instead = ~std::size_t{0}>
struct operation {
    template <class All>
    static constexpr bool met = binary_operator<argument_or<All, I, plus>, argument_or<All, Instead, element<All, Of>>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the operator must be a function object that takes two elements, by value or const reference, "
                      "also where it is const itself, and gives one");
    };
};

/// Argument I is an initial value, or the identity of the operator, argument Operator, is known.
template <std::size_t I, std::size_t Operator, std::size_t Of>
struct known_start {
    template <class All>
    static constexpr bool met =
        !std::is_same_v<argument<All, I>, absent> || has_identity<argument_or<All, Operator, plus>, element<All, Of>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the identity of this operator is not known: give the call an initial value, or specialise "
                      "strider::identity for the operator");
    };
};

template <std::size_t I, std::size_t Of>
struct initial_value {
    template <class All>
    static constexpr bool met =
        std::is_convertible_v<argument_or<All, I, std::nullopt_t>, std::optional<element<All, Of>>>;
    template <bool Met>
    struct line {
        static_assert(Met, "the initial value must convert to the type of the elements");
    };
};

struct fitting_arguments {
    template <bool Met>
    struct line {
        static_assert(
            Met, "no overload takes these arguments together: the header of the pattern shows what the call takes");
    };
};

/// The first of the requirements that the arguments do not meet.
template <class All, class Requirement, class... Others>
consteval auto first_unmet() {
    if constexpr (!Requirement::template met<All>) {
        return std::type_identity<Requirement>{};
    } else if constexpr (sizeof...(Others) != 0) {
        return first_unmet<All, Others...>();
    } else {
        return std::type_identity<fitting_arguments>{};
    }
}

/// The line. A call returns it, so that the compiler looks at it at once; it fits wherever the result was to go, so
/// that there is no second line.
template <class Unmet>
struct explanation : Unmet::template line<false> {
    template <class T>
    operator T() const;
};

template <class All, class... Requirements>
using refusal = explanation<typename decltype(first_unmet<All, policy_first, Requirements...>())::type>;

}  // namespace strider::explain
