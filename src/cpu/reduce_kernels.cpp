// A chunk in the canonical order of commutative operators, by vectors: this file is compiled once for each instruction
// set.
#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/cpu/simd_kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/reduce_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

template <class T>
constexpr std::size_t row_of = canonical_order::row_elements(sizeof(T));

/// The elements of a row that are combined before the next strip begins: 1 KiB, whose accumulators stay in registers or
/// the first-level cache.
template <class T>
constexpr std::size_t strip_of = row_of<T> / 8;

/// accumulators[i] = (((accumulators[i] o row 0's i) o row 1's i) ...) over a strip of `Rows` rows, while the strip of
/// as many rows from `next` on is fetched: a line for each line that is read, the rows in turn. (All fetched at once,
/// they would be waited for: so the compiler is told to leave this order alone, see cmake/StriderCpu.cmake.)
template <unsigned Rows, class T, class Operator>
HWY_INLINE void combine_rows(T* HWY_RESTRICT accumulators, const T* HWY_RESTRICT elements, const T* next, Operator op) {
    constexpr std::size_t line = 64 / sizeof(T), last_row = (Rows - 1) * row_of<T>;
    const hn::ScalableTag<T> d;
    std::size_t fetched = 0;
#pragma GCC unroll 4
    for (std::size_t row = 0; row <= last_row; row += row_of<T>) {
#pragma GCC unroll 16
        for (std::size_t i = 0; i < strip_of<T>; i += hn::Lanes(d)) {
            if (i % line == 0) {
                hwy::Prefetch(next + fetched);
                fetched = fetched < last_row ? fetched + row_of<T> : fetched - last_row + line;
            }
            const auto element = hn::LoadU(d, elements + row + i);
            hn::Store(combine(op, hn::Load(d, accumulators + i), element), d, accumulators + i);
        }
    }
}

/// The binary tree over neighbours, in place, until at most `Most` are left of a power of two. Its shape is known to
/// the compiler: a branch that is mispredicted holds up the reading.
template <std::size_t Most, std::size_t Count, class T, class Operator>
HWY_INLINE void reduce_tree(T* accumulators, Operator op) {
    if constexpr (Count > Most) {
        const hn::ScalableTag<T> d;
        if (Count / 2 >= hn::Lanes(d)) {
            for (std::size_t i = 0; i < Count / 2; i += hn::Lanes(d)) {
                hn::VFromD<decltype(d)> even, odd;
                hn::LoadInterleaved2(d, accumulators + 2 * i, even, odd);
                hn::Store(combine(op, even, odd), d, accumulators + i);
            }
        } else {
            for (std::size_t i = 0; i < Count / 2; ++i)
                accumulators[i] = op(accumulators[2 * i], accumulators[2 * i + 1]);
        }
        reduce_tree<Most, Count / 2>(accumulators, op);
    }
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

/// Strip by strip, three rows at a time, the next three on their way: on a Zen 5 0.99 of the best plain reading of
/// memory, where whole rows, three at a time, gave 0.81 to 0.87 (streams 8 KiB apart that are two pages long). A
/// strip's tree stops at `tops` values, so that no chain of single operations waits between strips.
template <class T, class Operator>
HWY_INLINE T reduce_chunk(const T* elements, std::uint64_t count, Operator op) {
    constexpr std::size_t row = row_of<T>, strip = strip_of<T>, strips = row / strip, tops = 16, step = 3;
    if (count < row) {
        HWY_ALIGN T accumulators[row];
        std::memcpy(accumulators, elements, count * sizeof(T));
        return reduce_tree(accumulators, count, op);
    }
    const std::uint64_t rows = count / row, rest = count % row;
    const T* const last = elements + rows * row;
    HWY_ALIGN T all_tops[strips * tops];
    for (std::size_t s = 0; s < row; s += strip) {
        const T* const first = elements + s;
        const T* const next_strip = s + strip < row ? first + strip : elements + count;
        HWY_ALIGN T accumulators[strip];
        std::memcpy(accumulators, first, sizeof(accumulators));
        std::uint64_t r = 1;
        for (; rows - r >= step; r += step) {
            const T* const here = first + r * row;
            combine_rows<step>(accumulators, here, rows - r > step ? here + step * row : next_strip, op);
        }
        for (const T* next = next_strip; r < rows; ++r, next += row)
            combine_rows<1>(accumulators, first + r * row, next, op);
        for (std::size_t i = s; i < std::min<std::size_t>(rest, s + strip); ++i)
            accumulators[i - s] = op(accumulators[i - s], last[i]);
        reduce_tree<tops, strip>(accumulators, op);
        std::memcpy(all_tops + s / strip * tops, accumulators, sizeof(T) * tops);
    }
    reduce_tree<1, strips * tops>(all_tops, op);
    return all_tops[0];
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
        extreme = extremes[0];
        for (std::size_t i = 1; i < lanes; ++i) extreme = op(extreme, extremes[i]);
    }
    for (; done < count; ++done) extreme = op(extreme, elements[done]);
    return extreme;
}

void reduce_any(simd_type type, simd_operator which, const void* elements, std::uint64_t count, void* result) {
    with_types(type, which, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        constexpr bool is_extreme = !std::is_same_v<decltype(op), plus> && !std::is_same_v<decltype(op), multiplies>;
        T total;
        if constexpr (is_extreme && std::is_floating_point_v<T>) {
            total = reduce_extreme(static_cast<const T*>(elements), count, op);
        } else {
            total = reduce_chunk(static_cast<const T*>(elements), count, op);
        }
        std::memcpy(result, &total, sizeof(T));
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
