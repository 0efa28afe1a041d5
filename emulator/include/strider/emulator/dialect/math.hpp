// CUDA's arithmetic: min and max, operations with a stated rounding, conversions, and the fast approximations.
#pragma once

#include <math.h>  // CUDA has isnan() and its kin without namespace std

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>

// ---- min and max with CUDA's overloads: mixed arguments convert to their common type; a number wins over NaN.
STRIDER_EMULATOR_ARITHMETIC int min(int a, int b) { return b < a ? b : a; }
STRIDER_EMULATOR_ARITHMETIC int max(int a, int b) { return a < b ? b : a; }
STRIDER_EMULATOR_ARITHMETIC unsigned int min(unsigned int a, unsigned int b) { return b < a ? b : a; }
STRIDER_EMULATOR_ARITHMETIC unsigned int max(unsigned int a, unsigned int b) { return a < b ? b : a; }
STRIDER_EMULATOR_ARITHMETIC long min(long a, long b) { return b < a ? b : a; }
STRIDER_EMULATOR_ARITHMETIC long max(long a, long b) { return a < b ? b : a; }
STRIDER_EMULATOR_ARITHMETIC unsigned long min(unsigned long a, unsigned long b) { return b < a ? b : a; }
STRIDER_EMULATOR_ARITHMETIC unsigned long max(unsigned long a, unsigned long b) { return a < b ? b : a; }
STRIDER_EMULATOR_ARITHMETIC long long min(long long a, long long b) { return b < a ? b : a; }
STRIDER_EMULATOR_ARITHMETIC long long max(long long a, long long b) { return a < b ? b : a; }
STRIDER_EMULATOR_ARITHMETIC unsigned long long min(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
STRIDER_EMULATOR_ARITHMETIC unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
namespace strider::emulation {
/// Works for signalling NaN too. -0 is less than 0.
template <class Floating>
STRIDER_EMULATOR_ROUTINE Floating least(Floating a, Floating b) {
    if (__builtin_isnan(a) || __builtin_isnan(b)) return __builtin_isnan(a) ? b : a;
    return a < b || (a == b && __builtin_signbit(a)) ? a : b;
}
template <class Floating>
STRIDER_EMULATOR_ROUTINE Floating greatest(Floating a, Floating b) {
    return -least(-a, -b);
}
}  // namespace strider::emulation
STRIDER_EMULATOR_ARITHMETIC float min(float a, float b) { return strider::emulation::least(a, b); }
STRIDER_EMULATOR_ARITHMETIC float max(float a, float b) { return strider::emulation::greatest(a, b); }
STRIDER_EMULATOR_ARITHMETIC double min(double a, double b) { return strider::emulation::least(a, b); }
STRIDER_EMULATOR_ARITHMETIC double max(double a, double b) { return strider::emulation::greatest(a, b); }

// Names that CUDA's headers use.
STRIDER_EMULATOR_ARITHMETIC unsigned int umin(unsigned int a, unsigned int b) { return ::min(a, b); }
STRIDER_EMULATOR_ARITHMETIC unsigned int umax(unsigned int a, unsigned int b) { return ::max(a, b); }
STRIDER_EMULATOR_ARITHMETIC long long llmin(long long a, long long b) { return ::min(a, b); }
STRIDER_EMULATOR_ARITHMETIC long long llmax(long long a, long long b) { return ::max(a, b); }
STRIDER_EMULATOR_ARITHMETIC unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return ::min(a, b);
}
STRIDER_EMULATOR_ARITHMETIC unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return ::max(a, b);
}

namespace strider::emulation {
template <class B, class A>
concept arithmetic_other_than = std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::same_as<A, B>;
}

template <class A, strider::emulation::arithmetic_other_than<A> B>
STRIDER_EMULATOR_ARITHMETIC std::common_type_t<A, B> min(A a, B b) {
    return ::min(static_cast<std::common_type_t<A, B>>(a), static_cast<std::common_type_t<A, B>>(b));
}
template <class A, strider::emulation::arithmetic_other_than<A> B>
STRIDER_EMULATOR_ARITHMETIC std::common_type_t<A, B> max(A a, B b) {
    return ::max(static_cast<std::common_type_t<A, B>>(a), static_cast<std::common_type_t<A, B>>(b));
}

