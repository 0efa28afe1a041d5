// Many short segments, and columns side by side, by vectors: this file is compiled once for each instruction set.
//
// A segment becomes one vector whose tree over neighbours is that of the segment, filled up with the operator's neutral
// value, which changes no bit; and as many of these as a vector has lanes become one vector of totals, by the same
// step: the neighbours of two vectors are combined into one.
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/core/neutral.hpp>
#include <strider/cpu/simd_segments.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/segment_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/simd_operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

template <class T, class Operator>
struct segment_trees {
    using tag = hn::ScalableTag<T>;
    using vector = hn::VFromD<tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(tag());
    Operator op;
    vector nothing = hn::Set(tag(), neutral<T, Operator>());

    /// What stands behind is read soon, and no load waits for memory then. (2 KiB ahead took 1.4 times as long, Zen 5.)
    static HWY_INLINE void prefetch(const T* elements) { hwy::Prefetch(elements + 6144 / sizeof(T)); }

    /// The first `count` > 0 elements, and nothing behind them.
    HWY_INLINE vector load(const T* elements, std::size_t count) const {
        const tag d;
        prefetch(elements);
        if (count >= lanes) return hn::LoadU(d, elements);
        const auto there = hn::FirstN(d, count);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2  // where a load reads nothing that its mask leaves out
        return hn::IfThenElse(there, hn::MaskedLoad(there, d, elements), nothing);
#else
        HWY_ALIGN T filled[lanes] = {};
        for (std::size_t i = 0; i < count; ++i) filled[i] = elements[i];
        return hn::IfThenElse(there, hn::Load(d, filled), nothing);
#endif
    }

    /// Neighbours combined.
    HWY_INLINE vector pairs(vector left, vector right) const {
#if HWY_TARGET == HWY_SCALAR
        return combine(op, left, right);
#else
        const tag d;
        return combine(op, hn::ConcatEven(d, right, left), hn::ConcatOdd(d, right, left));
#endif
    }

    /// The tree over `Vectors` vectors, a power of two, down to one.
    template <std::size_t Vectors, bool More = true>
    HWY_INLINE vector tree(const T* elements) const {
        if constexpr (Vectors == 1) {
            if constexpr (More) prefetch(elements);
            return hn::LoadU(tag(), elements);
        } else {
            return pairs(tree<Vectors / 2, More>(elements), tree<Vectors / 2, More>(elements + Vectors / 2 * lanes));
        }
    }

    /// The same where only the first `count` > 0 elements are there.
    template <std::size_t Vectors>
    HWY_INLINE vector tree(const T* elements, std::size_t count) const {
        if constexpr (Vectors == 1) {
            return load(elements, count);
        } else {
            constexpr std::size_t half = Vectors / 2 * lanes;
            if (count <= half) return pairs(tree<Vectors / 2>(elements, count), nothing);
            return pairs(tree<Vectors / 2>(elements), tree<Vectors / 2>(elements + half, count - half));
        }
    }

    /// The tree over any number of vectors, in place.
    HWY_INLINE vector fold(T* values, std::size_t vectors) const {
        const tag d;
        for (; vectors > 1; vectors = (vectors + 1) / 2) {
            for (std::size_t i = 0; i < vectors / 2; ++i) {
                const T* const two = values + 2 * i * lanes;
                hn::Store(pairs(hn::Load(d, two), hn::Load(d, two + lanes)), d, values + i * lanes);
            }
            if (vectors % 2 != 0) {
                hn::Store(pairs(hn::Load(d, values + (vectors - 1) * lanes), nothing), d, values + vectors / 2 * lanes);
            }
        }
        return hn::Load(d, values);
    }

    /// A vector whose tree is that of the elements.
    HWY_INLINE vector segment(const T* elements, std::size_t count) const {
        if (count == 0) return nothing;
        if (count <= lanes) return load(elements, count);
        if (count <= 2 * lanes) return tree<2>(elements, count);
        if (count <= 4 * lanes) return tree<4>(elements, count);
        if (count <= 8 * lanes) return tree<8>(elements, count);
        HWY_ALIGN T values[row_elements<T> / 8];
        std::size_t vectors = 0, done = 0;
        for (; count - done >= 8 * lanes; done += 8 * lanes) {
            hn::Store(tree<8>(elements + done), tag(), values + vectors++ * lanes);
        }
        if (done < count) hn::Store(tree<8>(elements + done, count - done), tag(), values + vectors++ * lanes);
        return fold(values, vectors);
    }
};

