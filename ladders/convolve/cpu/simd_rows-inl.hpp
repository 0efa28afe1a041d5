// What the SIMD rungs share: weighted sums of rows, vector by vector. (Included once for each instruction set.)
#if defined(STRIDER_LADDERS_SIMD_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_LADDERS_SIMD_ROWS_INL_HPP
#undef STRIDER_LADDERS_SIMD_ROWS_INL_HPP
#else
#define STRIDER_LADDERS_SIMD_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "ladders/convolve/cpu/image.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::convolve::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// `line_of(k)[c + j] * weights[k * entries + j]`, summed over `lines` lines and `entries` entries of each, for every
/// column c; `store(c, sums)` takes a vector of columns. Lines are read, and columns stored, up to a vector too far.
template <class LineOf, class Store>
HWY_INLINE void add_lines(LineOf line_of, const float* weights, unsigned lines, unsigned entries, std::int64_t columns,
                          Store store) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t c = 0;
    for (; c + 3 * lanes < columns; c += 4 * lanes) {  // four sums, since one would wait for itself
        auto first = hn::Zero(d), second = first, third = first, fourth = first;
        for (unsigned k = 0; k < lines; ++k) {
            const float* const line = line_of(k) + c;
            for (unsigned j = 0; j < entries; ++j) {
                const auto weight = hn::Set(d, weights[k * entries + j]);
                first = hn::MulAdd(weight, hn::LoadU(d, line + j), first);
                second = hn::MulAdd(weight, hn::LoadU(d, line + j + lanes), second);
                third = hn::MulAdd(weight, hn::LoadU(d, line + j + 2 * lanes), third);
                fourth = hn::MulAdd(weight, hn::LoadU(d, line + j + 3 * lanes), fourth);
            }
        }
        store(c, first);
        store(c + lanes, second);
        store(c + 2 * lanes, third);
        store(c + 3 * lanes, fourth);
    }
    for (; c < columns; c += lanes) {
        auto sums = hn::Zero(d);
        for (unsigned k = 0; k < lines; ++k) {
            for (unsigned j = 0; j < entries; ++j) {
                sums = hn::MulAdd(hn::Set(d, weights[k * entries + j]), hn::LoadU(d, line_of(k) + c + j), sums);
            }
        }
        store(c, sums);
    }
}

/// Stores a vector of sums as pixels of a row, as far as the row goes.
template <class T>
struct pixel_store {
    T* row;
    std::int64_t columns;

    template <class V>
    HWY_INLINE void operator()(std::int64_t c, V sums) const {
        const hn::DFromV<V> d;
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
        HWY_ALIGN T pixels[HWY_LANES(float)];
        T* const to = c + lanes <= columns ? row + c : pixels;
        if constexpr (std::is_same_v<T, float>) {
            hn::StoreU(sums, d, to);
        } else {
            hn::StoreU(hn::DemoteTo(hn::Rebind<T, decltype(d)>(), hn::NearestInt(sums)), hn::Rebind<T, decltype(d)>(),
                       to);
        }
        if (to == pixels) std::copy_n(pixels, columns - c, row + c);
    }
};

/// The row of `pixel_store` for row r of a part.
template <class T>
pixel_store<T> row_of(T* output, const shape& of, const part& here, std::int64_t r) {
    return {output + r * of.columns + here.first_column, here.columns()};
}

/// A part of the output, from rows that are copied once with their ghost cells.
template <class T>
void convolve_part(const T* input, const float* mask, T* output, const shape& of, const part& here) {
    row_ring lines(of.mask_rows, here.columns() + of.mask_columns);
    const std::int64_t above = of.mask_rows / 2, below = of.mask_rows - 1 - above;
    for (std::int64_t r = here.first_row - above; r < here.first_row + below; ++r) {
        load_row(input, of, here, r, lines[r]);
    }
    for (std::int64_t r = here.first_row; r < here.last_row; ++r) {
        load_row(input, of, here, r + below, lines[r + below]);
        add_lines([&](unsigned k) { return lines[r - above + k]; }, mask, of.mask_rows, of.mask_columns, here.columns(),
                  row_of(output, of, here, r));
    }
}

}  // namespace strider::ladders::convolve::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
