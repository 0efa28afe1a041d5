// The operators of reductions and scans, and what is known of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <strider/core/device_lambda.hpp>
#include <strider/core/integers.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// Sum. Unsigned integers wrap, signed ones do as well (two's complement, never undefined). Not of bool, whose sum is
/// no bool: count in an integer.
struct plus {
    template <class T>
        requires(!std::same_as<T, bool>) && requires(const T& a, const T& b) { static_cast<T>(a + b); }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (integer<T>) {
            using bits = detail::made_unsigned<T>;
            return static_cast<T>(static_cast<bits>(static_cast<bits>(a) + static_cast<bits>(b)));
        } else {
#if defined(__CUDA_ARCH__)  // never fused with a product that a transform made: other backends round that first
            if constexpr (std::is_same_v<T, float>) return __fadd_rn(a, b);
            if constexpr (std::is_same_v<T, double>) return __dadd_rn(a, b);
#endif
            return a + b;
        }
    }
};

/// Product. Integers wrap. Not of bool.
struct multiplies {
    template <class T>
        requires(!std::same_as<T, bool>) && requires(const T& a, const T& b) { static_cast<T>(a * b); }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (integer<T>) {
            using wide = decltype(1u * detail::made_unsigned<T>{});
            return static_cast<T>(static_cast<wide>(a) * static_cast<wide>(b));
        } else {
            return a * b;
        }
    }
};

namespace detail {
#if defined(__CUDA_ARCH__)
/// IEEE 754-2019 `minimum` or `maximum`.
template <bool Minimum, class T>
__device__ __forceinline__ constexpr T extreme(const T& a, const T& b) {
#if __CUDA_ARCH__ >= 800
    if constexpr (std::is_same_v<T, float>) {
        if (!__builtin_is_constant_evaluated()) {
            float result;
            if constexpr (Minimum) asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
            if constexpr (!Minimum) asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
            return result;
        }
    }
#endif
    const bool before = Minimum ? a < b : a > b, tie = (a == b) & ((__builtin_signbit(a) != 0) == Minimum);
    return before | tie | (a != a) ? a : b;
}
#else
/// The same. Which one is the greater, or what sign it has, no processor foresees: no branch asks for it.
template <bool Minimum, class T>
STRIDER_HOST_DEVICE constexpr T extreme(const T& a, const T& b) {
    // clang evaluates this builtin at run time only.
    const bool with_nan = __builtin_is_constant_evaluated() ? a != a || b != b : __builtin_isunordered(a, b);
    if (with_nan) return a != a ? a : b;
    const T nearer = (Minimum ? a < b : a > b) ? a : b;
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        // Equals are zeros of either sign, or the same bits.
        using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        const T other = (Minimum ? b < a : b > a) ? b : a;
        const auto left = __builtin_bit_cast(bits, nearer), right = __builtin_bit_cast(bits, other);
        return __builtin_bit_cast(T, Minimum ? left | right : left & right);
    } else {
        return a == b && (__builtin_signbit(a) != 0) == Minimum ? a : nearer;
    }
}
#endif
}  // namespace detail

/// IEEE 754-2019 `minimum`: a NaN wins, and -0 is less than +0.  So the result does not depend on the order.
struct minimum {
    template <class T>
        requires requires(const T& a, const T& b) { a < b; }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::is_floating_point_v<T>) {
            return detail::extreme<true>(a, b);
        } else {
            return b < a ? b : a;
        }
    }
};

/// IEEE 754-2019 `maximum`: a NaN wins, and +0 is greater than -0.
struct maximum {
    template <class T>
        requires requires(const T& a, const T& b) { a < b; }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::is_floating_point_v<T>) {
            return detail::extreme<false>(a, b);
        } else {
            return a < b ? b : a;
        }
    }
};

struct bit_and {
    template <integer T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return static_cast<T>(a & b);
    }
};

struct bit_or {
    template <integer T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};

struct bit_xor {
    template <integer T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};

/// Whether all are true. Of bool alone: of other types, one element by itself would not be 0 or 1.
struct logical_and {
    template <std::same_as<bool> T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return a && b;
    }
};

/// Whether any is true. Of bool alone.
struct logical_or {
    template <std::same_as<bool> T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return a || b;
    }
};

namespace detail {
template <class Operator, class... Ones>
concept one_of_operators = (std::is_same_v<Operator, Ones> || ...);
template <class Operator>
concept library_operator =
    one_of_operators<Operator, plus, multiplies, minimum, maximum, bit_and, bit_or, bit_xor, logical_and, logical_or>;
}  // namespace detail

/// Whether `Operator` is known to commute on T, so that the canonical order may take elements by index modulo a number.
/// Specialise it for an operator of your own that commutes; nothing breaks where you do not, it is only slower.
template <class Operator, class T>
inline constexpr bool is_commutative = number<T> && detail::library_operator<Operator>;

/// The value that `Operator` leaves unchanged: what the reduction of an empty range is.  `identity<Operator, T>::value`
/// exists for the operators above; specialise it for your own, or give every call an initial value.
template <class Operator, class T>
struct identity {};

template <number T>
struct identity<plus, T> {
    static constexpr T value = T(0);
};
template <number T>
struct identity<multiplies, T> {
    static constexpr T value = T(1);
};
template <std::floating_point T>
struct identity<minimum, T> {
    static constexpr T value = std::numeric_limits<T>::infinity();
};
template <integer T>
struct identity<minimum, T> {
    static constexpr T value = detail::greatest_integer<T>;
};
template <std::floating_point T>
struct identity<maximum, T> {
    static constexpr T value = -std::numeric_limits<T>::infinity();
};
template <integer T>
struct identity<maximum, T> {
    static constexpr T value = detail::least_integer<T>;
};
template <integer T>
struct identity<bit_and, T> {
    static constexpr T value = static_cast<T>(-1);  // every bit
};
template <integer T>
struct identity<bit_or, T> {
    static constexpr T value = T(0);
};
template <integer T>
struct identity<bit_xor, T> {
    static constexpr T value = T(0);
};
template <>
struct identity<logical_and, bool> {
    static constexpr bool value = true;
};
template <>
struct identity<logical_or, bool> {
    static constexpr bool value = false;
};

template <class Operator, class T>
concept has_identity = requires {
    { identity<Operator, T>::value } -> std::convertible_to<T>;
};

/// Whether a To stands for any From: no number loses its fraction, its sign or its upper bits unasked. (Integers may be
/// rounded to floating point.) Of other types than numbers nothing is asked here.
template <class From, class To>
inline constexpr bool keeps_numbers = true;
template <integer From, std::floating_point To>
inline constexpr bool keeps_numbers<From, To> = true;
template <std::floating_point From, integer To>
inline constexpr bool keeps_numbers<From, To> = false;
template <std::floating_point From, std::floating_point To>
inline constexpr bool keeps_numbers<From, To> = std::numeric_limits<From>::digits <= std::numeric_limits<To>::digits;
template <integer From, integer To>
inline constexpr bool keeps_numbers<From, To> =
    (detail::has_sign<To> || !detail::has_sign<From>) && detail::value_bits<From> <= detail::value_bits<To>;

/// The values that a reduction or scan may accumulate: they have a default and can be assigned to.
template <class T>
concept accumulable = std::semiregular<T> && std::is_trivially_copyable_v<T> && sizeof(T) <= 32;

/// An operator: a pure, associative function object of two T that returns a T. It need not be commutative.
template <class Operator, class T>
concept binary_operator = only_on_device<Operator> || requires(const Operator op, const T& a) {
    { op(a, a) } -> std::convertible_to<T>;
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
