// Rows of scans in the canonical order, one lane a run: what plain and segmented scans share. (Included once for each
// instruction set.)
#if defined(STRIDER_SCAN_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_SCAN_ROWS_INL_HPP
#undef STRIDER_SCAN_ROWS_INL_HPP
#else
#define STRIDER_SCAN_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/cpu/simd_kernels.hpp>

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

/// Calls `body` with a value of the type and the operator. Of integers of either sign sums and products are the same,
/// and of unsigned ones they never overflow.
template <class Body>
void with_types(simd_type type, simd_operator which, Body body) {
    const auto with_type = [&](auto op) {
        constexpr bool signs_matter = std::is_same_v<decltype(op), minimum> || std::is_same_v<decltype(op), maximum>;
        switch (type) {
            case simd_type::i32:
                return body(std::conditional_t<signs_matter, std::int32_t, std::uint32_t>{}, op);
            case simd_type::u32:
                return body(std::uint32_t{}, op);
            case simd_type::i64:
                return body(std::conditional_t<signs_matter, std::int64_t, std::uint64_t>{}, op);
            case simd_type::u64:
                return body(std::uint64_t{}, op);
            case simd_type::f32:
                return body(float{}, op);
            case simd_type::f64:
                return body(double{}, op);
        }
    };
    switch (which) {
        case simd_operator::plus:
            return with_type(plus{});
        case simd_operator::multiplies:
            return with_type(multiplies{});
        case simd_operator::minimum:
            return with_type(minimum{});
        case simd_operator::maximum:
            return with_type(maximum{});
    }
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
