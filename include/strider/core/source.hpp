// What a reduction reads: a function from an index to a value.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/core/device_lambda.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// Anything that gives the value of element i.  Pure: it may be called in any order and by any thread.
template <class Source>
concept element_source = requires(const Source source, std::uint64_t i) { source(i); };

template <element_source Source>
using source_value = std::remove_cvref_t<decltype(std::declval<const Source&>()(std::uint64_t{}))>;

/// Consecutive elements in memory.  Backends recognise it and read it in wide pieces.
template <class T>
struct contiguous {
    using value_type = T;
    const T* data;
    STRIDER_HOST_DEVICE constexpr T operator()(std::uint64_t i) const { return data[i]; }
};

/// Whether what a function gives may be a product, which a compiler would contract with a sum that it goes to: to one
/// rounding, on some processors alone. Backends keep the two apart.
template <class Function>
inline constexpr bool may_multiply = true;

// (Deduction guides: clang before 17 does not make them for aggregates.)

/// Says that `function` takes the index of an element behind it: `with_index{[](float x, std::uint64_t i) { ... }}`. By
/// name, since a function may have a second parameter for reasons of its own.
template <class Function>
struct with_index {
    Function function;
};
template <class Function>
with_index(Function) -> with_index<Function>;
template <class Function>
inline constexpr bool takes_index = false;
template <class Function>
inline constexpr bool takes_index<with_index<Function>> = true;
template <class Function>
inline constexpr bool may_multiply<with_index<Function>> = may_multiply<Function>;

namespace detail {
// `function`, so that the host's side too knows that it gives a T.
template <class T, class Function>
constexpr auto giving_a(Function function) {
    if constexpr (!only_on_device<Function>) {
        return function;
    } else if constexpr (takes_index<Function>) {
        return with_index{giving<T, decltype(function.function)>{function.function}};
    } else {
        return giving<T, Function>{function};
    }
}
}  // namespace detail

/// `function(value)`, or by with_index `function(value, index)`, of every element of a source.
template <element_source Source, class Function>
struct transformed {
    Source source;
    Function function;
    STRIDER_HOST_DEVICE constexpr auto operator()(std::uint64_t i) const { return apply(source(i), i); }
    /// The function alone, for a backend that has read the element in its own way.
    template <class T>
    STRIDER_HOST_DEVICE constexpr auto apply(const T& value, std::uint64_t i) const {
        if constexpr (takes_index<Function>) {
            return function.function(value, i);
        } else {
            return function(value);
        }
    }
};
template <class Source, class Function>
transformed(Source, Function) -> transformed<Source, Function>;

/// `function(a, b)` of two sources, element by element.
template <element_source First, element_source Second, class Function>
struct zipped {
    First first;
    Second second;
    Function function;
    STRIDER_HOST_DEVICE constexpr auto operator()(std::uint64_t i) const { return function(first(i), second(i)); }
};
template <class First, class Second, class Function>
zipped(First, Second, Function) -> zipped<First, Second, Function>;

}  // namespace strider
