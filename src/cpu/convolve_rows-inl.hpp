// Rows of a convolution by vectors: the sums of some rows of the output, from lines of pixels to pixels. (Included once
// for each instruction set.)
#if defined(STRIDER_CONVOLVE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_CONVOLVE_ROWS_INL_HPP
#undef STRIDER_CONVOLVE_ROWS_INL_HPP
#else
#define STRIDER_CONVOLVE_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Rows of the output that are made together, and vectors of each: their sums stay in registers. (Where each
/// multiply-add is a call, there is nothing to gain.)
constexpr bool fuses = HWY_NATIVE_FMA || HWY_ARCH_ARM;
constexpr unsigned rows_together = fuses ? 4 : 1;
constexpr unsigned vectors_together = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM ? 4 : fuses ? 2 : 1;

/// fma(weight, pixel, sum), rounded once on every processor.
template <class V>
HWY_INLINE V multiply_add(V weight, V pixel, V sum) {
#if HWY_NATIVE_FMA || HWY_ARCH_ARM
    return hn::MulAdd(weight, pixel, sum);
#else
    const hn::DFromV<V> d;
    using Weight = hn::TFromD<decltype(d)>;
    HWY_ALIGN Weight weights[HWY_LANES(Weight)], pixels[HWY_LANES(Weight)], sums[HWY_LANES(Weight)];
    hn::Store(weight, d, weights);
    hn::Store(pixel, d, pixels);
    hn::Store(sum, d, sums);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) sums[i] = std::fma(weights[i], pixels[i], sums[i]);
    return hn::Load(d, sums);
#endif
}

/// A vector that is loaded once: g++ takes each operation's operand from memory anew, and loads across two lines of the
/// cache cost twice.
template <class V>
HWY_INLINE V in_register(V v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && (HWY_COMPILER_GCC || HWY_COMPILER_CLANG)
    asm("" : "+v"(v.raw));
#endif
    return v;
}

/// Stores a vector of sums as pixels at `to`.
template <class T, class V>
HWY_INLINE void store_pixels(V sums, T* to) {
    const hn::DFromV<V> d;
    using Weight = hn::TFromD<decltype(d)>;
    if constexpr (std::is_same_v<T, Weight>) {
        hn::StoreU(sums, d, to);
    } else {
        const hn::Rebind<T, decltype(d)> narrow;
        const auto least = hn::Zero(d), most = hn::Set(d, Weight{std::numeric_limits<T>::max()});
        const auto inside = hn::IfThenElseZero(hn::Gt(sums, least), hn::Min(sums, most));  // of NaN 0
        hn::StoreU(hn::DemoteTo(narrow, hn::NearestInt(inside)), narrow, to);
    }
}

/// The same, but only of the first `count` >= 0 of them.
template <class T, class V>
HWY_INLINE void store_first_pixels(V sums, T* to, std::int64_t count) {
    const hn::DFromV<V> d;
    if (count >= static_cast<std::int64_t>(hn::Lanes(d))) return store_pixels(sums, to);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2  // where a store leaves alone what its mask leaves out
    if constexpr (std::is_same_v<T, hn::TFromD<decltype(d)>>) {
        return hn::BlendedStore(sums, hn::FirstN(d, static_cast<std::size_t>(count)), d, to);
    }
#endif
    HWY_ALIGN T pixels[HWY_LANES(hn::TFromD<decltype(d)>)];
    store_pixels(sums, pixels);
    for (std::int64_t i = 0; i < count; ++i) to[i] = pixels[i];
}

/// Adds one line to the sums of the output rows First to Last: in row r it meets the weights of the mask's row
/// `mask_row - r`.
template <unsigned First, unsigned Last, class V, class Weight>
HWY_INLINE void add_line(V (&sums)[rows_together][vectors_together], const Weight* line, const Weight* mask,
                         unsigned mask_row, unsigned columns, unsigned step) {
    const hn::DFromV<V> d;
#pragma GCC unroll 8
    for (unsigned j = 0; j < columns; ++j, line += step) {
        V pixels[vectors_together];
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors_together; ++v) pixels[v] = in_register(hn::LoadU(d, line + v * hn::Lanes(d)));
#pragma GCC unroll 8
        for (unsigned r = First; r <= Last; ++r) {
            const V weight = hn::Set(d, mask[(mask_row - r) * columns + j]);
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors_together; ++v) {
                sums[r][v] = multiply_add(weight, pixels[v], sums[r][v]);
            }
        }
    }
}

