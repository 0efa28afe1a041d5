// A chunk in the canonical order of commutative operators, by vectors: this file is compiled once for each instruction
// set.
#include <algorithm>
#include <cstring>
#include <limits>
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

/// The same of any number of leaves; one without a neighbour goes up as it is.
template <class T, class Operator>
HWY_INLINE T reduce_tree(T* accumulators, std::size_t count, Operator op) {
    for (; count > 1; count = (count + 1) / 2) {
        for (std::size_t i = 0; i < count / 2; ++i) accumulators[i] = op(accumulators[2 * i], accumulators[2 * i + 1]);
        if (count % 2 != 0) accumulators[count / 2] = accumulators[count - 1];
    }
    return accumulators[0];
}

/// Whether the processor reads several rows side by side faster than one after the other: Intel's do, AMD's do not.
bool reads_side_by_side() {
#if HWY_ARCH_X86
    static const bool is_intel = [] {
        __builtin_cpu_init();
        return __builtin_cpu_is("intel") != 0;
    }();
    return is_intel;
#else
    return false;
#endif
}

/// A chunk of at least a row: the accumulators stay in the first-level cache.
template <class T, class Operator>
HWY_INLINE T reduce_chunk(const T* elements, std::uint64_t count, Operator op) {
    constexpr std::size_t row = row_of<T>, together = 8;
    HWY_ALIGN T accumulators[row];
    if (count < row) {
        std::memcpy(accumulators, elements, count * sizeof(T));
        return reduce_tree(accumulators, count, op);
    }
    const T *from = elements, *next = elements + row, *const end = elements + count;
    const auto take = [&]<unsigned Rows>(std::integral_constant<unsigned, Rows>) {
        for (; static_cast<std::uint64_t>(end - next) >= Rows * row; next += Rows * row, from = accumulators)
            combine_rows<Rows>(accumulators, from, next, op);
    };
    if (reads_side_by_side()) take(std::integral_constant<unsigned, together>{});
    take(std::integral_constant<unsigned, 1>{});
    if (next < end && from == elements) {
        std::memcpy(accumulators, elements, sizeof(accumulators));
        from = accumulators;
    }
    for (std::size_t i = 0; next < end; ++i, ++next) accumulators[i] = op(accumulators[i], *next);
    return reduce_tree<row>(from, accumulators, op);
}

/// The extreme of floating-point elements. Comparisons are exact, so the order is free; and what the processor's
/// minimum and maximum get wrong is kept apart: whether there was a NaN, and the sign that a zero has. (Where a lane's
/// minimum is a zero, none of its elements is less than -0, and there was a -0 just if a sign was set.)
template <class T, class Order>
HWY_INLINE T reduce_extreme(const T* elements, std::uint64_t count, Order op) {
    constexpr std::size_t unroll = 4;
    const hn::ScalableTag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    T extreme = elements[0];
    std::uint64_t done = 0;
    if (count >= unroll * lanes) {
        auto first = hn::LoadU(d, elements), second = first, third = first, fourth = first, sign = first;
        auto not_a_number = hn::IsNaN(first);
        for (; count - done >= unroll * lanes; done += unroll * lanes) {
            const auto a = hn::LoadU(d, elements + done);
            const auto b = hn::LoadU(d, elements + done + lanes);
            const auto c = hn::LoadU(d, elements + done + 2 * lanes);
            const auto e = hn::LoadU(d, elements + done + 3 * lanes);
            first = nearer(op, first, a);
            second = nearer(op, second, b);
            third = nearer(op, third, c);
            fourth = nearer(op, fourth, e);
            sign = nearer_sign(op, sign, nearer_sign(op, nearer_sign(op, a, b), nearer_sign(op, c, e)));
            not_a_number =
                hn::Or(not_a_number, hn::Or(hn::Or(hn::IsNaN(a), hn::IsNaN(b)), hn::Or(hn::IsNaN(c), hn::IsNaN(e))));
        }
        if (!hn::AllFalse(d, not_a_number)) return std::numeric_limits<T>::quiet_NaN();
        const auto best = nearer(op, nearer(op, first, second), nearer(op, third, fourth));
        HWY_ALIGN T extremes[HWY_LANES(T)];
        hn::Store(hn::IfThenElse(hn::Eq(best, hn::Zero(d)), hn::CopySign(best, sign), best), d, extremes);
        for (std::size_t half = lanes / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) extremes[i] = op(extremes[i], extremes[i + half]);
        }
        extreme = extremes[0];
    }
    for (; done < count; ++done) extreme = op(extreme, elements[done]);
    return extreme;
}

void reduce_any(simd_type type, simd_operator which, const void* elements, std::uint64_t count, void* result) {
    with_types(type, which, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        constexpr bool is_extreme = !std::is_same_v<decltype(op), plus> && !std::is_same_v<decltype(op), multiplies>;
        if constexpr (std::is_floating_point_v<T>) {
            const T* const chunk = static_cast<const T*>(elements);
            T* const total = static_cast<T*>(result);
            if constexpr (is_extreme) {
                *total = reduce_extreme(chunk, count, op);
            } else {
                *total = reduce_chunk(chunk, count, op);
            }
        }
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_any);

void reduce_simd_chunk(simd_type type, simd_operator op, const void* elements, std::uint64_t count, void* result) {
    HWY_DYNAMIC_DISPATCH(reduce_any)(type, op, elements, count, result);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
