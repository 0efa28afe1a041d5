// Calls that no overload takes, each in one readable line of the compiler: an overload of last resort, whose constraint
// is that the others' does not hold, says which of them.
#pragma once

#include <tuple>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/range.hpp>

namespace strider::explain {

enum class misuse { none, range, output, element, other_element, operation, no_identity };

/// What is wrong with a call that combines the elements of `Range` by `Operator`, in the type of the initial value
/// where it gives one.
template <class Range, class Operator, class... Init>
consteval misuse misuse_of_reduction() {
    if constexpr (!contiguous_elements<Range>) {
        return misuse::range;
    } else {
        using T = std::tuple_element_t<0, std::tuple<Init..., element_of<Range>>>;
        if (!accumulable<T>) return misuse::element;
        if (!binary_operator<Operator, T>) return misuse::operation;
        if (sizeof...(Init) == 0 && !has_identity<Operator, T>) return misuse::no_identity;
        return misuse::none;
    }
}

/// The same of a call that leaves one result for every element; `NeedsIdentity` where it has no initial value to start
/// with.
template <class Input, class Output, class Operator, bool NeedsIdentity>
consteval misuse misuse_of_scan() {
    if constexpr (!contiguous_elements<Input>) {
        return misuse::range;
    } else if constexpr (!contiguous_elements<Output>) {
        return misuse::output;
    } else {
        using T = element_of<Output>;
        if (!std::is_same_v<element_of<Input>, T>) return misuse::other_element;
        if (!accumulable<T>) return misuse::element;
        if (!binary_operator<Operator, T>) return misuse::operation;
        if (NeedsIdentity && !has_identity<Operator, T>) return misuse::no_identity;
        return misuse::none;
    }
}

/// The line. A call returns it, so that the compiler looks at it at once; it fits wherever the result was to go, so
/// that there is no second line.
template <misuse What>
struct explanation {
    static_assert(What != misuse::range,
                  "the elements must be consecutive in memory: give a std::vector, std::array, std::span or another "
                  "range with data() and size()");
    static_assert(
        What != misuse::output,
        "the output must be consecutive in memory: give a std::vector, std::array, std::span or another range "
        "with data() and size()");
    static_assert(What != misuse::element,
                  "the elements must be trivially copyable and of at most 32 bytes: work on indices or keys of them");
    static_assert(What != misuse::other_element, "input and output must have elements of one type");
    static_assert(What != misuse::operation,
                  "the operator must be a function object that takes two elements, by value or const reference, also "
                  "where it is const itself, and gives one");
    static_assert(What != misuse::no_identity,
                  "the identity of this operator is not known: give the call an initial value, or specialise "
                  "strider::identity for the operator");

    template <class T>
    operator T() const;
};

}  // namespace strider::explain