template <class T, class Operator>
void reduce_all(const simd_segments& of, Operator op, T* totals) {
    using trees = segment_trees<T, Operator>;
    constexpr std::size_t lanes = trees::lanes;
    const typename trees::tag d;
    const trees of_operator{op};
    const T* const elements = static_cast<const T*>(of.elements);
    for (std::size_t first = 0; first < of.count; first += lanes) {
        const std::size_t count = std::min<std::size_t>(lanes, of.count - first);
        HWY_ALIGN T values[lanes * lanes];
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t which = first + i;
            hn::Store(of_operator.segment(elements + of.begins[which], of.sizes[which]), d, values + i * lanes);
        }
        for (std::size_t i = count; i < lanes; ++i) hn::Store(of_operator.nothing, d, values + i * lanes);
        const auto found = of_operator.template tree<lanes, false>(values);
        if (count == lanes) {
            hn::StoreU(found, d, totals + first);
        } else {
            hn::Store(found, d, values);
            std::copy_n(values, count, totals + first);
        }
    }
}

/// The tree over `Leaves` leaves from `leaf` on, of `count` columns, at most a vector's.
template <unsigned Leaves, class T, class Operator>
HWY_INLINE auto leaf_tree(const segment_trees<T, Operator>& of_operator, const simd_leaves& of, const T* columns,
                          std::uint64_t leaf, std::size_t count) {
    if constexpr (Leaves == 1) {
        const auto load = [&](std::uint64_t r) HWY_ATTR {
            const T* const elements = columns + r * of.stride;
            // Read by the next leaves. No processor foresees that: rows are far apart.
            hwy::Prefetch(elements + leaves_together * of.stride);
            return count == of_operator.lanes ? hn::LoadU(hn::ScalableTag<T>(), elements)
                                              : of_operator.load(elements, count);
        };
        auto total = load(leaf);
        for (std::uint64_t r = leaf + row_elements<T>; r < of.rows; r += row_elements<T>) {
            total = combine(of_operator.op, total, load(r));
        }
        return total;
    } else {
        const auto left = leaf_tree<Leaves / 2>(of_operator, of, columns, leaf, count);
        return combine(of_operator.op, left, leaf_tree<Leaves / 2>(of_operator, of, columns, leaf + Leaves / 2, count));
    }
}

template <class T, class Operator>
void reduce_all(const simd_leaves& of, Operator op, T* totals) {
    if constexpr (sizeof(T) == 4) {
        using trees = segment_trees<T, Operator>;
        const typename trees::tag d;
        const trees of_operator{op};
        const T* const elements = static_cast<const T*>(of.elements);
        std::uint64_t c = 0;
        for (; of.columns - c >= trees::lanes; c += trees::lanes) {
            hn::StoreU(leaf_tree<leaves_together>(of_operator, of, elements + c, 0, trees::lanes), d, totals + c);
        }
        if (c < of.columns) {
            HWY_ALIGN T last[trees::lanes];
            hn::Store(leaf_tree<leaves_together>(of_operator, of, elements + c, 0, of.columns - c), d, last);
            std::copy_n(last, of.columns - c, totals + c);
        }
    }
}

template <class Operator, class What>
void reduce_operator(const What& of, Operator op, void* totals) {
    switch (of.type) {
        case simd_type::i32:
            return reduce_all(of, op, static_cast<std::int32_t*>(totals));
        case simd_type::u32:
            return reduce_all(of, op, static_cast<std::uint32_t*>(totals));
        case simd_type::i64:
            return reduce_all(of, op, static_cast<std::int64_t*>(totals));
        case simd_type::u64:
            return reduce_all(of, op, static_cast<std::uint64_t*>(totals));
        case simd_type::f32:
            return reduce_all(of, op, static_cast<float*>(totals));
        case simd_type::f64:
            return reduce_all(of, op, static_cast<double*>(totals));
    }
}

template <class What>
void reduce_any(const What& of, void* totals) {
    switch (of.op) {
        case simd_operator::plus:
            return reduce_operator(of, plus{}, totals);
        case simd_operator::multiplies:
            return reduce_operator(of, multiplies{}, totals);
        case simd_operator::minimum:
            return reduce_operator(of, minimum{}, totals);
        case simd_operator::maximum:
            return reduce_operator(of, maximum{}, totals);
    }
}

void reduce_many_segments(const simd_segments& of, void* totals) { reduce_any(of, totals); }
void reduce_leaves(const simd_leaves& of, void* totals) { reduce_any(of, totals); }

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_many_segments);
HWY_EXPORT(reduce_leaves);

void reduce_simd_segments(const simd_segments& of, void* totals) {
    HWY_DYNAMIC_DISPATCH(reduce_many_segments)(of, totals);
}
void reduce_simd_leaves(const simd_leaves& of, void* totals) { HWY_DYNAMIC_DISPATCH(reduce_leaves)(of, totals); }

}  // namespace strider::cpu_backend
#endif
