// Many short segments, and columns side by side, by vectors: this file is compiled once for each instruction set.
//
// A segment becomes one vector whose tree over neighbours is that of the segment, filled up with the operator's neutral
// value, which changes no bit; and as many of these as a vector has lanes become one vector of totals, by the same
// step: the neighbours of two vectors are combined into one. Runs of segments of one length are such vectors already,
// or become so by one permutation of several segments' elements.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <strider/core/neutral.hpp>
#include <strider/core/quiet_nan.hpp>
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

    /// Results, whose NaN are the one quiet NaN.
    static HWY_INLINE vector results(vector totals) {
        if constexpr (hwy::IsFloat<T>()) {
            return hn::IfThenElse(hn::IsNaN(totals), hn::Set(tag(), quiet_nan<T>), totals);
        } else {
            return totals;
        }
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
        const auto found = of_operator.results(of_operator.template tree<lanes, false>(values));
        if (count == lanes) {
            hn::StoreU(found, d, totals + first);
        } else {
            hn::Store(found, d, values);
            std::copy_n(values, count, totals + first);
        }
    }
}

/// The trees of as many segments as a vector has lanes, which follow each other, down to one vector: `Vectors` vectors
/// begin `apart` elements after one another.
template <std::size_t Vectors, class T, class Operator, class Load>
HWY_INLINE auto run_tree(const segment_trees<T, Operator>& of_operator, const T* elements, std::size_t apart,
                         const Load& load) {
    if constexpr (Vectors == 1) {
        of_operator.prefetch(elements);
        return load(elements);
    } else {
        const auto left = run_tree<Vectors / 2>(of_operator, elements, apart, load);
        return of_operator.pairs(left, run_tree<Vectors / 2>(of_operator, elements + Vectors / 2 * apart, apart, load));
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
        const auto load = [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); };
        for (; of.count - done >= lanes; done += lanes) {
            const T* const first = elements + done * Width;
            hn::StoreU(of_operator.results(run_tree<Width>(of_operator, first, lanes, load)), d, totals + done);
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
        const auto load = [&](const T* first) HWY_ATTR {
            return hn::IfThenElse(given, hn::TableLookupLanes(hn::LoadU(d, first), order), of_operator.nothing);
        };
        const std::uint64_t apart = lanes / Width * of.length, read = (Width - 1) * apart + lanes;
        for (; of.count - done >= lanes && of.readable - done * of.length >= read; done += lanes) {
            const T* const first = elements + done * of.length;
            hn::StoreU(of_operator.results(run_tree<Width>(of_operator, first, apart, load)), d, totals + done);
        }
    }
    return done;
}

