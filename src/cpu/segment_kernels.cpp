// Many short segments, by vectors: this file is compiled once for each instruction set.
//
// A segment becomes one vector whose tree over neighbours is the segment's tree, filled up with the operator's neutral
// value, which changes no bit. As many of these as a vector has lanes become one vector of totals by the same step: the
// neighbours of two vectors are combined into one. Runs of segments of one length are such vectors already, or become
// so by one permutation of several segments' elements.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <strider/core/quiet_nan.hpp>
#include <strider/cpu/neutral.hpp>
#include <strider/cpu/segmented_reduce/simd.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/segment_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

// Without vectors a tree has up to 128 leaves: too many to compile in one piece.
#undef STRIDER_INLINE_TREE
#if HWY_TARGET == HWY_SCALAR
#define STRIDER_INLINE_TREE
#else
#define STRIDER_INLINE_TREE HWY_INLINE
#endif

template <class T, class Operator>
struct segment_trees {
    using tag = hn::ScalableTag<T>;
    using vector = hn::VFromD<tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(tag());
    Operator op;
    vector nothing = hn::Set(tag(), neutral_as_rounded<T, Operator>());

    /// The first `count` elements, and nothing behind them.
    HWY_INLINE vector load(const T* elements, std::size_t count) const {
        return load_first(tag(), elements, count, nothing);
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

    /// The tree over `Vectors` vectors, a power of two, down to one: load(i) gives vector i.
    template <std::size_t Vectors, class Load>
    STRIDER_INLINE_TREE vector tree(const Load& load, std::size_t first = 0) const {
        if constexpr (Vectors == 1) {
            return load(first);
        } else {
            const vector left = tree<Vectors / 2>(load, first);
            return pairs(left, tree<Vectors / 2>(load, first + Vectors / 2));
        }
    }

    /// Vectors that follow each other, all of them complete, or only the first `count` > 0 elements.
    template <std::size_t Vectors>
    STRIDER_INLINE_TREE vector whole(const T* elements) const {
        return tree<Vectors>([=](std::size_t i) HWY_ATTR { return hn::LoadU(tag(), elements + i * lanes); });
    }
    template <std::size_t Vectors>
    STRIDER_INLINE_TREE vector part(const T* elements, std::size_t count) const {
        if constexpr (Vectors == 1) {
            return load(elements, count);
        } else {
            constexpr std::size_t half = Vectors / 2 * lanes;
            if (count <= half) return pairs(part<Vectors / 2>(elements, count), nothing);
            const vector left = whole<Vectors / 2>(elements);  // in order
            return pairs(left, part<Vectors / 2>(elements + half, count - half));
        }
    }

    /// Results, whose NaN are the one quiet NaN.
    static HWY_INLINE vector results(vector totals) {
        if constexpr (hwy::IsFloat<T>()) {
            return hn::IfThenElse(hn::IsNaN(totals), hn::Set(tag(), quiet_nan<T>), totals);
        } else {
            return totals;
        }
    }

    /// A vector whose tree is the elements' tree. There are at most `most_in_segment` elements.
    template <std::size_t Vectors = 1>
    STRIDER_INLINE_TREE vector segment(const T* elements, std::size_t count) const {
        if constexpr (Vectors * lanes < most_in_segment<T>) {
            if (count > Vectors * lanes) return segment<2 * Vectors>(elements, count);
        }
        return part<Vectors>(elements, count);
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
        const auto load = [&](std::size_t i) HWY_ATTR { return hn::Load(d, values + i * lanes); };
        const auto found = of_operator.results(of_operator.template tree<lanes>(load));
        if (count == lanes) {
            hn::StoreU(found, d, totals + first);
        } else {
            hn::Store(found, d, values);
            std::copy_n(values, count, totals + first);
        }
    }
}

/// As many vectors of totals as can be made of a run by loading whole vectors; returns how many totals they are. A
/// segment fills `Width` lanes, a power of two that is at least its length.
template <std::size_t Width, class T, class Operator>
std::uint64_t reduce_whole_vectors(const simd_run& of, Operator op, T* totals) {
    using trees = segment_trees<T, Operator>;
    constexpr std::size_t lanes = trees::lanes;
    const typename trees::tag d;
    const trees of_operator{op};
    const T* const elements = static_cast<const T*>(of.elements);
    std::uint64_t done = 0;
    if (of.length == Width) {
        for (; of.count - done >= lanes; done += lanes) {
            const auto total = of_operator.template whole<Width>(elements + done * Width);
            hn::StoreU(of_operator.results(total), d, totals + done);
        }
    } else if constexpr (2 < Width && Width <= lanes) {
        const hn::RebindToSigned<decltype(d)> indices;
        HWY_ALIGN hn::TFromD<decltype(indices)> from[lanes], there[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t segment = lane / Width, element = lane % Width;
            there[lane] = element < of.length;
            from[lane] = static_cast<hn::TFromD<decltype(indices)>>(there[lane] ? segment * of.length + element : 0);
        }
        const auto order = hn::SetTableIndices(d, from);
        const auto given = hn::RebindMask(d, hn::Ne(hn::Load(indices, there), hn::Zero(indices)));
        const std::uint64_t apart = lanes / Width * of.length, read = (Width - 1) * apart + lanes;
        for (; of.count - done >= lanes && of.readable - done * of.length >= read; done += lanes) {
            const T* const first = elements + done * of.length;
            const auto total = of_operator.template tree<Width>([&](std::size_t i) HWY_ATTR {
                return hn::IfThenElse(given, hn::TableLookupLanes(hn::LoadU(d, first + i * apart), order),
                                      of_operator.nothing);
            });
            hn::StoreU(of_operator.results(total), d, totals + done);
        }
    }
    return done;
}

template <class T, class Operator>
void reduce_all(const simd_run& of, Operator op, T* totals) {
    static_assert(longest_in_run == 16);
    std::uint64_t done = 0;
    const std::uint64_t width = std::bit_ceil(of.length);
    [&]<std::size_t... Widths>(std::index_sequence<Widths...>) {
        ((width == Widths ? void(done = reduce_whole_vectors<Widths>(of, op, totals)) : void()), ...);
    }(std::index_sequence<1, 2, 4, 8, 16>());
    constexpr unsigned together = 16;
    std::uint64_t begins[together];
    std::uint32_t sizes[together];
    std::fill_n(sizes, together, static_cast<std::uint32_t>(of.length));
    for (; done < of.count; done += together) {
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(together, of.count - done));
        for (unsigned i = 0; i < count; ++i) begins[i] = (done + i) * of.length;
        reduce_all(simd_segments{of.type, of.op, count, of.elements, begins, sizes}, op, totals + done);
    }
}

void reduce_segments_any(const simd_segments& of, void* totals) {
    with_types(of.type, of.op, [&](auto type, auto op) { reduce_all(of, op, static_cast<decltype(type)*>(totals)); });
}
void reduce_run_any(const simd_run& of, void* totals) {
    with_types(of.type, of.op, [&](auto type, auto op) { reduce_all(of, op, static_cast<decltype(type)*>(totals)); });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_segments_any);
HWY_EXPORT(reduce_run_any);

void reduce_simd_segments(const simd_segments& of, void* totals) {
    HWY_DYNAMIC_DISPATCH(reduce_segments_any)(of, totals);
}
void reduce_simd_run(const simd_run& of, void* totals) { HWY_DYNAMIC_DISPATCH(reduce_run_any)(of, totals); }

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
