// Strips of scans in the canonical order, by vectors: this file is compiled once for each instruction set.
//
// A row is read once and stays in registers until its results are written. Where nothing stands before, the operator's
// identity does, which changes no bit of what it is combined with: for sums of floating point it is -0.
#include <cstdint>
#include <type_traits>

#include <strider/core/scan_order.hpp>
#include <strider/cpu/simd_scan.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/scan_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/simd_operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

constexpr unsigned runs = scan_order::lanes;

template <class T>
using tag = hn::CappedTag<T, runs>;
template <class T>
using vector_of = hn::VFromD<tag<T>>;
template <class T>
constexpr unsigned lanes_of = hn::MaxLanes(tag<T>());

/// One lane a run.
template <class T>
struct row_of_runs {
    static constexpr unsigned lanes = lanes_of<T>, count = runs / lanes;
    vector_of<T> vectors[count];
};

/// The folds of neighbouring runs: the first element of each, the first two, and so on.
template <class T, class Operator>
struct folds_of_runs {
    static constexpr unsigned width = scan_order::run(sizeof(T));
    static_assert(width == 4 || width == 2);
    using vector = vector_of<T>;
    vector a, b, c, d;  ///< c and d where a run has four elements

    HWY_INLINE void load(const T* elements, Operator op) {
        if constexpr (width == 4) {
            hn::LoadInterleaved4(tag<T>(), elements, a, b, c, d);
            b = combine(op, a, b);
            c = combine(op, b, c);
            d = combine(op, c, d);
        } else {
            hn::LoadInterleaved2(tag<T>(), elements, a, b);
            b = combine(op, a, b);
        }
    }

    HWY_INLINE vector last() const {
        if constexpr (width == 4) {
            return d;
        } else {
            return b;
        }
    }

    /// before o fold; exclusive: of the fold of one element less.
    template <bool Exclusive>
    HWY_INLINE void write(vector before, T* results, Operator op) const {
        const auto result = [&](vector fold) HWY_ATTR { return combine(op, before, fold); };
        if constexpr (width == 4) {
            if constexpr (Exclusive) {
                hn::StoreInterleaved4(before, result(a), result(b), result(c), tag<T>(), results);
            } else {
                hn::StoreInterleaved4(result(a), result(b), result(c), result(d), tag<T>(), results);
            }
        } else {
            if constexpr (Exclusive) {
                hn::StoreInterleaved2(before, result(a), tag<T>(), results);
            } else {
                hn::StoreInterleaved2(result(a), result(b), tag<T>(), results);
            }
        }
    }
};

/// The vectors of a row with every run's value `distance` runs further on, and `nothing` where none comes from.
template <unsigned distance, class T>
HWY_INLINE row_of_runs<T> shifted(const row_of_runs<T>& row, vector_of<T> nothing) {
    constexpr unsigned lanes = row_of_runs<T>::lanes, whole = distance / lanes, part = distance % lanes;
    const auto from = [&](const row_of_runs<T>& of, unsigned v)
                          HWY_ATTR { return v < whole ? nothing : of.vectors[v - whole]; };
    row_of_runs<T> to;
    if constexpr (part == 0) {
        for (unsigned v = 0; v < row.count; ++v) to.vectors[v] = from(row, v);
    } else {
        static_assert(whole == 0);
        const tag<T> d;
        HWY_ALIGN hwy::MakeSigned<T> places[lanes];
        for (unsigned i = 0; i < lanes; ++i) places[i] = (i + lanes - part) % lanes;
        const auto rotation = hn::SetTableIndices(d, places);
        const auto from_left = hn::FirstN(d, part);
        vector_of<T> left = nothing;
        for (unsigned v = 0; v < row.count; ++v) {
            const auto here = hn::TableLookupLanes(row.vectors[v], rotation);
            to.vectors[v] = hn::IfThenElse(from_left, left, here);
            left = here;
        }
    }
    return to;
}

/// Kogge and Stone's scan of a row's runs, from `distance` on.
template <unsigned distance, class T, class Operator>
HWY_INLINE void scan_runs(row_of_runs<T>& row, vector_of<T> nothing, Operator op) {
    if constexpr (distance < runs) {
        const auto left = shifted<distance>(row, nothing);
        for (unsigned v = 0; v < row.count; ++v) row.vectors[v] = combine(op, left.vectors[v], row.vectors[v]);
        scan_runs<2 * distance>(row, nothing, op);
    }
}