template <class T, class Operator>
void reduce_all(const simd_run& of, Operator op, T* totals) {
    static_assert(longest_in_run == 16);
    std::uint64_t done = 0;
    switch (std::bit_ceil(of.length)) {
        case 1:
            done = reduce_whole_vectors<1>(of, op, totals);
            break;
        case 2:
            done = reduce_whole_vectors<2>(of, op, totals);
            break;
        case 4:
            done = reduce_whole_vectors<4>(of, op, totals);
            break;
        case 8:
            done = reduce_whole_vectors<8>(of, op, totals);
            break;
        case 16:
            done = reduce_whole_vectors<16>(of, op, totals);
            break;
    }
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

/// The tree over `Leaves` leaves from `leaf` on of a vector of columns: `load(row, i)` returns row `row + i`.
template <unsigned Leaves, class T, class Operator, class Load>
HWY_INLINE auto leaf_tree(Operator op, std::uint64_t leaf, std::uint64_t rows, const Load& load) {
    hn::VFromD<hn::ScalableTag<T>> totals[Leaves];
    for (unsigned i = 0; i < Leaves; ++i) totals[i] = load(leaf, i);
    std::uint64_t row = leaf + row_elements<T>;
    for (; row + Leaves <= rows; row += row_elements<T>) {
        for (unsigned i = 0; i < Leaves; ++i) totals[i] = combine(op, totals[i], load(row, i));
    }
    if (row < rows) {
        for (unsigned i = 0; i + 1 < Leaves; ++i) {
            if (row + i < rows) totals[i] = combine(op, totals[i], load(row, i));
        }
    }
    for (unsigned left = Leaves / 2; left > 0; left /= 2) {
        for (unsigned i = 0; i < left; ++i) totals[i] = combine(op, totals[2 * i], totals[2 * i + 1]);
    }
    return totals[0];
}

/// A tree over neighbours, leaf by leaf: level l holds a subtree of 2^l leaves while bit l of the leaves' number is 1.
template <class T, class Operator>
void reduce_all(const simd_column_chunk& of, Operator op, T* results) {
    if constexpr (sizeof(T) == 4) {
        using trees = segment_trees<T, Operator>;
        using vector = typename trees::vector;
        constexpr std::size_t lanes = trees::lanes, together = 8;
        const typename trees::tag d;
        const trees of_operator{op};
        const T* const elements = static_cast<const T*>(of.elements);
        T* const levels = static_cast<T*>(of.scratch);
        const std::uint64_t leaves = std::min(of.rows, row_elements<T>);

        /// Calls `body` with the first column of each vector. The last one has columns of that before it, too.
        const auto for_each_vector = [&](const auto& body) HWY_ATTR {
            std::uint64_t c = 0;
            for (; c + lanes < of.columns; c += lanes) body(c);
            body(of.columns < lanes ? 0 : of.columns - lanes);
        };
        const auto at_level = [&](std::uint64_t level, std::uint64_t c) {
            return levels + level * strip_of_columns<T> + c;
        };
        const auto put = [&](vector total, std::uint64_t leaf, std::uint64_t level, std::uint64_t c) HWY_ATTR {
            for (; leaf >> level & 1; ++level) total = combine(op, hn::LoadU(d, at_level(level, c)), total);
            hn::StoreU(total, d, at_level(level, c));
        };

        // What is read soon is asked for, since no processor foresees where rows are: in the order of addresses where
        // rows follow each other and have vectors enough; else what follows in a row, and at its end what the next
        // leaves begin with.
        constexpr std::uint64_t line = 64 / sizeof(T), soon = 1024 / sizeof(T);
        const std::uint64_t next_leaves = together * of.stride;
        const std::uint64_t leaves_soon = (soon + of.columns - 1) / of.columns * next_leaves;
        const auto distance = [&](std::uint64_t c) {
            if (of.columns <= soon) return leaves_soon;
            return c + soon < of.columns ? soon : next_leaves + soon - of.columns;
        };
        std::uint64_t leaf = 0;
        const auto take_leaves = [&](auto rows_follow) HWY_ATTR {
            for (; leaves - leaf >= together; leaf += together) {
                for_each_vector([&](std::uint64_t c) HWY_ATTR {
                    const std::uint64_t ahead = rows_follow ? c * together + together * soon : distance(c) + c;
                    const auto load = [&](std::uint64_t row, unsigned i) HWY_ATTR {
                        const T* const first = elements + row * of.stride;
                        hwy::Prefetch(first + ahead + i * (rows_follow ? line : of.stride));
                        const T* const from = first + i * of.stride + c;
                        return of.columns < lanes ? of_operator.load(from, of.columns) : hn::LoadU(d, from);
                    };
                    put(leaf_tree<together, T>(op, leaf, of.rows, load), leaf, 3, c);
                });
            }
        };
        if (of.stride == of.columns && of.columns >= 4 * lanes) {
            take_leaves(std::true_type());
        } else {
            take_leaves(std::false_type());
        }
        for (; leaf < leaves; ++leaf) {
            for_each_vector([&](std::uint64_t c) HWY_ATTR {
                const auto load = [&](std::uint64_t row, unsigned) HWY_ATTR {
                    return of_operator.load(elements + row * of.stride + c, std::min<std::size_t>(lanes, of.columns));
                };
                put(leaf_tree<1, T>(op, leaf, of.rows, load), leaf, 0, c);
            });
        }
        for_each_vector([&](std::uint64_t c) HWY_ATTR {
            auto level = static_cast<std::uint64_t>(std::countr_zero(leaves));
            vector total = hn::LoadU(d, at_level(level, c));
            while (leaves >> ++level) {
                if (leaves >> level & 1) total = combine(op, hn::LoadU(d, at_level(level, c)), total);
            }
            if (of.columns < lanes) {
                hn::StoreU(total, d, levels);
                std::copy_n(levels, of.columns, results);
            } else {
                hn::StoreU(total, d, results + c);
            }
        });
    }
}

#if HWY_TARGET != HWY_SCALAR
/// Vectors of whole segments, of as many elements each as there are vectors, as columns from `to` on. Each step makes
/// the lowest bit of the place of an element the highest one.
template <std::size_t Vectors, class Tag, class Vector>
HWY_INLINE void store_transposed(Tag d, Vector (&lines)[Vectors], hn::TFromD<Tag>* to) {
    for (std::size_t step = 1; step < Vectors; step *= 2) {
        Vector turned[Vectors];
        for (std::size_t i = 0; i < Vectors / 2; ++i) {
            turned[i] = hn::ConcatEven(d, lines[2 * i + 1], lines[2 * i]);
            turned[Vectors / 2 + i] = hn::ConcatOdd(d, lines[2 * i + 1], lines[2 * i]);
        }
        for (std::size_t i = 0; i < Vectors; ++i) lines[i] = turned[i];
    }
    for (std::size_t i = 0; i < Vectors; ++i) hn::Store(lines[i], d, to + i * segments_by_element::together);
}

/// As many segments as `Tag` has lanes, from their elements `first` on.
template <class Tag>
HWY_INLINE void transpose_square(Tag d, const segments_by_element& of, std::uint64_t segment, std::uint64_t first,
                                 hn::TFromD<Tag>* columns) {
    using T = hn::TFromD<Tag>;
    constexpr std::size_t lanes = hn::MaxLanes(d);
    const T* const elements = static_cast<const T*>(of.elements);
    hn::VFromD<Tag> lines[lanes];
    for (std::size_t i = 0; i < lanes; ++i) {
        const std::uint64_t begin = of.begins[segment + i] + first;
        hwy::Prefetch(elements + begin + 6144 / sizeof(T));
        if (begin + lanes <= of.readable) {
            lines[i] = hn::LoadU(d, elements + begin);
        } else {
            HWY_ALIGN T there[lanes] = {};
            for (std::size_t k = 0; begin + k < of.readable; ++k) there[k] = elements[begin + k];
            lines[i] = hn::Load(d, there);
        }
    }
    store_transposed(d, lines, columns + first * of.together + segment);
}
#endif

template <class T, std::size_t Width>
void transpose_segments(const segments_by_element& of, T* columns) {
    [[maybe_unused]] const T* const elements = static_cast<const T*>(of.elements);
#if HWY_TARGET == HWY_SCALAR
    for (std::uint64_t k = 0; k < of.most; ++k) {
        for (std::uint64_t i = 0; i < of.together; ++i) {
            const std::uint64_t at = of.begins[i] + k;
            columns[k * of.together + i] = at < of.readable ? elements[at] : T{};
        }
    }
#else
    if (of.follow && of.most == Width) {
        const hn::ScalableTag<T> d;
        constexpr std::size_t lanes = hn::MaxLanes(d);
        for (std::uint64_t segment = 0; segment < of.together; segment += lanes) {
            hn::VFromD<decltype(d)> lines[Width];
            for (std::size_t i = 0; i < Width; ++i) {
                const T* const from = elements + segment * Width + i * lanes;
                hwy::Prefetch(from + 6144 / sizeof(T));
                lines[i] = hn::LoadU(d, from);
            }
            store_transposed(d, lines, columns + segment);
        }
        return;
    }
    const hn::CappedTag<T, Width> d;
    constexpr std::size_t lanes = hn::MaxLanes(d);
    for (std::uint64_t segment = 0; segment < of.together; segment += lanes) {
        for (std::uint64_t first = 0; first < of.most; first += lanes) {
            transpose_square(d, of, segment, first, columns);
        }
    }
#endif
}

template <class T>
void transpose_segments(const segments_by_element& of, T* columns) {
    if (of.most <= 4) return transpose_segments<T, 4>(of, columns);
    if (of.most <= 8) return transpose_segments<T, 8>(of, columns);
    transpose_segments<T, 16>(of, columns);
}

void transpose_any(const segments_by_element& of, void* columns) {
    if (of.element_bytes == 4) {
        transpose_segments(of, static_cast<std::uint32_t*>(columns));
    } else {
        transpose_segments(of, static_cast<std::uint64_t*>(columns));
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
void reduce_run(const simd_run& of, void* totals) { reduce_any(of, totals); }
void reduce_columns(const simd_column_chunk& of, void* totals) { reduce_any(of, totals); }

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_many_segments);
HWY_EXPORT(reduce_run);
HWY_EXPORT(reduce_columns);
HWY_EXPORT(transpose_any);

void reduce_simd_segments(const simd_segments& of, void* totals) {
    HWY_DYNAMIC_DISPATCH(reduce_many_segments)(of, totals);
}
void reduce_simd_run(const simd_run& of, void* totals) { HWY_DYNAMIC_DISPATCH(reduce_run)(of, totals); }
void reduce_simd_columns(const simd_column_chunk& of, void* totals) {
    HWY_DYNAMIC_DISPATCH(reduce_columns)(of, totals);
}
void transpose_simd_segments(const segments_by_element& of, void* columns) {
    HWY_DYNAMIC_DISPATCH(transpose_any)(of, columns);
}

}  // namespace strider::cpu_backend
#endif
