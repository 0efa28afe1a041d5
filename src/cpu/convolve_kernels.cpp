// A part of a convolution on one core, by vectors: this file is compiled once for each instruction set.
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <strider/cpu/convolve.hpp>
#include <strider/pattern/convolution.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/convolve_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/convolve_rows-inl.hpp"

#if !defined(STRIDER_CONVOLVE_LINES)
#define STRIDER_CONVOLVE_LINES
namespace strider::cpu_backend {
namespace {

/// Lines of sums or pixels, `room` elements longer than they must be, for whole vectors behind the last column. The
/// memory is a thread's own and is kept: a part is soon done, and asking for memory would take as long.
template <class Weight>
class line_ring {
public:
    static constexpr std::size_t room = 64, line = 64 / sizeof(Weight);

    line_ring(std::vector<Weight>& memory, std::size_t lines, std::size_t elements)
        // An odd number of cache lines: a power of two would put all lines into the same sets of the cache.
        : lines_(lines), pitch_(((elements + room + line - 1) / line | 1) * line), memory_(memory) {
        if (memory_.size() < lines_ * pitch_) memory_.resize(lines_ * pitch_);
    }
    /// The memory of row i >= 0, counted from the first row that the part needs.
    Weight* operator[](std::int64_t i) const { return memory_.data() + static_cast<std::size_t>(i) % lines_ * pitch_; }

private:
    std::size_t lines_, pitch_;
    std::vector<Weight>& memory_;
};

/// There are two: of pixels, and of sums of rows.
template <class Weight, int Which>
std::vector<Weight>& line_memory() {
    thread_local std::vector<Weight> mine;
    return mine;
}

}  // namespace
}  // namespace strider::cpu_backend
#endif

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {
namespace {

/// A stretch of `rows` rows of the output, one or four, the first of them at `output`, with a dense mask.
template <class T, class Weight>
void make_rows(const convolution<T>& of, const dense_mask<Weight>& mask, const Weight* const* lines, unsigned rows,
               T* output, const stretch& elements) {
    const std::int64_t last = elements.last;
    const auto lanes = hn::Lanes(hn::ScalableTag<Weight>());
    const std::uint64_t stride = of.output_stride;
    const auto whole = [&](std::int64_t c) HWY_ATTR { return c + static_cast<std::int64_t>(lanes) <= last; };
    const auto store = [&](unsigned r, std::int64_t c, auto found)
                           HWY_ATTR { store_pixels(found, output + r * stride + c); };
    const auto store_last = [&](unsigned r, std::int64_t c, auto found) HWY_ATTR {
        if (c < last) store_first_pixels(found, output + r * stride + c, last - c);
    };
    const auto store_any = [&](unsigned r, std::int64_t c, auto found)
                               HWY_ATTR { whole(c) ? store(r, c, found) : store_last(r, c, found); };
    if (rows == 1 || !fuses) {
        add_lines<1>(lines, mask, of.channels, elements, store_any);
    } else if constexpr (fuses) {
        if (mask.rows == 3 && mask.columns == 3) {
            add_square_lines<3>(lines, mask.weights, of.channels, elements, store, store_last);
        } else {
            add_lines<rows_together>(lines, mask, of.channels, elements, store_any);
        }
    }
}

/// The elements of `row` that a part needs: its columns, and the mask's halo. The row may lie outside of the image.
template <class T>
void load_line(const convolution<T>& of, const image_part& part, std::int64_t row, weight_of<T>* line) {
    const std::int64_t source = source_of(row, of.rows, of.outside);
    const std::int64_t begin = part.first_column - of.anchor_column,
                       end = part.last_column + of.mask_columns - 1 - of.anchor_column;
    const std::int64_t channels = of.channels;
    if (source < 0) {
        std::fill_n(line, (end - begin) * channels, static_cast<weight_of<T>>(of.fill));
        return;
    }
    const T* const from = of.input + static_cast<std::uint64_t>(source) * of.input_stride;
    const auto ghosts = [&](std::int64_t column, std::int64_t last) {
        for (; column < last; ++column) {
            const std::int64_t place = source_of(column, of.columns, of.outside);
            for (std::int64_t h = 0; h < channels; ++h) {
                line[(column - begin) * channels + h] = place < 0 ? of.fill : from[place * channels + h];
            }
        }
    };
    const std::int64_t inside = std::clamp<std::int64_t>(begin, 0, of.columns),
                       outside = std::clamp<std::int64_t>(end, inside, of.columns);
    ghosts(begin, inside);
    const T* const pixels = from + inside * channels;
    weight_of<T>* const to = line + (inside - begin) * channels;
    const std::int64_t count = (outside - inside) * channels;
    for (std::int64_t i = 0; i < count; ++i) to[i] = pixels[i];
    ghosts(outside, end);
}

/// A part of the image, through copies of its lines.
template <class T>
void convolve_copies(const convolution<T>& of, const mask_weights<weight_of<T>>& mask, const image_part& part) {
    using Weight = weight_of<T>;
    const std::int64_t first_element = part.first_column * of.channels,
                       elements = (part.last_column - part.first_column) * of.channels;
    const auto line_elements = static_cast<std::size_t>(elements + (of.mask_columns - 1) * of.channels);
    const std::size_t lines = of.mask_rows + rows_together - 1;
    const bool separable = mask.dense == nullptr;
    const line_ring<Weight> pixels(line_memory<Weight, 0>(), separable ? 1 : lines, line_elements),
        sums(line_memory<Weight, 1>(), separable ? lines : 0, static_cast<std::size_t>(elements));
    // Lines are counted from the first that the part needs.
    const auto prepare = [&](std::int64_t i) -> const Weight* {
        Weight* const line = pixels[i];
        load_line(of, part, part.first_row - of.anchor_row + i, line);
        if (!separable) return line;
        Weight* const into = sums[i];
        add_lines<1>(&line, dense_mask<Weight>{mask.row, 1, of.mask_columns}, of.channels, {0, elements},
                     [&](unsigned, std::int64_t c, auto found)
                         HWY_ATTR { hn::StoreU(found, hn::DFromV<decltype(found)>(), into + c); });
        return into;
    };
    const dense_mask<Weight> over_lines{separable ? mask.column : mask.dense, of.mask_rows,
                                        separable ? 1 : of.mask_columns};
    const Weight* under_mask[widest_mask + rows_together];
    std::int64_t prepared = 0;
    for (std::int64_t row = part.first_row; row < part.last_row;) {
        const unsigned together = part.last_row - row >= rows_together ? rows_together : 1;
        const std::int64_t first_line = row - part.first_row, needed = first_line + of.mask_rows + together - 1;
        for (; prepared < needed; ++prepared) under_mask[prepared - first_line] = prepare(prepared);
        make_rows(of, over_lines, under_mask, together,
                  of.output + static_cast<std::uint64_t>(row) * of.output_stride + first_element, {0, elements});
        row += together;
        std::copy(under_mask + together, under_mask + of.mask_rows + together - 1, under_mask);
    }
}

/// The fewest elements of a row that are read where they stand: a whole block.
template <class T>
constexpr std::int64_t fewest_in_place = HWY_LANES(T) * vectors_together;

/// The elements from `first` to `last` of a part's rows, at least `fewest_in_place`, where the mask reaches over
/// neither end of a row: lines are read where they stand, by whole blocks.
template <class T>
void convolve_in_place(const convolution<T>& of, const T* mask, const image_part& part, std::int64_t first,
                       std::int64_t last) {
    const std::int64_t elements = last - first, end = elements / fewest_in_place<T> * fewest_in_place<T>;
    const line_ring<T> ghosts(line_memory<T, 0>(), 1,
                              static_cast<std::size_t>(elements) + of.mask_columns * of.channels);
    bool filled = false;
    const auto line_of = [&](std::int64_t row) -> const T* {
        const std::int64_t source = source_of(row, of.rows, of.outside);
        if (source >= 0) {
            return of.input + static_cast<std::uint64_t>(source) * of.input_stride + first -
                   std::int64_t{of.anchor_column} * of.channels;
        }
        if (!filled) std::fill_n(ghosts[0], elements + (of.mask_columns - 1) * of.channels, of.fill);
        filled = true;
        return ghosts[0];
    };
    for (std::int64_t row = part.first_row; row < part.last_row;) {
        const unsigned together = part.last_row - row >= rows_together ? rows_together : 1;
        const T* lines[widest_mask + rows_together];
        for (unsigned i = 0; i < of.mask_rows + together - 1; ++i) lines[i] = line_of(row - of.anchor_row + i);
        T* const to = of.output + static_cast<std::uint64_t>(row) * of.output_stride + first;
        const auto make = [&](std::int64_t from, std::int64_t until) {
            make_rows(of, dense_mask<T>{mask, of.mask_rows, of.mask_columns}, lines, together, to, {from, until});
        };
        make(0, end);
        if (end < elements) make(elements - fewest_in_place<T>, elements);  // some of them once more
        row += together;
    }
}

/// A part of the image. Floating point is read where it stands, but for the columns whose mask reaches over an end of
/// the row.
template <class T>
void convolve_typed(const convolution<T>& of, const mask_weights<weight_of<T>>& mask, const image_part& part) {
    if constexpr (std::is_same_v<T, weight_of<T>>) {
        const std::int64_t first = std::max<std::int64_t>(part.first_column, of.anchor_column),
                           last = std::min<std::int64_t>(part.last_column,
                                                         of.columns + 1 + of.anchor_column - of.mask_columns);
        if (mask.dense != nullptr && (last - first) * of.channels >= fewest_in_place<T>) {
            convolve_in_place(of, mask.dense, part, first * of.channels, last * of.channels);
            if (part.first_column < first) {
                convolve_copies(of, mask, {part.first_row, part.last_row, part.first_column, first});
            }
            if (last < part.last_column) {
                convolve_copies(of, mask, {part.first_row, part.last_row, last, part.last_column});
            }
            return;
        }
    }
    convolve_copies(of, mask, part);
}

}  // namespace

void convolve_f32(const convolution<float>& of, const mask_weights<float>& mask, const image_part& part) {
    convolve_typed(of, mask, part);
}
void convolve_f64(const convolution<double>& of, const mask_weights<double>& mask, const image_part& part) {
    convolve_typed(of, mask, part);
}
void convolve_u8(const convolution<std::uint8_t>& of, const mask_weights<float>& mask, const image_part& part) {
    convolve_typed(of, mask, part);
}
void convolve_u16(const convolution<std::uint16_t>& of, const mask_weights<float>& mask, const image_part& part) {
    convolve_typed(of, mask, part);
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(convolve_f32);
HWY_EXPORT(convolve_f64);
HWY_EXPORT(convolve_u8);
HWY_EXPORT(convolve_u16);

void convolve_part(const convolution<float>& of, const mask_weights<float>& mask, const image_part& part) {
    HWY_DYNAMIC_DISPATCH(convolve_f32)(of, mask, part);
}
void convolve_part(const convolution<double>& of, const mask_weights<double>& mask, const image_part& part) {
    HWY_DYNAMIC_DISPATCH(convolve_f64)(of, mask, part);
}
void convolve_part(const convolution<std::uint8_t>& of, const mask_weights<float>& mask, const image_part& part) {
    HWY_DYNAMIC_DISPATCH(convolve_u8)(of, mask, part);
}
void convolve_part(const convolution<std::uint16_t>& of, const mask_weights<float>& mask, const image_part& part) {
    HWY_DYNAMIC_DISPATCH(convolve_u16)(of, mask, part);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
