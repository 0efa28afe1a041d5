// The operators of reductions and scans, and what is known of them.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include <strider/core/device_lambda.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// Sum. Unsigned integers wrap, signed ones do as well (two's complement, never undefined). Not of bool, whose sum is
/// no bool: count in an integer.
struct plus {
    template <class T>
        requires(!std::same_as<T, bool>) && requires(const T& a, const T& b) { static_cast<T>(a + b); }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::is_integral_v<T>) {
            using bits = std::make_unsigned_t<T>;
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
        if constexpr (std::is_integral_v<T>) {
            using wide = std::common_type_t<unsigned, std::make_unsigned_t<T>>;
            return static_cast<T>(static_cast<wide>(a) * static_cast<wide>(b));
        } else {
            return a * b;
        }
    }
};

#if defined(__CUDA_ARCH__)
namespace detail {
/// IEEE 754-2019 `minimum` or `maximum`.
template <bool Minimum, class T>
__device__ __forceinline__ constexpr T device_extreme(const T& a, const T& b) {
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
}  // namespace detail
#endif

/// IEEE 754-2019 `minimum`: a NaN wins, and -0 is less than +0.  So the result does not depend on the order.
struct minimum {
    template <class T>
        requires requires(const T& a, const T& b) { a < b; }
    STRIDER_HOST_DEVICE constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::is_floating_point_v<T>) {
#if defined(__CUDA_ARCH__)  // one instruction, or none that branches
            return detail::device_extreme<true>(a, b);
#endif
            if (a != a) return a;
            if (a == b) return __builtin_signbit(a) ? a : b;
            return a < b ? a : b;  // b where b is NaN: the comparison is false
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
#if defined(__CUDA_ARCH__)
            return detail::device_extreme<false>(a, b);
#endif
            if (a != a) return a;
            if (a == b) return __builtin_signbit(a) ? b : a;
            return a > b ? a : b;
        } else {
            return a < b ? b : a;
        }
    }
};

struct bit_and {
    template <std::integral T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return static_cast<T>(a & b);
    }
};

struct bit_or {
    template <std::integral T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};

struct bit_xor {
    template <std::integral T>
    STRIDER_HOST_DEVICE constexpr T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};

/// Whether `Operator` is known to commute on T, so that the canonical order may take elements by index modulo a number.
/// Specialise it for an operator of your own that commutes; nothing breaks where you do not, it is only slower.
template <class Operator, class T>
inline constexpr bool is_commutative =
    std::is_arithmetic_v<T> &&
    (std::is_same_v<Operator, plus> || std::is_same_v<Operator, multiplies> || std::is_same_v<Operator, minimum> ||
     std::is_same_v<Operator, maximum> || std::is_same_v<Operator, bit_and> || std::is_same_v<Operator, bit_or> ||
     std::is_same_v<Operator, bit_xor>);

/// The value that `Operator` leaves unchanged: what the reduction of an empty range is.  `identity<Operator, T>::value`
/// exists for the operators above; specialise it for your own, or give every call an initial value.
template <class Operator, class T>
struct identity {};

template <class T>
    requires std::is_arithmetic_v<T>
struct identity<plus, T> {
    static constexpr T value = T(0);
};
template <class T>
    requires std::is_arithmetic_v<T>
struct identity<multiplies, T> {
    static constexpr T value = T(1);
};
template <class T>
    requires std::is_arithmetic_v<T>
struct identity<minimum, T> {
    static constexpr T value =
        std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
};
template <class T>
    requires std::is_arithmetic_v<T>
struct identity<maximum, T> {
    static constexpr T value =
        std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
};
template <std::integral T>
struct identity<bit_and, T> {
    static constexpr T value = static_cast<T>(-1);  // every bit
};
template <std::integral T>
struct identity<bit_or, T> {
    static constexpr T value = T(0);
};
template <std::integral T>
struct identity<bit_xor, T> {
    static constexpr T value = T(0);
};

template <class Operator, class T>
concept has_identity = requires {
    { identity<Operator, T>::value } -> std::convertible_to<T>;
};

/// Whether a To stands for any From: no number loses its fraction, its sign or its upper bits unasked. (Integers may be
/// rounded to floating point.) Of other types than numbers nothing is asked here.
template <class From, class To>
inline constexpr bool keeps_numbers = true;
template <class From, class To>
    requires std::is_arithmetic_v<From> && std::is_arithmetic_v<To>
inline constexpr bool keeps_numbers<From, To> =
    (std::integral<From> && std::floating_point<To>) ||
    (std::integral<From> == std::integral<To> && (std::is_signed_v<To> || !std::is_signed_v<From>) &&
     std::numeric_limits<From>::digits <= std::numeric_limits<To>::digits);

/// What values a reduction or scan may accumulate: they have a default and can be assigned to.
template <class T>
concept accumulable = std::semiregular<T> && std::is_trivially_copyable_v<T> && sizeof(T) <= 32;

/// What an operator must be: a pure function object of two T that gives a T, associative; commutative it need not be.
template <class Operator, class T>
concept binary_operator = only_on_device<Operator> || requires(const Operator op, const T& a) {
    { op(a, a) } -> std::convertible_to<T>;
};

}  // namespace strider