// ---- Rounded to nearest, and never contracted: -ffp-contract=off keeps that promise for the plain operators here.
STRIDER_EMULATOR_ARITHMETIC float __fadd_rn(float a, float b) { return a + b; }
STRIDER_EMULATOR_ARITHMETIC float __fsub_rn(float a, float b) { return a - b; }
STRIDER_EMULATOR_ARITHMETIC float __fmul_rn(float a, float b) { return a * b; }
STRIDER_EMULATOR_ARITHMETIC float __fdiv_rn(float a, float b) { return a / b; }
STRIDER_EMULATOR_ARITHMETIC float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
STRIDER_EMULATOR_ARITHMETIC float __fmaf_ieee_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
STRIDER_EMULATOR_ARITHMETIC float __frcp_rn(float a) { return 1.0f / a; }
STRIDER_EMULATOR_ARITHMETIC float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
STRIDER_EMULATOR_ARITHMETIC float __frsqrt_rn(float a) {
    return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a)));
}
STRIDER_EMULATOR_ARITHMETIC double __dadd_rn(double a, double b) { return a + b; }
STRIDER_EMULATOR_ARITHMETIC double __dsub_rn(double a, double b) { return a - b; }
STRIDER_EMULATOR_ARITHMETIC double __dmul_rn(double a, double b) { return a * b; }
STRIDER_EMULATOR_ARITHMETIC double __ddiv_rn(double a, double b) { return a / b; }
STRIDER_EMULATOR_ARITHMETIC double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
STRIDER_EMULATOR_ARITHMETIC double __drcp_rn(double a) { return 1.0 / a; }
STRIDER_EMULATOR_ARITHMETIC double __dsqrt_rn(double a) { return __builtin_sqrt(a); }

// ---- Conversions. From floating point to integers they saturate. NaN becomes 0, or the highest bit if one of the two
// types has 64 bits, as on the device.
namespace strider::emulation {
template <class Integer, class Floating>
STRIDER_EMULATOR_ROUTINE Integer saturated(Floating rounded) {
    constexpr Integer least = std::numeric_limits<Integer>::min(), most = std::numeric_limits<Integer>::max();
    constexpr bool is_wide = sizeof(Integer) == 8 || sizeof(Floating) == 8;
    if (__builtin_isnan(rounded)) return static_cast<Integer>(is_wide ? 1ull << (8 * sizeof(Integer) - 1) : 0);
    if (rounded <= static_cast<Floating>(least)) return least;
    if (rounded >= static_cast<Floating>(most)) return most;
    return static_cast<Integer>(rounded);
}
}  // namespace strider::emulation

#define STRIDER_EMULATOR_CONVERSIONS(name, floating, integer)             \
    STRIDER_EMULATOR_ROUTINE integer name##_rn(floating a) {              \
        return strider::emulation::saturated<integer>(std::nearbyint(a)); \
    }                                                                     \
    STRIDER_EMULATOR_ROUTINE integer name##_rz(floating a) {              \
        return strider::emulation::saturated<integer>(std::trunc(a));     \
    }                                                                     \
    STRIDER_EMULATOR_ROUTINE integer name##_ru(floating a) {              \
        return strider::emulation::saturated<integer>(std::ceil(a));      \
    }                                                                     \
    STRIDER_EMULATOR_ROUTINE integer name##_rd(floating a) {              \
        return strider::emulation::saturated<integer>(std::floor(a));     \
    }
