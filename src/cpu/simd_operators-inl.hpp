// The operators of core/operators.hpp on Highway's vectors, with the same bits. (Included once for each instruction
// set.)
#if defined(STRIDER_SIMD_OPERATORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_SIMD_OPERATORS_INL_HPP
#undef STRIDER_SIMD_OPERATORS_INL_HPP
#else
#define STRIDER_SIMD_OPERATORS_INL_HPP
#endif

#include <hwy/highway.h>

#include <strider/core/operators.hpp>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE V combine(plus, V a, V b) {
    return hn::Add(a, b);
}

template <class V>
HWY_INLINE V combine(multiplies, V a, V b) {
    return a * b;
}

template <class V>
HWY_INLINE V combine(minimum, V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
        // Where neither is less, they are equal, and a | b is -0 if one of them is; or one is NaN, and so is a | b.
        return hn::IfThenElse(hn::Lt(a, b), a, hn::IfThenElse(hn::Lt(b, a), b, hn::Or(a, b)));
    } else {
        return hn::Min(a, b);
    }
}

template <class V>
HWY_INLINE V combine(maximum, V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
        return hn::Neg(combine(minimum{}, hn::Neg(a), hn::Neg(b)));
    } else {
        return hn::Max(a, b);
    }
}

/// For floating point: the lesser or greater where neither is NaN, and they are not zeros of either sign.
template <class V>
HWY_INLINE V nearer(minimum, V a, V b) {
    return hn::Min(a, b);
}
template <class V>
HWY_INLINE V nearer(maximum, V a, V b) {
    return hn::Max(a, b);
}

/// The sign that a zero would have, in the sign bit: -0 is less than +0.
template <class V>
HWY_INLINE V nearer_sign(minimum, V a, V b) {
    return hn::Or(a, b);
}
template <class V>
HWY_INLINE V nearer_sign(maximum, V a, V b) {
    return hn::And(a, b);
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
