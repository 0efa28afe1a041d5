// The types in which the library's own operators accumulate elements of another type: float for numbers of 16 bits, and
// two plain numbers for complex numbers of any library.
//
// A reduction or scan of f16 therefore has the bits of the same call on the elements as float, in float's canonical
// order. Each result is rounded once, to the nearest (halves to even), when it is stored. Operators of the caller's get
// elements as they are, and combine them in their own type.
#pragma once

#include <concepts>
#include <optional>
#include <type_traits>

#include <strider/core/complex_value.hpp>
#include <strider/core/half.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>

// Types of other libraries, where they are there: their bytes are all that is needed of them.
#if defined(STRIDER_EMULATOR)
namespace strider::emulation {
struct binary16;
struct bfloat16;
template <class Format>
struct small_float;
}  // namespace strider::emulation
#else
struct __half;
struct __nv_bfloat16;
#endif

namespace strider {

namespace detail {

/// The library's own type with the bytes of T.
template <class T>
struct own_type {
    using type = T;
};
template <complex_number T>
struct own_type<T> {
    using type = complex_value<typename T::value_type>;
};
#if defined(STRIDER_EMULATOR)
template <>
struct own_type<emulation::small_float<emulation::binary16>> {
    using type = f16;
};
template <>
struct own_type<emulation::small_float<emulation::bfloat16>> {
    using type = bf16;
};
#else
template <>
struct own_type<::__half> {
    using type = f16;
};
template <>
struct own_type<::__nv_bfloat16> {
    using type = bf16;
};
#endif
#if defined(__FLT16_MAX__) && !defined(__CUDACC__)
template <>
struct own_type<_Float16> {
    using type = f16;
};
#endif
#if defined(__STDCPP_BFLOAT16_T__) && !defined(__CUDACC__)
template <>
struct own_type<decltype(0.0bf16)> {
    using type = bf16;
};
#endif
template <class T>
using own = typename own_type<T>::type;

template <class T>
concept half_number = std::same_as<own<T>, f16> || std::same_as<own<T>, bf16>;

template <class T>
struct widened_type {
    using type = T;
};
template <>
struct widened_type<f16> {
    using type = float;
};
template <>
struct widened_type<bf16> {
    using type = float;
};

template <class Operator, class T>
struct accumulator {
    using type = T;
};
template <library_operator Operator, class T>
struct accumulator<Operator, T> : widened_type<own<T>> {};

}  // namespace detail

/// The type in which `Operator` combines elements of type T.
template <class Operator, class T>
using accumulator_of = typename detail::accumulator<Operator, T>::type;

/// The elements of `dot`, `mean` and the calls by comparisons: built-in numbers, and numbers of 16 bits.
template <class T>
concept any_number = number<T> || detail::half_number<T>;

// No float is a number of 16 bits, and each of these is a float.
template <detail::half_number From, detail::half_number To>
inline constexpr bool keeps_numbers<From, To> = std::same_as<detail::own<From>, detail::own<To>>;
template <detail::half_number From, number To>
inline constexpr bool keeps_numbers<From, To> = std::floating_point<To>;
template <number From, detail::half_number To>
inline constexpr bool keeps_numbers<From, To> = integer<From>;

namespace detail {

template <class T>
struct convert_to {
    template <class U>
    STRIDER_HOST_DEVICE constexpr T operator()(const U& value) const {
        if constexpr (std::is_same_v<own<U>, U> || std::is_same_v<T, U>) {
            return static_cast<T>(value);
        } else {
            return static_cast<T>(__builtin_bit_cast(own<U>, value));
        }
    }
};

}  // namespace detail

template <class T>
inline constexpr bool may_multiply<detail::convert_to<T>> = false;

namespace detail {

/// Sources that convert what is in memory, as it is read.
template <class Source>
inline constexpr bool converts_memory = false;
template <class Element, class T>
inline constexpr bool converts_memory<transformed<contiguous<Element>, convert_to<T>>> = true;

/// The values of a source as accumulators of type A.
template <class A, element_source Source>
auto accumulated(const Source& source) {
    if constexpr (std::is_same_v<A, source_value<Source>>) {
        return source;
    } else {
        return transformed{source, convert_to<A>{}};
    }
}

/// The elements of a range as accumulators of type A.
template <class A, countable_elements Range>
auto values_as(const Range& range) {
    using T = element_of<Range>;
    if constexpr (contiguous_elements<Range> && !std::is_same_v<A, T>) {
        return accumulated<A>(contiguous<own<T>>{reinterpret_cast<const own<T>*>(elements_of(range).data)});
    } else {
        return accumulated<A>(elements_of(range));
    }
}

/// Where results go to, which are assigned as accumulators.
template <class Operator, class T>
auto* results_at(T* results) {
    if constexpr (std::is_same_v<accumulator_of<Operator, T>, T>) {
        return results;
    } else {
        return reinterpret_cast<own<T>*>(results);
    }
}

/// A matrix in the library's own type.
template <class T>
auto own_view(const matrix_view<T>& view) {
    using element = own<std::remove_const_t<T>>;
    using M = std::conditional_t<std::is_const_v<T>, const element, element>;
    return matrix_view<M>(reinterpret_cast<M*>(view.data), view.rows, view.columns, view.stride);
}

/// A total as a T, rounded where T has fewer bits.
template <class T, class A>
constexpr T stored_as(const A& total) {
    if constexpr (std::is_same_v<A, T>) {
        return total;
    } else {
        return __builtin_bit_cast(T, static_cast<own<T>>(total));
    }
}

/// The initial value of a scan, as an accumulator.
template <class A, class T>
std::optional<A> accumulated_start(const std::optional<T>& init) {
    if constexpr (std::is_same_v<A, T>) {
        return init;
    } else {
        return init ? std::optional<A>(convert_to<A>{}(*init)) : std::nullopt;
    }
}

/// The identity of `Operator`, as what it combines T in.
template <class Operator, class T>
constexpr accumulator_of<Operator, T> identity_of() {
    return identity<Operator, accumulator_of<Operator, T>>::value;
}

/// For calls that accumulate only in the elements' type.
template <class Operator, class T>
constexpr void require_own_accumulator() {
    static_assert(
        std::is_same_v<accumulator_of<Operator, T>, T>,
        "calls over ranks take no numbers of 16 bits and no complex ones by this operator: convert them first");
}

}  // namespace detail

/// Whether reductions and scans of T by `Operator` know what an empty range has.
template <class Operator, class T>
concept begins_with_identity = has_identity<Operator, accumulator_of<Operator, T>>;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