/// The weights of a mask, row by row.
template <class Weight>
struct dense_mask {
    const Weight* weights;
    unsigned rows, columns;
};

/// Some elements of a row.
struct stretch {
    std::int64_t first, last;
};

/// The sums of the elements of a stretch of `Rows` rows of the output, whose mask begins at lines[0] for the
/// first of them; neighbours under the mask are `step` elements apart. `store(r, c, sums)` takes a vector of row r.
template <unsigned Rows, class Weight, class Store>
HWY_INLINE void add_lines(const Weight* const* lines, const dense_mask<Weight>& mask, unsigned step,
                          const stretch& elements, Store store) {
    const hn::ScalableTag<Weight> d;
    using V = hn::Vec<decltype(d)>;
    constexpr unsigned last_row = Rows - 1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t c = elements.first; c < elements.last; c += vectors_together * lanes) {
        V sums[rows_together][vectors_together];
#pragma GCC unroll 8
        for (unsigned r = 0; r < rows_together; ++r) {
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors_together; ++v) sums[r][v] = hn::Zero(d);
        }
        // Line i is part of the output rows i - mask.rows + 1 to i, as far as there are.
        for (unsigned i = 0; i < mask.rows + last_row; ++i) {
            const unsigned from = i < mask.rows ? 0 : i - mask.rows + 1, to = i < last_row ? i : last_row;
            const auto add = [&]<unsigned First, unsigned Last>() HWY_ATTR __attribute__((always_inline)) {
                if constexpr (First <= Last) {
                    if (First == from && Last == to)
                        add_line<First, Last>(sums, lines[i] + c, mask.weights, i, mask.columns, step);
                }
            };
            [&]<unsigned... Case>(std::integer_sequence<unsigned, Case...>) HWY_ATTR __attribute__((always_inline)) {
                (add.template operator()<Case / Rows, Case % Rows>(), ...);
            }(std::make_integer_sequence<unsigned, Rows * Rows>());
        }
#pragma GCC unroll 8
        for (unsigned r = 0; r < Rows; ++r) {
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors_together; ++v) {
                if (c + v * lanes < elements.last) store(r, c + v * lanes, sums[r][v]);
            }
        }
    }
}

/// The same for four rows and a mask of `Side` x `Side` weights: no branch, no sum outside of registers, and the
/// weights are in registers as well where there are as many.
template <unsigned Side, class Weight, class Store, class StoreLast>
HWY_INLINE void add_square_lines(const Weight* const* lines, const Weight* mask, unsigned step, const stretch& elements,
                                 Store store, StoreLast store_last) {
    constexpr unsigned vectors = vectors_together, count = Side + rows_together - 1;
    const hn::ScalableTag<Weight> d;
    using V = hn::Vec<decltype(d)>;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    V weights[Side * Side];
#pragma GCC unroll 32
    for (unsigned i = 0; i < Side * Side; ++i) weights[i] = hn::Set(d, mask[i]);
    const Weight* line[count];
    std::copy_n(lines, count, line);
    const auto make_block = [&](std::int64_t c, auto store) HWY_ATTR {
        V sums[rows_together][vectors];
#pragma GCC unroll 8
        for (unsigned r = 0; r < rows_together; ++r) {
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors; ++v) sums[r][v] = hn::Zero(d);
        }
#pragma GCC unroll 16
        for (unsigned i = 0; i < count; ++i) {
#pragma GCC unroll 8
            for (unsigned j = 0; j < Side; ++j) {
#pragma GCC unroll 8
                for (unsigned v = 0; v < vectors; ++v) {
                    const V pixels = in_register(hn::LoadU(d, line[i] + c + j * step + v * lanes));
#pragma GCC unroll 8
                    for (unsigned r = 0; r < rows_together; ++r) {
                        if (r <= i && i < r + Side) {
                            sums[r][v] = multiply_add(weights[(i - r) * Side + j], pixels, sums[r][v]);
                        }
                    }
                }
            }
        }
#pragma GCC unroll 8
        for (unsigned r = 0; r < rows_together; ++r) {
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors; ++v) store(r, c + v * lanes, sums[r][v]);
        }
    };
    std::int64_t c = elements.first;
    for (; c + vectors * lanes <= elements.last; c += vectors * lanes) make_block(c, store);
    if (c < elements.last) make_block(c, store_last);
}

}  // namespace
}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
