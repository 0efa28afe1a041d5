// Functions of CUDA's mathematical library that <cmath> lacks. Functions of float compute in double and round once.
#pragma once

#include <cmath>
#include <limits>

#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation::special {

constexpr double pi = 3.14159265358979323846;
constexpr double two_over_root_pi = 1.12837916709551257390;

/// sin(pi a), exact at multiples of 1/2.
STRIDER_EMULATOR_ROUTINE double sin_pi(double a) {
    if (!(std::fabs(a) < 0x1p53)) return std::isfinite(a) ? std::copysign(0.0, a) : a - a;
    const double whole = std::nearbyint(2 * a), rest = (a - whole / 2) * pi;
    switch (static_cast<long long>(whole) & 3) {
        case 0:
            return whole == 2 * a ? std::copysign(0.0, a) : std::sin(rest);
        case 1:
            return std::cos(rest);
        case 2:
            return whole == 2 * a ? std::copysign(0.0, a) : -std::sin(rest);
        default:
            return -std::cos(rest);
    }
}
STRIDER_EMULATOR_ROUTINE double cos_pi(double a) {
    if (!(std::fabs(a) < 0x1p53)) return std::isfinite(a) ? 1.0 : a - a;
    const double whole = std::nearbyint(2 * a), rest = (a - whole / 2) * pi;
    switch (static_cast<long long>(whole) & 3) {
        case 0:
            return std::cos(rest);
        case 1:
            return 0.0 - std::sin(rest);
        case 2:
            return -std::cos(rest);
        default:
            return 0.0 + std::sin(rest);
    }
}

STRIDER_EMULATOR_ROUTINE double erfinv(double y);

/// The inverse of erfc, by Newton's steps on log(erfc), which is nearly a parabola.
STRIDER_EMULATOR_ROUTINE double erfcinv(double y) {
    if (!(y >= 0 && y <= 2)) return std::numeric_limits<double>::quiet_NaN();
    if (y == 0 || y == 2) return y == 0 ? HUGE_VAL : -HUGE_VAL;
    if (y > 0.5) return y < 1.5 ? erfinv(1 - y) : -erfcinv(2 - y);
    double x = std::sqrt(-std::log(y));  // beyond the root
    for (int step = 0; step < 50; ++step) {
        const double value = std::erfc(x);
        const double next = x + std::log(value / y) * value / (two_over_root_pi * std::exp(-x * x));
        if (!(std::fabs(next - x) > 0x1p-52 * x)) return next;
        x = next;
    }
    return x;
}
STRIDER_EMULATOR_ROUTINE double erfinv(double y) {
    if (!(std::fabs(y) <= 1)) return std::numeric_limits<double>::quiet_NaN();
    if (std::fabs(y) > 0.5) return std::copysign(erfcinv(1 - std::fabs(y)), y);
    double x = y / two_over_root_pi;
    for (int step = 0; step < 50; ++step) {
        const double next = x - (std::erf(x) - y) / (two_over_root_pi * std::exp(-x * x));
        if (!(std::fabs(next - x) > 0x1p-52 * std::fabs(x))) return next;
        x = next;
    }
    return x;
}
/// exp(a * a) * erfc(a)
STRIDER_EMULATOR_ROUTINE double erfcx(double a) {
    const long double wide = a, square = wide * wide;
    if (a < 50) return static_cast<double>(std::exp(square) * std::erfc(wide));
    // The asymptotic series; what is left out is below 3e-16 of the result.
    const long double term = 1 / (2 * square);
    return static_cast<double>(two_over_root_pi / (2 * wide) * (1 - term * (1 - 3 * term * (1 - 5 * term))));
}
STRIDER_EMULATOR_ROUTINE double normcdf(double a) { return std::erfc(-a / std::sqrt(2.0)) / 2; }
STRIDER_EMULATOR_ROUTINE double normcdfinv(double y) { return -std::sqrt(2.0) * erfcinv(2 * y); }

STRIDER_EMULATOR_ROUTINE double bessel_i0(double a) { return std::cyl_bessel_i(0.0, std::fabs(a)); }
STRIDER_EMULATOR_ROUTINE double bessel_i1(double a) { return std::copysign(std::cyl_bessel_i(1.0, std::fabs(a)), a); }

