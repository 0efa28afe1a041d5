// Integers of every width: of those of 128 bits the standard's traits know nothing where the language is strict.
#pragma once

#include <concepts>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

template <class T>
concept integer = std::integral<T> || std::same_as<T, i128> || std::same_as<T, u128>;

/// The types with built-in arithmetic and comparisons.
template <class T>
concept number = std::is_arithmetic_v<T> || integer<T>;

namespace detail {

template <class T>
struct unsigned_type : std::make_unsigned<T> {};
template <>
struct unsigned_type<i128> {
    using type = u128;
};
template <>
struct unsigned_type<u128> {
    using type = u128;
};
template <integer T>
using made_unsigned = typename unsigned_type<T>::type;

template <integer T>
inline constexpr bool has_sign = T(-1) < T(0);
/// Bits of a number that tell its size.
template <integer T>
inline constexpr unsigned value_bits = std::same_as<T, bool> ? 1 : 8 * sizeof(T) - (has_sign<T> ? 1 : 0);

template <integer T>
inline constexpr T greatest_integer =
    std::same_as<T, bool> ? T(1) : static_cast<T>(~(static_cast<u128>(-1) << (value_bits<T> - 1) << 1));
template <integer T>
inline constexpr T least_integer = has_sign<T> ? static_cast<T>(T(-1) - greatest_integer<T>) : T(0);

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
