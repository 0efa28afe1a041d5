// Functions of CUDA's mathematical library that <cmath> lacks. float's are computed in double and rounded once.
#pragma once

#include <cmath>
#include <limits>

#include <strider/simt/dialect/intrinsic.hpp>

namespace strider::executor::special {

constexpr double pi = 3.14159265358979323846;
constexpr double two_over_root_pi = 1.12837916709551257390;

/// sin(pi a), exact at multiples of 1/2.
STRIDER_SIMT_ROUTINE double sin_pi(double a) {
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
STRIDER_SIMT_ROUTINE double cos_pi(double a) {
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

STRIDER_SIMT_ROUTINE double erfinv(double y);

/// Where erfc is y: Newton's steps on log(erfc), which is nearly a parabola.
STRIDER_SIMT_ROUTINE double erfcinv(double y) {
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
STRIDER_SIMT_ROUTINE double erfinv(double y) {
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
STRIDER_SIMT_ROUTINE double erfcx(double a) {
    const long double wide = a, square = wide * wide;
    if (a < 50) return static_cast<double>(std::exp(square) * std::erfc(wide));
    // The asymptotic series; what is left out is below 3e-16 of the result.
    const long double term = 1 / (2 * square);
    return static_cast<double>(two_over_root_pi / (2 * wide) * (1 - term * (1 - 3 * term * (1 - 5 * term))));
}
STRIDER_SIMT_ROUTINE double normcdf(double a) { return std::erfc(-a / std::sqrt(2.0)) / 2; }
STRIDER_SIMT_ROUTINE double normcdfinv(double y) { return -std::sqrt(2.0) * erfcinv(2 * y); }

STRIDER_SIMT_ROUTINE double bessel_i0(double a) { return std::cyl_bessel_i(0.0, std::fabs(a)); }
STRIDER_SIMT_ROUTINE double bessel_i1(double a) { return std::copysign(std::cyl_bessel_i(1.0, std::fabs(a)), a); }

/// The length of a vector, by long double, whose exponents do not overflow.
template <class T>
STRIDER_SIMT_ROUTINE long double length(int count, const T* components) {
    long double sum = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<long double>(components[i]) * components[i];
    return std::sqrt(sum);
}
template <class T, class... More>
STRIDER_SIMT_ROUTINE long double length(T first, More... more) {
    const T all[] = {first, more...};
    return length(static_cast<int>(sizeof...(More)) + 1, all);
}

}  // namespace strider::executor::special

// Each line of the table is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_SIMT_SPECIAL(name, expression)                                        \
    STRIDER_SIMT_ROUTINE double name(double a) { return expression; }                 \
    STRIDER_SIMT_ROUTINE float name##f(float x) {                                     \
        const double a = static_cast<double>(x);                                      \
        return static_cast<float>(expression);                                        \
    }
STRIDER_SIMT_SPECIAL(rcbrt, 1 / std::cbrt(a))
STRIDER_SIMT_SPECIAL(sinpi, strider::executor::special::sin_pi(a))
STRIDER_SIMT_SPECIAL(cospi, strider::executor::special::cos_pi(a))
STRIDER_SIMT_SPECIAL(normcdf, strider::executor::special::normcdf(a))
STRIDER_SIMT_SPECIAL(normcdfinv, strider::executor::special::normcdfinv(a))
STRIDER_SIMT_SPECIAL(erfinv, strider::executor::special::erfinv(a))
STRIDER_SIMT_SPECIAL(erfcinv, strider::executor::special::erfcinv(a))
STRIDER_SIMT_SPECIAL(erfcx, strider::executor::special::erfcx(a))
STRIDER_SIMT_SPECIAL(cyl_bessel_i0, strider::executor::special::bessel_i0(a))
STRIDER_SIMT_SPECIAL(cyl_bessel_i1, strider::executor::special::bessel_i1(a))
#undef STRIDER_SIMT_SPECIAL

#define STRIDER_SIMT_LENGTHS(T, f)                                                                                 \
    STRIDER_SIMT_ROUTINE void sincospi##f(T a, T* sine, T* cosine) { *sine = sinpi##f(a); *cosine = cospi##f(a); } \
    STRIDER_SIMT_ROUTINE T rhypot##f(T a, T b) {                                                                   \
        return static_cast<T>(1 / strider::executor::special::length(a, b)); }                                     \
    STRIDER_SIMT_ROUTINE T norm3d##f(T a, T b, T c) {                                                              \
        return static_cast<T>(strider::executor::special::length(a, b, c)); }                                      \
    STRIDER_SIMT_ROUTINE T rnorm3d##f(T a, T b, T c) {                                                             \
        return static_cast<T>(1 / strider::executor::special::length(a, b, c)); }                                  \
    STRIDER_SIMT_ROUTINE T norm4d##f(T a, T b, T c, T d) {                                                         \
        return static_cast<T>(strider::executor::special::length(a, b, c, d));                                     \
    }                                                                                                              \
    STRIDER_SIMT_ROUTINE T rnorm4d##f(T a, T b, T c, T d) {                                                        \
        return static_cast<T>(1 / strider::executor::special::length(a, b, c, d));                                 \
    }
STRIDER_SIMT_LENGTHS(double, )
STRIDER_SIMT_LENGTHS(float, f)
#undef STRIDER_SIMT_LENGTHS

STRIDER_SIMT_ROUTINE double norm(int count, const double* a) {
    return static_cast<double>(strider::executor::special::length(count, a));
}
STRIDER_SIMT_ROUTINE double rnorm(int count, const double* a) {
    return static_cast<double>(1 / strider::executor::special::length(count, a));
}
STRIDER_SIMT_ROUTINE float normf(int count, const float* a) {
    return static_cast<float>(strider::executor::special::length(count, a));
}
STRIDER_SIMT_ROUTINE float rnormf(int count, const float* a) {
    return static_cast<float>(1 / strider::executor::special::length(count, a));
}

// clang-format on
// SPDX-License-Identifier: Apache-2.0
