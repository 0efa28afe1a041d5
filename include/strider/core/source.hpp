// Sources, from which calls read: functions from an index to a value. They cost nothing compared to elements in memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#include <strider/core/device_lambda.hpp>
#include <strider/core/integers.hpp>
#include <strider/core/rounded.hpp>
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

/// A pointer to a data member as a function: it gives that member of an object.
template <class Pointer>
struct member {
    Pointer pointer;
    template <class T>
        requires requires(const T& object, Pointer to) { object.*to; }
    STRIDER_HOST_DEVICE constexpr auto operator()(const T& object) const {
        return object.*pointer;
    }
};
template <class Pointer>
inline constexpr bool may_multiply<member<Pointer>> = false;

/// The function that calls make of a function of an element, which may be a pointer to a data member.
template <class Function>
using function_of = std::conditional_t<std::is_member_object_pointer_v<Function>, member<Function>, Function>;

namespace detail {
template <class Function>
constexpr function_of<Function> as_function(Function function) {
    if constexpr (std::is_member_object_pointer_v<Function>) {
        return {function};
    } else {
        return function;
    }
}

// `function`, so that the host's side too knows that it gives a T.
template <class T, class Function>
constexpr auto giving_a(Function function) {
    if constexpr (!only_on_device<Function>) {
        return as_function(function);
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
    STRIDER_HOST_DEVICE constexpr auto operator()(std::uint64_t i) const {
        return apply(rounded<Source>(source(i)), i);
    }
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
template <class Source, class Function>
inline constexpr bool gives_products<transformed<Source, Function>> = may_multiply<Function> || gives_products<Source>;

/// `function(a, b)` of two sources, element by element.
template <element_source First, element_source Second, class Function>
struct zipped {
    First first;
    Second second;
    Function function;
    STRIDER_HOST_DEVICE constexpr auto operator()(std::uint64_t i) const {
        return function(rounded<First>(first(i)), rounded<Second>(second(i)));
    }
};
template <class First, class Second, class Function>
zipped(First, Second, Function) -> zipped<First, Second, Function>;
template <class First, class Second, class Function>
inline constexpr bool gives_products<zipped<First, Second, Function>> =
    may_multiply<Function> || gives_products<First> || gives_products<Second>;

/// A value of each of two sources.
template <class First, class Second>
struct pair_of {
    First first;
    Second second;
};
struct pair_up {
    template <class First, class Second>
    STRIDER_HOST_DEVICE constexpr pair_of<First, Second> operator()(const First& first, const Second& second) const {
        return {first, second};
    }
};
template <>
inline constexpr bool may_multiply<pair_up> = false;

/// first, first + 1, ...
template <class T>
struct counting {
    T first;
    STRIDER_HOST_DEVICE constexpr T operator()(std::uint64_t i) const {
        if constexpr (integer<T> && !std::same_as<T, bool>) {  // whose difference to the first may be beyond T
            using bits = detail::made_unsigned<T>;
            return static_cast<T>(static_cast<bits>(static_cast<bits>(first) + static_cast<bits>(i)));
        } else {
            return static_cast<T>(first + static_cast<T>(i));
        }
    }
};

/// The same value again and again.
template <class T>
struct repeated {
    T value;
    STRIDER_HOST_DEVICE constexpr T operator()(std::uint64_t) const { return value; }
};

/// Every `step`-th element of a source.
template <element_source Source>
struct strided {
    Source source;
    std::uint64_t step;
    STRIDER_HOST_DEVICE constexpr auto operator()(std::uint64_t i) const { return source(i * step); }
};
template <class Source>
strided(Source, std::uint64_t) -> strided<Source>;
template <class Source>
inline constexpr bool gives_products<strided<Source>> = gives_products<Source>;

/// The elements behind an iterator, which may compute them.
template <class Iterator>
struct indexed {
    Iterator first;
    STRIDER_HOST_DEVICE constexpr std::iter_value_t<Iterator> operator()(std::uint64_t i) const {
        return *(first + static_cast<std::iter_difference_t<Iterator>>(i));
    }
};
template <class Iterator>
inline constexpr bool gives_products<indexed<Iterator>> = true;

/// The elements of a view of the standard library.
template <class View>
struct viewed {
    View view;
    STRIDER_HOST_DEVICE constexpr std::ranges::range_value_t<const View> operator()(std::uint64_t i) const {
        return view.begin()[static_cast<std::ranges::range_difference_t<const View>>(i)];
    }
};
template <class View>
inline constexpr bool gives_products<viewed<View>> = true;

/// A source from element `first` on.
template <element_source Source>
struct shifted {
    Source source;
    std::uint64_t first;
    STRIDER_HOST_DEVICE constexpr auto operator()(std::uint64_t i) const { return source(first + i); }
};
template <class Source>
shifted(Source, std::uint64_t) -> shifted<Source>;
template <class Source>
inline constexpr bool gives_products<shifted<Source>> = gives_products<Source>;

namespace detail {

template <class Source>
STRIDER_HOST_DEVICE constexpr shifted<Source> elements_from(const Source& source, std::uint64_t first) {
    return {source, first};
}
template <class T>
STRIDER_HOST_DEVICE constexpr contiguous<T> elements_from(const contiguous<T>& source, std::uint64_t first) {
    return {source.data + first};
}

template <class Source, class Function>
    requires(!takes_index<Function>)
STRIDER_HOST_DEVICE constexpr auto elements_from(const transformed<Source, Function>& source, std::uint64_t first) {
    return transformed{elements_from(source.source, first), source.function};
}

/// Calls look(memory, elements, in_place) for all memory that the first `count` elements of a source come from.
/// `in_place` says that element i of the memory is read for element i of the source alone.
template <class Source, class Look>
void for_each_memory(const Source&, std::uint64_t, Look) {}
template <class T, class Look>
void for_each_memory(const contiguous<T>& source, std::uint64_t count, Look look) {
    look(source, count, true);
}
template <class Source, class Function, class Look>
void for_each_memory(const transformed<Source, Function>& source, std::uint64_t count, Look look) {
    for_each_memory(source.source, count, look);
}
template <class First, class Second, class Function, class Look>
void for_each_memory(const zipped<First, Second, Function>& source, std::uint64_t count, Look look) {
    for_each_memory(source.first, count, look);
    for_each_memory(source.second, count, look);
}
template <class Source, class Look>
void for_each_memory(const strided<Source>& source, std::uint64_t count, Look look) {
    for_each_memory(source.source, count == 0 ? 0 : (count - 1) * source.step + 1,
                    [&](const auto& memory, std::uint64_t elements, bool) { look(memory, elements, false); });
}

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
