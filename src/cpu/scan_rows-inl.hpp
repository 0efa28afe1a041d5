// Rows of scans in the canonical order, one lane a run: what plain and segmented scans share. (Included once for each
// instruction set.)
#if defined(STRIDER_SCAN_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_SCAN_ROWS_INL_HPP
#undef STRIDER_SCAN_ROWS_INL_HPP
#else
#define STRIDER_SCAN_ROWS_INL_HPP
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/cpu/scan/simd.hpp>
#include <strider/pattern/scan_order.hpp>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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

/// For TableLookupLanes: lane i takes lane from(i).
template <class T, class From>
HWY_INLINE auto places(From from) {
    constexpr unsigned lanes = lanes_of<T>;
    HWY_ALIGN hwy::MakeSigned<T> indices[lanes];
    for (unsigned i = 0; i < lanes; ++i) indices[i] = static_cast<hwy::MakeSigned<T>>(from(i));
    return hn::SetTableIndices(tag<T>(), indices);
}

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
        const auto rotation = places<T>([](unsigned i) { return (i + lanes - part) % lanes; });
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

/// Operators on integers give the same in any order: there is no need to keep to the canonical one.
template <class T>
constexpr bool any_order = std::is_integral_v<T>;

/// To where a whole vector may stand, if by a streaming store.
template <class T>
HWY_INLINE void store(vector_of<T> vector, T* to, bool streaming) {
    streaming ? hn::Stream(vector, tag<T>(), to) : hn::StoreU(vector, tag<T>(), to);
}

/// Results of rows on their way to memory by streaming stores, wherever they begin: whole vectors where they may be
/// stored.
template <class T, unsigned row>
class streamed_rows {
public:
    explicit HWY_INLINE streamed_rows(T* results)
        : kept_(reinterpret_cast<std::uintptr_t>(results) / sizeof(T) % lanes), to_(results - kept_), skip_(kept_) {}

    HWY_INLINE bool aligned() const { return kept_ == 0; }

    /// Where the next row is to be left.
    HWY_INLINE T* place() { return values_ + kept_; }

    /// Stores what is whole of the row that was left.
    HWY_INLINE void take() {
        const tag<T> d;
        for (unsigned i = 0; i < row; i += lanes) {
            if (i < skip_) {
                for (unsigned k = kept_; k < lanes; ++k) to_[k] = values_[k];
                skip_ = 0;
            } else {
                hn::Stream(hn::Load(d, values_ + i), d, to_ + i);
            }
        }
        hn::Store(hn::Load(d, values_ + row), d, values_);
        to_ += row;
    }

    /// Stores the rest.
    HWY_INLINE void finish() const {
        for (unsigned k = skip_; k < kept_; ++k) to_[k] = values_[k];
    }

private:
    static constexpr unsigned lanes = lanes_of<T>;
    HWY_ALIGN T values_[row + lanes] = {};
    unsigned kept_;  ///< elements before a row that share its first vector
    T* to_;          ///< the place of values_
    unsigned skip_;  ///< the first of them that are not ours
};

/// scan.begin(s) begins a strip, scan.row takes a row of it.
template <class T, unsigned row, class Scan>
HWY_INLINE void scan_strips(const simd_scan& of, Scan scan, T* output) {
    const T* from = static_cast<const T*>(of.strips.elements);
    streamed_rows<T, row> streamed(output);
    const bool staged = of.streaming && !streamed.aligned();
    for (unsigned s = 0; s < of.strips.strips; ++s) {
        scan.begin(s);
        for (unsigned r = 0; r < of.strips.rows; ++r) {
            scan.row(from, staged ? streamed.place() : output, of.streaming && !staged);
            if (staged) streamed.take();
            from += row, output += row;
        }
    }
    if (staged) streamed.finish();
    if (of.streaming) hwy::FlushStream();  // before another thread may be told
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