template <bool Exclusive, class T, class Operator>
void scan_strip(const T* elements, unsigned rows, Operator op, T* results, T* total) {
    constexpr unsigned lanes = lanes_of<T>, width = folds_of_runs<T, Operator>::width, count = row_of_runs<T>::count;
    constexpr bool negative_zero = std::is_same_v<Operator, plus> && std::is_floating_point_v<T>;
    const tag<T> d;
    const auto nothing = hn::Set(d, negative_zero ? -T{0} : identity<Operator, T>::value);
    HWY_ALIGN hwy::MakeSigned<T> lasts[lanes];
    for (auto& place : lasts) place = lanes - 1;
    const auto last = hn::SetTableIndices(d, lasts);

    const T* const ahead = elements + rows * runs * width;
    auto before_row = nothing;
    for (unsigned r = 0; r < rows; ++r) {
        const std::size_t first = std::size_t{r} * runs * width;
        // The next strip is asked for meanwhile.
        for (std::size_t i = 0; i < runs * width; i += 64 / sizeof(T)) hwy::Prefetch(ahead + first + i);
        folds_of_runs<T, Operator> folds[count];
        row_of_runs<T> sums;
        for (unsigned v = 0; v < count; ++v) {
            folds[v].load(elements + first + v * lanes * width, op);
            sums.vectors[v] = folds[v].last();
        }
        scan_runs<1>(sums, nothing, op);
        const auto before = shifted<1>(sums, nothing);
        for (unsigned v = 0; v < count; ++v) {
            folds[v].template write<Exclusive>(combine(op, before_row, before.vectors[v]),
                                               results + first + v * lanes * width, op);
        }
        before_row = combine(op, before_row, hn::TableLookupLanes(sums.vectors[count - 1], last));
    }
    *total = hn::GetLane(before_row);
}

template <class T, class Operator>
void scan_typed(const simd_strip& strip, bool exclusive, Operator op, void* results, void* total) {
    const T* const elements = static_cast<const T*>(strip.elements);
    exclusive ? scan_strip<true>(elements, strip.rows, op, static_cast<T*>(results), static_cast<T*>(total))
              : scan_strip<false>(elements, strip.rows, op, static_cast<T*>(results), static_cast<T*>(total));
}

template <class Operator>
void scan_operator(const simd_strip& strip, bool exclusive, Operator op, void* results, void* total) {
    // Of integers of either sign sums and products are the same, and of unsigned ones they never overflow.
    constexpr bool signs_matter = std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum>;
    using i32 = std::conditional_t<signs_matter, std::int32_t, std::uint32_t>;
    using i64 = std::conditional_t<signs_matter, std::int64_t, std::uint64_t>;
    switch (strip.type) {
        case simd_type::i32:
            return scan_typed<i32>(strip, exclusive, op, results, total);
        case simd_type::u32:
            return scan_typed<std::uint32_t>(strip, exclusive, op, results, total);
        case simd_type::i64:
            return scan_typed<i64>(strip, exclusive, op, results, total);
        case simd_type::u64:
            return scan_typed<std::uint64_t>(strip, exclusive, op, results, total);
        case simd_type::f32:
            return scan_typed<float>(strip, exclusive, op, results, total);
        case simd_type::f64:
            return scan_typed<double>(strip, exclusive, op, results, total);
    }
}

void scan_any(const simd_strip& strip, bool exclusive, void* results, void* total) {
    switch (strip.op) {
        case simd_operator::plus:
            return scan_operator(strip, exclusive, plus{}, results, total);
        case simd_operator::multiplies:
            return scan_operator(strip, exclusive, multiplies{}, results, total);
        case simd_operator::minimum:
            return scan_operator(strip, exclusive, minimum{}, results, total);
        case simd_operator::maximum:
            return scan_operator(strip, exclusive, maximum{}, results, total);
    }
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_any);

void scan_simd_strip(const simd_strip& strip, bool exclusive, void* results, void* total) {
    HWY_DYNAMIC_DISPATCH(scan_any)(strip, exclusive, results, total);
}

}  // namespace strider::cpu_backend
#endif
