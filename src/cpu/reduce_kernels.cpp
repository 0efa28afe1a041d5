// A chunk in the canonical order of commutative operators, by vectors: this file is compiled once for each instruction
// set.
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

#include <strider/cpu/reduce/simd.hpp>
#include <strider/pattern/canonical_order.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/reduce_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

template <class T>
constexpr std::size_t row_of = canonical_order::row_elements(sizeof(T));

/// accumulators[i] = (((from[i] o row 0's i) o row 1's i) ...) over `Rows` rows.
template <unsigned Rows, class T, class Operator>
HWY_INLINE void combine_rows(T* accumulators, const T* from, const T* HWY_RESTRICT elements, Operator op) {
    const hn::ScalableTag<T> d;
    for (std::size_t i = 0; i < row_of<T>; i += hn::Lanes(d)) {
        auto total = hn::LoadU(d, from + i);
        for (unsigned row = 0; row < Rows; ++row)
            total = combine(op, total, hn::LoadU(d, elements + row * row_of<T> + i));
        hn::Store(total, d, accumulators + i);
    }
}

/// The binary tree over neighbours, of a power of two of them, which may stand in `accumulators`. Its shape is known to
/// the compiler: a branch that is mispredicted holds up the reading.
template <std::size_t Count, class T, class Operator>
HWY_INLINE T reduce_tree(const T* leaves, T* accumulators, Operator op) {
    if constexpr (Count == 1) return accumulators[0];
    const hn::ScalableTag<T> d;
    if (Count / 2 >= hn::Lanes(d)) {
        for (std::size_t i = 0; i < Count / 2; i += hn::Lanes(d)) {
            hn::VFromD<decltype(d)> even, odd;
            hn::LoadInterleaved2(d, leaves + 2 * i, even, odd);
            hn::Store(combine(op, even, odd), d, accumulators + i);
        }
    } else {
        for (std::size_t i = 0; i < Count / 2; ++i) accumulators[i] = op(leaves[2 * i], leaves[2 * i + 1]);
    }
    return reduce_tree<(Count + 1) / 2>(accumulators, accumulators, op);
}

/// A chunk of at least a row: the accumulators stay in the first-level cache. Rows are read side by side, by which
/// Intel's processors read memory faster; AMD's lose less than a tenth.
template <class T, class Operator>
HWY_INLINE T reduce_chunk(const T* elements, std::uint64_t count, Operator op) {
    constexpr std::size_t row = row_of<T>, together = 8;
    HWY_ALIGN T accumulators[row];
    const T *from = elements, *next = elements + row, *const end = elements + count;
    const auto take = [&]<unsigned Rows>(std::integral_constant<unsigned, Rows>) {
        for (; static_cast<std::uint64_t>(end - next) >= Rows * row; next += Rows * row, from = accumulators)
            combine_rows<Rows>(accumulators, from, next, op);
    };
    take(std::integral_constant<unsigned, together>{});
    take(std::integral_constant<unsigned, 1>{});
    if (next < end && from == elements) {
        std::memcpy(accumulators, elements, sizeof(accumulators));
        from = accumulators;
    }
    for (std::size_t i = 0; next < end; ++i, ++next) accumulators[i] = op(accumulators[i], *next);
    return reduce_tree<row>(from, accumulators, op);
}

/// The minimum and the maximum of floating-point elements. Comparisons are exact, so their order is free; and what the
/// processor's minimum and maximum get wrong is kept apart: whether there was a NaN, and the sign that a zero has.
/// (Where a lane's minimum is a zero, none of its elements is less than -0, and there was a -0 just if a sign was set.)
template <class T>
HWY_INLINE void reduce_extremes(const T* elements, std::uint64_t count, T* extremes) {
    constexpr std::size_t unroll = 4;
    const hn::ScalableTag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    T least = elements[0], greatest = elements[0];
    std::uint64_t done = 0;
    if (count >= unroll * lanes) {
        const auto first = hn::LoadU(d, elements);
        auto any_sign = first, all_signs = first, low = first, high = first;
        hn::VFromD<decltype(d)> minima[unroll] = {first, first, first, first},
                                maxima[unroll] = {first, first, first, first};
        auto not_a_number = hn::IsNaN(first);
        for (; count - done >= unroll * lanes; done += unroll * lanes) {
            for (std::size_t u = 0; u < unroll; ++u) {
                const auto here = hn::LoadU(d, elements + done + u * lanes);
                minima[u] = hn::Min(minima[u], here);
                maxima[u] = hn::Max(maxima[u], here);
                any_sign = hn::Or(any_sign, here);
                all_signs = hn::And(all_signs, here);
                not_a_number = hn::Or(not_a_number, hn::IsNaN(here));
            }
        }
        if (!hn::AllFalse(d, not_a_number)) {
            extremes[0] = extremes[1] = std::numeric_limits<T>::quiet_NaN();
            return;
        }
        for (std::size_t u = 0; u < unroll; ++u) low = hn::Min(low, minima[u]), high = hn::Max(high, maxima[u]);
        HWY_ALIGN T lows[HWY_LANES(T)], highs[HWY_LANES(T)];
        hn::Store(hn::IfThenElse(hn::Eq(low, hn::Zero(d)), hn::CopySign(low, any_sign), low), d, lows);
        hn::Store(hn::IfThenElse(hn::Eq(high, hn::Zero(d)), hn::CopySign(high, all_signs), high), d, highs);
        least = std::accumulate(lows + 1, lows + lanes, lows[0], minimum{});
        greatest = std::accumulate(highs + 1, highs + lanes, highs[0], maximum{});
    }
    extremes[0] = std::accumulate(elements + done, elements + count, least, minimum{});
    extremes[1] = std::accumulate(elements + done, elements + count, greatest, maximum{});
}

void reduce_any(simd_type type, simd_operator which, const void* elements, std::uint64_t count, void* result) {
    with_types(type, which, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        constexpr bool is_sum_or_product =
            std::is_same_v<decltype(op), plus> || std::is_same_v<decltype(op), multiplies>;
        if constexpr (std::is_floating_point_v<T> && is_sum_or_product) {
            *static_cast<T*>(result) = reduce_chunk(static_cast<const T*>(elements), count, op);
        }
    });
}

void extremes_any(simd_type type, const void* elements, std::uint64_t count, void* extremes) {
    type == simd_type::f32
        ? reduce_extremes(static_cast<const float*>(elements), count, static_cast<float*>(extremes))
        : reduce_extremes(static_cast<const double*>(elements), count, static_cast<double*>(extremes));
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_any);
HWY_EXPORT(extremes_any);

void reduce_simd_chunk(simd_type type, simd_operator op, const void* elements, std::uint64_t count, void* result) {
    HWY_DYNAMIC_DISPATCH(reduce_any)(type, op, elements, count, result);
}
void reduce_simd_extremes(simd_type type, const void* elements, std::uint64_t count, void* extremes) {
    HWY_DYNAMIC_DISPATCH(extremes_any)(type, elements, count, extremes);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
