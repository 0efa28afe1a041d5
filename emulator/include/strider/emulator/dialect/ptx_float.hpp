// PTX instructions on floating point, and conversions, that no CUDA function computes: f32, f64, the 16-bit formats and
// pairs of them.
#pragma once

#include <cfenv>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <strider/emulator/dialect/all.hpp>
#include <strider/emulator/dialect/ptx_integer.hpp>
#include <strider/emulator/dialect/small_float.hpp>

namespace strider::emulation::ptx {

template <class T>
constexpr bool is_pair = false;
template <class F>
constexpr bool is_pair<small_pair<F>> = true;
template <class T>
struct format_of {};
template <class F>
struct format_of<small_float<F>> {
    using type = F;
};
template <class T>
concept small = requires { typename format_of<T>::type; };

template <class Format>
struct fp8_bits {
    using format = Format;
    unsigned char bits;
};
template <class Format>
struct alignas(2) fp8_pair {
    fp8_bits<Format> x, y;
};

// Builtins, because functions of <cmath> would be instrumented as a part of the kernel.
#define STRIDER_EMULATOR_MATH(name)                                                         \
    STRIDER_EMULATOR_ARITHMETIC float name##_of(float a) { return __builtin_##name##f(a); } \
    STRIDER_EMULATOR_ARITHMETIC double name##_of(double a) { return __builtin_##name(a); }
STRIDER_EMULATOR_MATH(fabs)
STRIDER_EMULATOR_MATH(sqrt)
STRIDER_EMULATOR_MATH(exp2)
STRIDER_EMULATOR_MATH(log2)
STRIDER_EMULATOR_MATH(sin)
STRIDER_EMULATOR_MATH(cos)
STRIDER_EMULATOR_MATH(tanh)
STRIDER_EMULATOR_MATH(nearbyint)
STRIDER_EMULATOR_MATH(trunc)
STRIDER_EMULATOR_MATH(floor)
STRIDER_EMULATOR_MATH(ceil)
#undef STRIDER_EMULATOR_MATH
template <class T>
STRIDER_EMULATOR_ARITHMETIC bool has_sign(T a) {
    return __builtin_signbit(a) != 0;
}
STRIDER_EMULATOR_ARITHMETIC float copysign_of(float a, float sign) { return __builtin_copysignf(a, sign); }
STRIDER_EMULATOR_ARITHMETIC double copysign_of(double a, double sign) { return __builtin_copysign(a, sign); }
STRIDER_EMULATOR_ARITHMETIC float fma_of(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
STRIDER_EMULATOR_ARITHMETIC double fma_of(double a, double b, double c) { return __builtin_fma(a, b, c); }

STRIDER_EMULATOR_ARITHMETIC float real(float a) { return a; }
STRIDER_EMULATOR_ARITHMETIC double real(double a) { return a; }
template <class F>
STRIDER_EMULATOR_ARITHMETIC float real(small_float<F> a) {
    return a;
}

template <class F>
STRIDER_EMULATOR_ARITHMETIC float real(fp8_bits<F> a) {
    return decode_fp8<F>(a.bits);
}

/// .ftz: subnormal numbers become zeros of the same sign.
template <class T, qualifier... Q>
STRIDER_EMULATOR_PART T flushed(T a) {
    if constexpr (!has<q_ftz, Q...>)
        return a;
    else if constexpr (small<T>)
        return (a.__x & 0x7fffu) >> format_of<T>::type::mantissa_bits != 0 ? a : T::of_bits(a.__x & 0x8000u);
    else
        return fabs_of(a) < std::numeric_limits<T>::min() ? copysign_of(T{0}, a) : a;
}
/// .sat clamps to 0 ... 1, with NaN as 0. .relu clamps to at least 0. .satfinite clamps to the largest number.
template <class T, qualifier... Q>
STRIDER_EMULATOR_PART T limited(T a) {
    const auto value = real(a);
    if constexpr (has<q_sat, Q...>) return value >= 1 ? T(1) : value > 0 ? a : T(0);
    if constexpr (has<q_relu, Q...>)
        if (has_sign(value) && !__builtin_isnan(value)) return T(0);
    if constexpr (has<q_satfinite, Q...> && small<T>)
        if (__builtin_isinf(value)) return T::of_bits(static_cast<std::uint16_t>(a.__x - 1));
    return a;
}
template <qualifier... Q>
constexpr int rounding_mode = has<q_rz, Q...>   ? FE_TOWARDZERO
                              : has<q_rm, Q...> ? FE_DOWNWARD
                              : has<q_rp, Q...> ? FE_UPWARD
                                                : FE_TONEAREST;
template <qualifier... Q>
constexpr direction direction_of = has<q_rz, Q...>   ? direction::zero
                                   : has<q_rm, Q...> ? direction::down
                                   : has<q_rp, Q...> ? direction::up
                                                     : direction::nearest;

/// Calls `operation` with the qualifiers' rounding, flushing and clamping.
template <class T, qualifier... Q, class Operation, class... Operands>
STRIDER_EMULATOR_PART T computed(Operation operation, Operands... operands) {
    if constexpr (is_pair<T>) {
        using half = decltype(T::x);
        return {computed<half, Q...>(operation, operands.x...), computed<half, Q...>(operation, operands.y...)};
    } else {
        T result;
        if constexpr (rounding_mode<Q...> == FE_TONEAREST)
            result = operation(flushed<T, Q...>(operands)...);
        else
            result = rounded<rounding_mode<Q...>, T>(operation, flushed<T, Q...>(operands)...);
        return limited<T, Q...>(flushed<T, Q...>(result));
    }
}

/// min and max: -0 is less than +0; a number wins over NaN, unless .NaN. .xorsign.abs compares magnitudes; the sign is
/// the product of the signs.
template <bool Least, qualifier... Q, class T>
STRIDER_EMULATOR_PART T chosen(T a, T b) {
    const bool sign = has_sign(a) != has_sign(b);
    if constexpr (has<q_xorsign, Q...>) {
        a = fabs_of(a);
        b = fabs_of(b);
    }
    T result = a == b ? (has_sign(a) == Least ? a : b) : (a < b) == Least ? a : b;
    if (__builtin_isnan(a) || __builtin_isnan(b))
        result = has<q_NaN, Q...> ? std::numeric_limits<T>::quiet_NaN() : __builtin_isnan(a) ? b : a;
    return has<q_xorsign, Q...> ? copysign_of(result, sign ? T{-1} : T{1}) : result;
}
/// div.approx: for a divisor beyond 2^126 the quotient is 0, or NaN if the dividend is infinite.
template <qualifier... Q, class T>
STRIDER_EMULATOR_PART T quotient(T a, T b) {
    if constexpr (has<q_approx, Q...>)
        if (fabs_of(b) > T(0x1p126) && __builtin_isfinite(b) && !__builtin_isnan(a))
            return __builtin_isinf(a) ? std::numeric_limits<T>::quiet_NaN()
                                      : copysign_of(T{0}, a) * copysign_of(T{1}, b);
    return a / b;
}
/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 use only the upper 32 bits of their operand and result.
template <class T, qualifier... Q>
STRIDER_EMULATOR_PART T upper_half(T a) {
    if constexpr (sizeof(T) == 8 && has<q_approx, Q...> && has<q_ftz, Q...>)
        return __builtin_bit_cast(T, __builtin_bit_cast(std::uint64_t, a) & ~0xffffffffull);
    else
        return a;
}

// Each line of the table is a definition, which clang-format cannot know.
// clang-format off
#define STRIDER_EMULATOR_FLOAT(name, parameters, arguments, kinds, expression)                                      \
    template <class T, qualifier... Q>                                                                          \
    STRIDER_EMULATOR_ROUTINE T float_##name parameters {                                                            \
        return computed<T, Q...>([] kinds __attribute__((always_inline)) STRIDER_EMULATOR_UNINSTRUMENTED { return expression; }, STRIDER_EMULATOR_FLOAT_##arguments); \
    }
#define STRIDER_EMULATOR_FLOAT_1 a
#define STRIDER_EMULATOR_FLOAT_2 a, b
#define STRIDER_EMULATOR_FLOATS_1(name, expression) STRIDER_EMULATOR_FLOAT(name, (T a), 1, (auto a), expression)
#define STRIDER_EMULATOR_FLOATS_2(name, expression) STRIDER_EMULATOR_FLOAT(name, (T a, T b), 2, (auto a, auto b), expression)
STRIDER_EMULATOR_FLOATS_2(add, a + b)
STRIDER_EMULATOR_FLOATS_2(sub, a - b)
STRIDER_EMULATOR_FLOATS_2(mul, a * b)
STRIDER_EMULATOR_FLOATS_2(div, (quotient<Q...>(a, b)))
STRIDER_EMULATOR_FLOATS_2(min, (chosen<true, Q...>(real(a), real(b))))
STRIDER_EMULATOR_FLOATS_2(max, (chosen<false, Q...>(real(a), real(b))))
STRIDER_EMULATOR_FLOATS_1(neg, -a)
STRIDER_EMULATOR_FLOATS_1(abs, fabs_of(real(a)))
STRIDER_EMULATOR_FLOATS_1(rcp, (upper_half<T, Q...>(1 / upper_half<T, Q...>(a))))
STRIDER_EMULATOR_FLOATS_1(sqrt, sqrt_of(a))
STRIDER_EMULATOR_FLOATS_1(rsqrt, (upper_half<T, Q...>(1 / sqrt_of(upper_half<T, Q...>(a)))))
STRIDER_EMULATOR_FLOATS_1(ex2, exp2_of(real(a)))
STRIDER_EMULATOR_FLOATS_1(lg2, log2_of(a))
STRIDER_EMULATOR_FLOATS_1(sin, sin_of(a))
STRIDER_EMULATOR_FLOATS_1(cos, cos_of(a))
STRIDER_EMULATOR_FLOATS_1(tanh, tanh_of(real(a)))
#undef STRIDER_EMULATOR_FLOATS_2
#undef STRIDER_EMULATOR_FLOATS_1
#undef STRIDER_EMULATOR_FLOAT_2
#undef STRIDER_EMULATOR_FLOAT_1
#undef STRIDER_EMULATOR_FLOAT
// clang-format on

template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE T float_fma(T a, T b, T c) {
    return computed<T, Q...>(
        [](auto a, auto b, auto c) __attribute__((always_inline)) STRIDER_EMULATOR_UNINSTRUMENTED {
            if constexpr (small<decltype(a)>)
                return multiply_add(a, b, c);
            else
                return fma_of(a, b, c);
        },
        a, b, c);
}
template <class T, qualifier Property>
STRIDER_EMULATOR_ROUTINE bool tested(T a) {
    switch (Property) {
        case q_finite:
            return __builtin_isfinite(a);
        case q_infinite:
            return __builtin_isinf(a);
        case q_number:
            return !__builtin_isnan(a);
        case q_notanumber:
            return __builtin_isnan(a);
        case q_normal:
            return __builtin_isnormal(a) || a == 0;
        default:
            return a != 0 && fabs_of(a) < std::numeric_limits<T>::min();
    }
}
/// The true value of `set`: 1.0, or all ones.
template <class T>
STRIDER_EMULATOR_ARITHMETIC T truth(bool holds) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(0 - static_cast<int>(holds));
    else
        return T(static_cast<float>(holds));
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC T truth_of_pair(bool low, bool high) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>((0u - low) >> 16 | (0u - high) << 16);
    else
        return {truth<decltype(T::x)>(low), truth<decltype(T::x)>(high)};
}

// ---- Conversions. Floating point saturates to the range of an integer type.
template <qualifier... Q, class T>
STRIDER_EMULATOR_PART T whole(T a) {
    return has<q_rni, Q...>   ? nearbyint_of(a)
           : has<q_rzi, Q...> ? trunc_of(a)
           : has<q_rmi, Q...> ? floor_of(a)
           : has<q_rpi, Q...> ? ceil_of(a)
                              : a;
}
template <class To, qualifier... Q, class From>
STRIDER_EMULATOR_PART To rounded_to(From from) {
    if constexpr (small<To> && std::is_integral_v<From>)
        return To::of_bits(encode<typename format_of<To>::type>(sticky(from), direction_of<Q...>));
    else if constexpr (small<To>)
        return To::of_bits(encode<typename format_of<To>::type>(static_cast<double>(from), direction_of<Q...>));
    else if constexpr (requires { typename To::format; })
        return {encode_fp8<typename To::format>(static_cast<float>(from), true)};
    else if constexpr (rounding_mode<Q...> == FE_TONEAREST)
        return static_cast<To>(from);
    else
        return rounded<rounding_mode<Q...>, To>(
            [](From a) STRIDER_EMULATOR_UNINSTRUMENTED { return static_cast<To>(a); }, from);
}
template <class To, qualifier... Q, class From>
STRIDER_EMULATOR_ROUTINE To convert(From from) {
    if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
        return has<q_sat, Q...> ? clamped<To>(from) : static_cast<To>(from);
    } else if constexpr (std::is_integral_v<From>) {
        return limited<To, Q...>(rounded_to<To, Q...>(from));
    } else {
        if constexpr (std::is_same_v<From, float>) from = flushed<float, Q...>(from);
        auto value = whole<Q...>(real(from));
        if constexpr (has<q_relu, Q...>) value = limited<decltype(value), q_relu>(value);
        if constexpr (std::is_integral_v<To>) {
            return saturated<To>(value);
        } else if constexpr (requires { typename To::format; }) {
            return rounded_to<To, Q...>(value);
        } else {
            To result = rounded_to<To, Q...>(value);
            if constexpr (std::is_same_v<To, float>) result = flushed<float, Q...>(result);
            return limited<To, Q...>(result);
        }
    }
}
/// tf32: the 19 upper bits of a float, rounded with ties away from zero (rna) or to even.
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE unsigned to_tf32(T a) {
    if (__builtin_isnan(a)) return 0x7fffffffu;
    auto bits = __builtin_bit_cast(unsigned, limited<T, Q...>(a));
    if (!__builtin_isinf(a) && !has<q_rz, Q...>) bits += has<q_rna, Q...> ? 0x1000u : 0xfffu + (bits >> 13 & 1u);
    bits &= ~0x1fffu;
    return has<q_satfinite, Q...> && (bits & 0x7fffffffu) == 0x7f800000u ? bits - 0x2000u : bits;
}
/// Packs two numbers into one register, `high` in its upper half.
template <class To, qualifier... Q>
STRIDER_EMULATOR_ROUTINE To join(float high, float low) {
    using half = decltype(To::x);
    return {convert<half, Q...>(low), convert<half, Q...>(high)};
}
template <class To, qualifier... Q, class From>
STRIDER_EMULATOR_ROUTINE To convert_pair(From from) {
    return join<To, Q...>(real(from.y), real(from.x));
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
