// Operations that half and bfloat16 share, on numbers and pairs: __hadd, __hfma2, __hgt, hexp, atomicAdd, ... The
// functions return accurate values, within the error that CUDA documents.
#pragma once

#include <cmath>

#include <strider/emulator/dialect/math.hpp>
#include <strider/emulator/dialect/small_float.hpp>

namespace strider::emulation {

template <class F>
STRIDER_EMULATOR_ROUTINE bool is_nan(small_float<F> a) {
    return std::isnan(static_cast<float>(a));
}
template <class F>
STRIDER_EMULATOR_ROUTINE small_float<F> with_sign(small_float<F> a, std::uint16_t sign) {
    const auto bits = static_cast<std::uint16_t>((a.__x & 0x7fffu) | sign);
    return small_float<F>::of_bits(is_nan(a) ? 0x7fff : bits);
}
/// Clamps to 0 ... 1; NaN becomes 0.
template <class F>
STRIDER_EMULATOR_ROUTINE small_float<F> saturated_small(small_float<F> a) {
    return a >= small_float<F>(1) ? small_float<F>(1) : a > small_float<F>(0) ? a : small_float<F>(0);
}
/// Clamps negative numbers to 0.
template <class F>
STRIDER_EMULATOR_ROUTINE small_float<F> rectified(small_float<F> a) {
    return a < small_float<F>(0) ? small_float<F>(0) : is_nan(a) ? small_float<F>::of_bits(0x7fff) : a;
}
/// The lesser (greater); -0 is less than 0, and a number wins over NaN.
template <class F>
STRIDER_EMULATOR_ROUTINE small_float<F> lesser_small(small_float<F> a, small_float<F> b, bool keep_nan) {
    const auto canonical_nan = small_float<F>::of_bits(0x7fff);
    if (is_nan(a) || is_nan(b)) return keep_nan || (is_nan(a) && is_nan(b)) ? canonical_nan : is_nan(a) ? b : a;
    if (a == b) return (a.__x & 0x8000u) != 0 ? a : b;
    return a < b ? a : b;
}
template <class F>
STRIDER_EMULATOR_ROUTINE small_float<F> greater_small(small_float<F> a, small_float<F> b, bool keep_nan) {
    const auto canonical_nan = small_float<F>::of_bits(0x7fff);
    if (is_nan(a) || is_nan(b)) return keep_nan || (is_nan(a) && is_nan(b)) ? canonical_nan : is_nan(a) ? b : a;
    if (a == b) return (a.__x & 0x8000u) != 0 ? b : a;
    return a < b ? b : a;
}

}  // namespace strider::emulation

// Each line of the tables is a definition, which clang-format cannot know.
// clang-format off

// name(a), and name2 for both halves of a pair.
#define STRIDER_EMULATOR_SMALL_1(name, name2, expression)                                                  \
    template <class F>                                                                                 \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_float<F> name(strider::emulation::small_float<F> a) { \
        return expression; }                                                                           \
    template <class F>                                                                                 \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> name2(strider::emulation::small_pair<F> a) {  \
        return {name(a.x), name(a.y)}; }
#define STRIDER_EMULATOR_SMALL_2(name, name2, expression)                                                \
    template <class F>                                                                               \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_float<F> name(strider::emulation::small_float<F> a, \
        strider::emulation::same_float<F> b) {                                                        \
        return expression;                                                                           \
    }                                                                                                \
    template <class F>                                                                               \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> name2(strider::emulation::small_pair<F> a,  \
        strider::emulation::same_pair<F> b) {                                                         \
        return {name(a.x, b.x), name(a.y, b.y)};                                                     \
    }
#define STRIDER_EMULATOR_SMALL_3(name, name2, expression)                                                  \
    template <class F>                                                                                 \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_float<F> name(strider::emulation::small_float<F> a,   \
        strider::emulation::same_float<F> b, strider::emulation::same_float<F> c) { return expression; } \
    template <class F>                                                                                 \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> name2(strider::emulation::small_pair<F> a,    \
        strider::emulation::same_pair<F> b, strider::emulation::same_pair<F> c) {                        \
        return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                             \
    }