/// The length of a vector, in long double, whose exponents do not overflow.
template <class T>
STRIDER_EMULATOR_ROUTINE long double length(int count, const T* components) {
    long double sum = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<long double>(components[i]) * components[i];
    return std::sqrt(sum);
}
template <class T, class... More>
STRIDER_EMULATOR_ROUTINE long double length(T first, More... more) {
    const T all[] = {first, more...};
    return length(static_cast<int>(sizeof...(More)) + 1, all);
}

}  // namespace strider::emulation::special

// Each line of the table is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_EMULATOR_SPECIAL(name, expression)                                        \
    STRIDER_EMULATOR_ROUTINE double name(double a) { return expression; }                 \
    STRIDER_EMULATOR_ROUTINE float name##f(float x) {                                     \
        const double a = static_cast<double>(x);                                      \
        return static_cast<float>(expression);                                        \
    }
STRIDER_EMULATOR_SPECIAL(rcbrt, 1 / std::cbrt(a))
STRIDER_EMULATOR_SPECIAL(sinpi, strider::emulation::special::sin_pi(a))
STRIDER_EMULATOR_SPECIAL(cospi, strider::emulation::special::cos_pi(a))
STRIDER_EMULATOR_SPECIAL(normcdf, strider::emulation::special::normcdf(a))
STRIDER_EMULATOR_SPECIAL(normcdfinv, strider::emulation::special::normcdfinv(a))
STRIDER_EMULATOR_SPECIAL(erfinv, strider::emulation::special::erfinv(a))
STRIDER_EMULATOR_SPECIAL(erfcinv, strider::emulation::special::erfcinv(a))
STRIDER_EMULATOR_SPECIAL(erfcx, strider::emulation::special::erfcx(a))
STRIDER_EMULATOR_SPECIAL(cyl_bessel_i0, strider::emulation::special::bessel_i0(a))
STRIDER_EMULATOR_SPECIAL(cyl_bessel_i1, strider::emulation::special::bessel_i1(a))
#undef STRIDER_EMULATOR_SPECIAL

#define STRIDER_EMULATOR_LENGTHS(T, f)                                                                                 \
    STRIDER_EMULATOR_ROUTINE void sincospi##f(T a, T* sine, T* cosine) { *sine = sinpi##f(a); *cosine = cospi##f(a); } \
    STRIDER_EMULATOR_ROUTINE T rhypot##f(T a, T b) {                                                                   \
        return static_cast<T>(1 / strider::emulation::special::length(a, b)); }                                     \
    STRIDER_EMULATOR_ROUTINE T norm3d##f(T a, T b, T c) {                                                              \
        return static_cast<T>(strider::emulation::special::length(a, b, c)); }                                      \
    STRIDER_EMULATOR_ROUTINE T rnorm3d##f(T a, T b, T c) {                                                             \
        return static_cast<T>(1 / strider::emulation::special::length(a, b, c)); }                                  \
    STRIDER_EMULATOR_ROUTINE T norm4d##f(T a, T b, T c, T d) {                                                         \
        return static_cast<T>(strider::emulation::special::length(a, b, c, d));                                     \
    }                                                                                                              \
    STRIDER_EMULATOR_ROUTINE T rnorm4d##f(T a, T b, T c, T d) {                                                        \
        return static_cast<T>(1 / strider::emulation::special::length(a, b, c, d));                                 \
    }
STRIDER_EMULATOR_LENGTHS(double, )
STRIDER_EMULATOR_LENGTHS(float, f)
#undef STRIDER_EMULATOR_LENGTHS

STRIDER_EMULATOR_ROUTINE double norm(int count, const double* a) {
    return static_cast<double>(strider::emulation::special::length(count, a));
}
STRIDER_EMULATOR_ROUTINE double rnorm(int count, const double* a) {
    return static_cast<double>(1 / strider::emulation::special::length(count, a));
}
STRIDER_EMULATOR_ROUTINE float normf(int count, const float* a) {
    return static_cast<float>(strider::emulation::special::length(count, a));
}
STRIDER_EMULATOR_ROUTINE float rnormf(int count, const float* a) {
    return static_cast<float>(1 / strider::emulation::special::length(count, a));
}

// clang-format on
// SPDX-License-Identifier: Apache-2.0
