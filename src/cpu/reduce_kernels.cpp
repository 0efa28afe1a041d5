// A chunk in the canonical order of commutative operators, by vectors: this file is compiled once for each instruction
// set.
#include <cstring>
#include <limits>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/cpu/simd_kernels.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/reduce_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/simd_operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

template <class T>
constexpr std::size_t row_of = canonical_order::lanes* canonical_order::accumulators_per_lane(sizeof(T));

/// accumulators[i] = (((accumulators[i] o row 0's i) o row 1's i) ...). Three rows at a time: the accumulators (8 KiB)
/// stay in the first-level cache, and are loaded and stored once for three loads of elements. Rows are 8 KiB apart, and
/// an even number of such streams was slower by 10 to 25% on the processors that were tried (Zen 5).
template <unsigned Rows, class T, class Operator>
HWY_INLINE void add_rows(T* HWY_RESTRICT accumulators, const T* HWY_RESTRICT elements, Operator op) {
    const hn::ScalableTag<T> d;
    for (std::size_t i = 0; i < row_of<T>; i += hn::Lanes(d)) {
        auto sum = hn::Load(d, accumulators + i);
        for (unsigned r = 0; r < Rows; ++r) sum = combine(op, sum, hn::LoadU(d, elements + r * row_of<T> + i));
        hn::Store(sum, d, accumulators + i);
    }
}

/// The binary tree over neighbours, in place.
template <class T, class Operator>
HWY_INLINE T reduce_tree(T* accumulators, std::size_t count, Operator op) {
    const hn::ScalableTag<T> d;
    for (; count > 1; count = (count + 1) / 2) {
        const std::size_t pairs = count / 2;
        std::size_t i = 0;
        for (; i + hn::Lanes(d) <= pairs; i += hn::Lanes(d)) {
            hn::VFromD<decltype(d)> even, odd;
            hn::LoadInterleaved2(d, accumulators + 2 * i, even, odd);
            hn::Store(combine(op, even, odd), d, accumulators + i);
        }
        for (; i < pairs; ++i) accumulators[i] = op(accumulators[2 * i], accumulators[2 * i + 1]);
        if (count % 2 != 0) accumulators[pairs] = accumulators[count - 1];
    }
    return accumulators[0];
}

template <class T, class Operator>
HWY_INLINE T reduce_chunk(const T* elements, std::uint64_t count, Operator op) {
    constexpr std::size_t row = row_of<T>;
    HWY_ALIGN T accumulators[row];
    const std::size_t leaves = count < row ? count : row;
    std::memcpy(accumulators, elements, leaves * sizeof(T));

    std::uint64_t done = leaves;
    for (; count - done >= 3 * row; done += 3 * row) add_rows<3>(accumulators, elements + done, op);
    for (; count - done >= row; done += row) add_rows<1>(accumulators, elements + done, op);
    for (std::size_t i = 0; done + i < count; ++i) accumulators[i] = op(accumulators[i], elements[done + i]);
    return reduce_tree(accumulators, leaves, op);
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

template <class T, class Operator>
void reduce_typed(const void* elements, std::uint64_t count, Operator op, void* result) {
    constexpr bool extreme = std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum>;
    T total;
    if constexpr (extreme && std::is_floating_point_v<T>) {
        total = reduce_extreme(static_cast<const T*>(elements), count, op);
    } else {
        total = reduce_chunk(static_cast<const T*>(elements), count, op);
    }
    std::memcpy(result, &total, sizeof(T));
}

template <class Operator>
void reduce_operator(simd_type type, const void* elements, std::uint64_t count, Operator op, void* result) {
    switch (type) {
        case simd_type::i32:
            return reduce_typed<std::int32_t>(elements, count, op, result);
        case simd_type::u32:
            return reduce_typed<std::uint32_t>(elements, count, op, result);
        case simd_type::i64:
            return reduce_typed<std::int64_t>(elements, count, op, result);
        case simd_type::u64:
            return reduce_typed<std::uint64_t>(elements, count, op, result);
        case simd_type::f32:
            return reduce_typed<float>(elements, count, op, result);
        case simd_type::f64:
            return reduce_typed<double>(elements, count, op, result);
    }
}

void reduce_any(simd_type type, simd_operator op, const void* elements, std::uint64_t count, void* result) {
    switch (op) {
        case simd_operator::plus:
            return reduce_operator(type, elements, count, plus{}, result);
        case simd_operator::multiplies:
            return reduce_operator(type, elements, count, multiplies{}, result);
        case simd_operator::minimum:
            return reduce_operator(type, elements, count, minimum{}, result);
        case simd_operator::maximum:
            return reduce_operator(type, elements, count, maximum{}, result);
    }
}

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_any);
HWY_EXPORT(target_name);

void reduce_simd_chunk(simd_type type, simd_operator op, const void* elements, std::uint64_t count, void* result) {
    HWY_DYNAMIC_DISPATCH(reduce_any)(type, op, elements, count, result);
}

const char* simd_target_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}  // namespace strider::cpu_backend
#endif