STRIDER_EMULATOR_CONVERSIONS(__float2int, float, int)
STRIDER_EMULATOR_CONVERSIONS(__float2uint, float, unsigned int)
STRIDER_EMULATOR_CONVERSIONS(__float2ll, float, long long)
STRIDER_EMULATOR_CONVERSIONS(__float2ull, float, unsigned long long)
STRIDER_EMULATOR_CONVERSIONS(__double2int, double, int)
STRIDER_EMULATOR_CONVERSIONS(__double2uint, double, unsigned int)
STRIDER_EMULATOR_CONVERSIONS(__double2ll, double, long long)
STRIDER_EMULATOR_CONVERSIONS(__double2ull, double, unsigned long long)
#undef STRIDER_EMULATOR_CONVERSIONS
STRIDER_EMULATOR_ARITHMETIC float __int2float_rn(int a) { return static_cast<float>(a); }
STRIDER_EMULATOR_ARITHMETIC float __uint2float_rn(unsigned int a) { return static_cast<float>(a); }
STRIDER_EMULATOR_ARITHMETIC float __ll2float_rn(long long a) { return static_cast<float>(a); }
STRIDER_EMULATOR_ARITHMETIC float __ull2float_rn(unsigned long long a) { return static_cast<float>(a); }
STRIDER_EMULATOR_ARITHMETIC double __int2double_rn(int a) { return a; }
STRIDER_EMULATOR_ARITHMETIC double __uint2double_rn(unsigned int a) { return a; }
STRIDER_EMULATOR_ARITHMETIC double __ll2double_rn(long long a) { return static_cast<double>(a); }
STRIDER_EMULATOR_ARITHMETIC double __ull2double_rn(unsigned long long a) { return static_cast<double>(a); }
STRIDER_EMULATOR_ARITHMETIC float __double2float_rn(double a) { return static_cast<float>(a); }

// ---- CUDA functions that <cmath> lacks. The hardware's approximations have other bits; these values are accurate,
// within the error that CUDA documents.
STRIDER_EMULATOR_ARITHMETIC float rsqrtf(float a) { return __frsqrt_rn(a); }
STRIDER_EMULATOR_ARITHMETIC double rsqrt(double a) { return 1.0 / __builtin_sqrt(a); }
STRIDER_EMULATOR_ARITHMETIC float __saturatef(float a) {
    return a >= 1.0f ? 1.0f : a > 0.0f ? a : 0.0f;
}  // NaN becomes 0
STRIDER_EMULATOR_ARITHMETIC float __fdividef(float a, float b) { return a / b; }
STRIDER_EMULATOR_ARITHMETIC float fdividef(float a, float b) { return a / b; }
STRIDER_EMULATOR_ARITHMETIC double fdivide(double a, double b) { return a / b; }

namespace strider::emulation {
STRIDER_EMULATOR_ARITHMETIC float fast_exp(float a) { return __builtin_expf(a); }
STRIDER_EMULATOR_ARITHMETIC float fast_exp10(float a) {
    return static_cast<float>(__builtin_pow(10.0, static_cast<double>(a)));
}
STRIDER_EMULATOR_ARITHMETIC float fast_log(float a) { return __builtin_logf(a); }
STRIDER_EMULATOR_ARITHMETIC float fast_log2(float a) { return __builtin_log2f(a); }
STRIDER_EMULATOR_ARITHMETIC float fast_log10(float a) { return __builtin_log10f(a); }
STRIDER_EMULATOR_ARITHMETIC float fast_pow(float a, float b) { return __builtin_powf(a, b); }
STRIDER_EMULATOR_ARITHMETIC float fast_sin(float a) { return __builtin_sinf(a); }
STRIDER_EMULATOR_ARITHMETIC float fast_cos(float a) { return __builtin_cosf(a); }
STRIDER_EMULATOR_ARITHMETIC float fast_tan(float a) { return __builtin_tanf(a); }
STRIDER_EMULATOR_ARITHMETIC void fast_sincos(float a, float* sin, float* cos) {
    *sin = fast_sin(a);
    *cos = fast_cos(a);
}
}  // namespace strider::emulation
// The host's <cmath> declares functions of these names but does not define them.
#define __expf ::strider::emulation::fast_exp
#define __exp10f ::strider::emulation::fast_exp10
#define __logf ::strider::emulation::fast_log
#define __log2f ::strider::emulation::fast_log2
#define __log10f ::strider::emulation::fast_log10
#define __powf ::strider::emulation::fast_pow
#define __sinf ::strider::emulation::fast_sin
#define __cosf ::strider::emulation::fast_cos
#define __tanf ::strider::emulation::fast_tan
#define __sincosf ::strider::emulation::fast_sincos
// SPDX-License-Identifier: Apache-2.0
