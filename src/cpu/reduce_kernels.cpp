// A chunk in the canonical order of commutative operators, by vectors: this file is compiled once for each instruction
// set.
#include <cstring>
#include <stdexcept>

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

/// accumulators[i] = (((accumulators[i] o row 0's i) o row 1's i) ...). Two rows at a time: the accumulators (8 KiB)
/// stay in the first-level cache, and are loaded and stored once for two loads of elements; more rows are more streams
/// than the prefetchers follow well.
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
    for (; count - done >= 2 * row; done += 2 * row) add_rows<2>(accumulators, elements + done, op);
    for (; count - done >= row; done += row) add_rows<1>(accumulators, elements + done, op);
    for (std::size_t i = 0; done + i < count; ++i) accumulators[i] = op(accumulators[i], elements[done + i]);
    return reduce_tree(accumulators, leaves, op);
}

template <class T, class Operator>
void reduce_typed(const void* elements, std::uint64_t count, Operator op, void* result) {
    const T total = reduce_chunk(static_cast<const T*>(elements), count, op);
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