STRIDER_EMULATOR_SMALL_2(__hadd, __hadd2, a + b)
STRIDER_EMULATOR_SMALL_2(__hsub, __hsub2, a - b)
STRIDER_EMULATOR_SMALL_2(__hmul, __hmul2, a * b)
STRIDER_EMULATOR_SMALL_2(__hadd_rn, __hadd2_rn, a + b)
STRIDER_EMULATOR_SMALL_2(__hsub_rn, __hsub2_rn, a - b)
STRIDER_EMULATOR_SMALL_2(__hmul_rn, __hmul2_rn, a * b)
STRIDER_EMULATOR_SMALL_2(__hdiv, __h2div, a / b)
STRIDER_EMULATOR_SMALL_2(__hadd_sat, __hadd2_sat, strider::emulation::saturated_small(a + b))
STRIDER_EMULATOR_SMALL_2(__hsub_sat, __hsub2_sat, strider::emulation::saturated_small(a - b))
STRIDER_EMULATOR_SMALL_2(__hmul_sat, __hmul2_sat, strider::emulation::saturated_small(a * b))
STRIDER_EMULATOR_SMALL_3(__hfma, __hfma2, strider::emulation::multiply_add(a, b, c))
STRIDER_EMULATOR_SMALL_3(__hfma_sat, __hfma2_sat,
    strider::emulation::saturated_small(strider::emulation::multiply_add(a, b, c)))
STRIDER_EMULATOR_SMALL_3(__hfma_relu, __hfma2_relu, strider::emulation::rectified(strider::emulation::multiply_add(a, b, c)))
STRIDER_EMULATOR_SMALL_2(__hmin, __hmin2, strider::emulation::lesser_small(a, b, false))
STRIDER_EMULATOR_SMALL_2(__hmax, __hmax2, strider::emulation::greater_small(a, b, false))
STRIDER_EMULATOR_SMALL_2(__hmin_nan, __hmin2_nan, strider::emulation::lesser_small(a, b, true))
STRIDER_EMULATOR_SMALL_2(__hmax_nan, __hmax2_nan, strider::emulation::greater_small(a, b, true))
STRIDER_EMULATOR_SMALL_1(__hneg, __hneg2, strider::emulation::with_sign(a, static_cast<std::uint16_t>(~a.__x & 0x8000u)))
STRIDER_EMULATOR_SMALL_1(__habs, __habs2, strider::emulation::with_sign(a, 0))

