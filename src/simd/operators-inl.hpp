// The operators of core/operators.hpp on Highway's vectors, with the same bits. (Included once for each instruction
// set.)
#if defined(STRIDER_SIMD_OPERATORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_SIMD_OPERATORS_INL_HPP
#undef STRIDER_SIMD_OPERATORS_INL_HPP
#else
#define STRIDER_SIMD_OPERATORS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/cpu/reduce/simd.hpp>

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

/// The first `count` elements, and behind them what `nothing` has there.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE hn::VFromD<D> load_first(D d, const T* elements, std::size_t count, hn::VFromD<D> nothing) {
    const auto there = hn::FirstN(d, count);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2  // where a load reads nothing that its mask leaves out
    return hn::IfThenElse(there, hn::MaskedLoad(there, d, elements), nothing);
#else
    constexpr std::size_t lanes = hn::MaxLanes(D());
    if (count >= lanes) return hn::LoadU(d, elements);
    HWY_ALIGN T filled[lanes] = {};
    for (std::size_t i = 0; i < count; ++i) filled[i] = elements[i];
    return hn::IfThenElse(there, hn::Load(d, filled), nothing);
#endif
}

/// Calls `body` with the operator.
template <class Body>
void with_operators(simd_operator which, const Body& body) {
    switch (which) {
        case simd_operator::plus:
            return body(plus{});
        case simd_operator::multiplies:
            return body(multiplies{});
        case simd_operator::minimum:
            return body(minimum{});
        case simd_operator::maximum:
            return body(maximum{});
    }
}

/// Calls `body` with a value of the type and the operator. Of integers of either sign sums and products are the same,
/// and of unsigned ones they never overflow.
template <class Body>
void with_types(simd_type type, simd_operator which, const Body& body) {
    with_operators(which, [&](auto op) {
        constexpr bool signs_matter = std::is_same_v<decltype(op), minimum> || std::is_same_v<decltype(op), maximum>;
        switch (type) {
            case simd_type::i32:
                return body(std::conditional_t<signs_matter, std::int32_t, std::uint32_t>{}, op);
            case simd_type::u32:
                return body(std::uint32_t{}, op);
            case simd_type::i64:
                return body(std::conditional_t<signs_matter, std::int64_t, std::uint64_t>{}, op);
            case simd_type::u64:
                return body(std::uint64_t{}, op);
            case simd_type::f32:
                return body(float{}, op);
            case simd_type::f64:
                return body(double{}, op);
        }
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