#define STRIDER_EMULATOR_SMALL_FUNCTION(name, expression)                                                            \
    STRIDER_EMULATOR_ROUTINE double strider_small_##name(double a) { return expression; }                            \
    template <class F>                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_float<F> h##name(strider::emulation::small_float<F> value) { \
        return strider_small_##name(static_cast<float>(value));                                                  \
    }                                                                                                            \
    template <class F>                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> h2##name(strider::emulation::small_pair<F> a) {      \
        return {h##name(a.x), h##name(a.y)}; }
STRIDER_EMULATOR_SMALL_FUNCTION(exp, std::exp(a))
STRIDER_EMULATOR_SMALL_FUNCTION(exp2, std::exp2(a))
STRIDER_EMULATOR_SMALL_FUNCTION(exp10, std::pow(10.0, a))
STRIDER_EMULATOR_SMALL_FUNCTION(log, std::log(a))
STRIDER_EMULATOR_SMALL_FUNCTION(log2, std::log2(a))
STRIDER_EMULATOR_SMALL_FUNCTION(log10, std::log10(a))
STRIDER_EMULATOR_SMALL_FUNCTION(sin, std::sin(a))
STRIDER_EMULATOR_SMALL_FUNCTION(cos, std::cos(a))
STRIDER_EMULATOR_SMALL_FUNCTION(tanh, std::tanh(a))
STRIDER_EMULATOR_SMALL_FUNCTION(tanh_approx, std::tanh(a))
STRIDER_EMULATOR_SMALL_FUNCTION(sqrt, std::sqrt(a))
STRIDER_EMULATOR_SMALL_FUNCTION(rsqrt, 1 / std::sqrt(a))
STRIDER_EMULATOR_SMALL_FUNCTION(rcp, 1 / a)
STRIDER_EMULATOR_SMALL_FUNCTION(ceil, std::ceil(a))
STRIDER_EMULATOR_SMALL_FUNCTION(floor, std::floor(a))
STRIDER_EMULATOR_SMALL_FUNCTION(rint, std::nearbyint(a))
STRIDER_EMULATOR_SMALL_FUNCTION(trunc, std::trunc(a))
#undef STRIDER_EMULATOR_SMALL_FUNCTION

// Comparisons: of numbers as a bool; of pairs as 1 or 0 each, as a mask each, and (__hb...) whether both hold. A NaN
// makes those that end in u true.
#define STRIDER_EMULATOR_SMALL_COMPARISON(name, expression)                                                               \
    template <class F>                                                                                                \
    STRIDER_EMULATOR_ARITHMETIC bool __h##name(strider::emulation::small_float<F> a, strider::emulation::same_float<F> b) { \
        return expression; }                                                                                          \
    template <class F>                                                                                                \
    STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> __h##name##2(strider::emulation::small_pair<F> a,         \
        strider::emulation::same_pair<F> b) {                                                                          \
        return {strider::emulation::small_float<F>(__h##name(a.x, b.x) * 1),                                           \
            strider::emulation::small_float<F>(__h##name(a.y, b.y) * 1)};                                              \
    }                                                                                                                 \
    template <class F>                                                                                                \
    STRIDER_EMULATOR_ARITHMETIC unsigned __h##name##2_mask(strider::emulation::small_pair<F> a,                            \
        strider::emulation::same_pair<F> b) {                                                                          \
        return 0xffffu * __h##name(a.x, b.x) | 0xffff0000u * __h##name(a.y, b.y);                                     \
    }                                                                                                                 \
    template <class F>                                                                                                \
    STRIDER_EMULATOR_ARITHMETIC bool __hb##name##2(strider::emulation::small_pair<F> a,                                    \
        strider::emulation::same_pair<F> b) {                                                                          \
        return __h##name(a.x, b.x) & __h##name(a.y, b.y);                                                             \
    }
#define STRIDER_EMULATOR_SMALL_COMPARISONS(name, op)                                          \
    STRIDER_EMULATOR_SMALL_COMPARISON(name,                                                   \
        !strider::emulation::is_nan(a) & !strider::emulation::is_nan(b) & (a op b))         \
    STRIDER_EMULATOR_SMALL_COMPARISON(name##u,                                                \
        strider::emulation::is_nan(a) | strider::emulation::is_nan(b) | (a op b))
STRIDER_EMULATOR_SMALL_COMPARISONS(eq, ==)
STRIDER_EMULATOR_SMALL_COMPARISONS(ne, !=)
STRIDER_EMULATOR_SMALL_COMPARISONS(lt, <)
STRIDER_EMULATOR_SMALL_COMPARISONS(le, <=)
STRIDER_EMULATOR_SMALL_COMPARISONS(gt, >)
STRIDER_EMULATOR_SMALL_COMPARISONS(ge, >=)
#undef STRIDER_EMULATOR_SMALL_COMPARISONS
#undef STRIDER_EMULATOR_SMALL_COMPARISON
#undef STRIDER_EMULATOR_SMALL_1
#undef STRIDER_EMULATOR_SMALL_2
#undef STRIDER_EMULATOR_SMALL_3

// clang-format on

template <class F>
STRIDER_EMULATOR_ARITHMETIC bool __hisnan(strider::emulation::small_float<F> a) {
    return strider::emulation::is_nan(a);
}
template <class F>
STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> __hisnan2(strider::emulation::small_pair<F> a) {
    return {strider::emulation::small_float<F>(strider::emulation::is_nan(a.x) ? 1 : 0),
            strider::emulation::small_float<F>(strider::emulation::is_nan(a.y) ? 1 : 0)};
}
/// -1, 0 or 1.
template <class F>
STRIDER_EMULATOR_ROUTINE int __hisinf(strider::emulation::small_float<F> a) {
    return std::isinf(static_cast<float>(a)) ? ((a.__x & 0x8000u) != 0 ? -1 : 1) : 0;
}
/// a * b + c of complex numbers, (real, imaginary).
template <class F>
STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> __hcmadd(strider::emulation::small_pair<F> a,
                                                                       strider::emulation::same_pair<F> b,
                                                                       strider::emulation::same_pair<F> c) {
    const auto real = strider::emulation::multiply_add(-a.y, b.y, strider::emulation::multiply_add(a.x, b.x, c.x));
    return {real, strider::emulation::multiply_add(a.y, b.x, strider::emulation::multiply_add(a.x, b.y, c.y))};
}

template <class F>
STRIDER_EMULATOR_ARITHMETIC float __low2float(strider::emulation::small_pair<F> a) {
    return a.x;
}
template <class F>
STRIDER_EMULATOR_ARITHMETIC float __high2float(strider::emulation::small_pair<F> a) {
    return a.y;
}
template <class F>
STRIDER_EMULATOR_ARITHMETIC strider::emulation::small_pair<F> __lowhigh2highlow(strider::emulation::small_pair<F> a) {
    return {a.y, a.x};
}
// SPDX-License-Identifier: Apache-2.0
