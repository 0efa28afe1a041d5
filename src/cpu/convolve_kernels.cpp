// A part of a convolution on one core, by vectors: this file is compiled once for each instruction set.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <strider/core/convolution.hpp>
#include <strider/cpu/convolve.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/convolve_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

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
    /// Of row i >= 0, counted from the first that the part needs.
    Weight* operator[](std::int64_t i) const { return memory_.data() + static_cast<std::size_t>(i) % lines_ * pitch_; }

private:
    std::size_t lines_, pitch_;
    std::vector<Weight>& memory_;
};

/// Of which there are two: pixels, and sums of rows.
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

namespace hn = hwy::HWY_NAMESPACE;

/// Rows of the output that are made together, and vectors of each: their sums stay in registers.
constexpr unsigned rows_together = 4, vectors_together = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM ? 4 : 2;

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

/// Stores a vector of sums as pixels at row[c ...], as far as the row's `elements` go.
template <class T, class V>
HWY_INLINE void store_pixels(V sums, T* row, std::int64_t c, std::int64_t elements) {
    const hn::DFromV<V> d;
    using Weight = hn::TFromD<decltype(d)>;
    HWY_ALIGN T pixels[HWY_LANES(Weight)];
    const bool whole = c + static_cast<std::int64_t>(hn::Lanes(d)) <= elements;
    T* const to = whole ? row + c : pixels;
    if constexpr (std::is_same_v<T, Weight>) {
        hn::StoreU(sums, d, to);
    } else {
        const hn::Rebind<T, decltype(d)> narrow;
        const auto least = hn::Zero(d), most = hn::Set(d, Weight{std::numeric_limits<T>::max()});
        const auto inside = hn::IfThenElseZero(hn::Gt(sums, least), hn::Min(sums, most));  // of NaN 0
        hn::StoreU(hn::DemoteTo(narrow, hn::NearestInt(inside)), narrow, to);
    }
    if (!whole) {
        for (std::int64_t i = c; i < elements; ++i) row[i] = pixels[i - c];
    }
}

/// Adds one line to the sums of the output rows First to Last: in row r it meets the weights of the mask's row
/// `mask_row - r`. `Columns` are those of the mask, where they are known when it is compiled, or 0.
template <unsigned First, unsigned Last, unsigned Columns, class V, class Weight>
HWY_INLINE void add_line(V (&sums)[rows_together][vectors_together], const Weight* line, const Weight* mask,
                         unsigned mask_row, unsigned mask_columns, unsigned step) {
    const hn::DFromV<V> d;
    const unsigned columns = Columns != 0 ? Columns : mask_columns;
#pragma GCC unroll 8
    for (unsigned j = 0; j < columns; ++j, line += step) {
        V pixels[vectors_together];
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors_together; ++v) pixels[v] = hn::LoadU(d, line + v * hn::Lanes(d));
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

/// The sums of `elements` elements of `Rows` rows of the output, whose mask begins at line_of(0) for the first of them;
/// neighbours under the mask are `step` elements apart. `store(r, c, sums)` takes a vector of row r.
template <unsigned Rows, class Weight, class LineOf, class Store>
HWY_INLINE void add_lines(LineOf line_of, const Weight* mask, unsigned mask_rows, unsigned mask_columns, unsigned step,
                          std::int64_t elements, Store store) {
    const hn::ScalableTag<Weight> d;
    using V = hn::Vec<decltype(d)>;
    constexpr unsigned last = Rows - 1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t c = 0; c < elements; c += vectors_together * lanes) {
        V sums[rows_together][vectors_together];
#pragma GCC unroll 8
        for (unsigned r = 0; r < rows_together; ++r) {
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors_together; ++v) sums[r][v] = hn::Zero(d);
        }
        // Masks of 3 x 3 are soon done: no branch, and all addresses known.
        const auto add_square = [&]<unsigned Side, std::size_t... I>(std::index_sequence<I...>) HWY_ATTR {
            (add_line<(I < Side ? 0 : I - Side + 1), (I < last ? I : last), Side>(sums, line_of(I) + c, mask, I, Side,
                                                                                  step),
             ...);
        };
        const auto add = [&]<unsigned First, unsigned Last>(unsigned i)
                             HWY_ATTR { add_line<First, Last, 0>(sums, line_of(i) + c, mask, i, mask_columns, step); };
        const auto add_any = [&]() HWY_ATTR {
            // Line i is part of the output rows i - mask_rows + 1 to i, as far as there are.
            for (unsigned i = 0; i < mask_rows + last; ++i) {
                const unsigned from = i < mask_rows ? 0 : i - mask_rows + 1, to = i < last ? i : last;
                if constexpr (Rows == 1) {
                    add.template operator()<0, 0>(i);
                } else {
                    static_assert(Rows == 4);
                    switch (4 * from + to) {
                        case 3:
                            add.template operator()<0, 3>(i);
                            break;
                        case 0:
                            add.template operator()<0, 0>(i);
                            break;
                        case 1:
                            add.template operator()<0, 1>(i);
                            break;
                        case 2:
                            add.template operator()<0, 2>(i);
                            break;
                        case 5:
                            add.template operator()<1, 1>(i);
                            break;
                        case 6:
                            add.template operator()<1, 2>(i);
                            break;
                        case 7:
                            add.template operator()<1, 3>(i);
                            break;
                        case 10:
                            add.template operator()<2, 2>(i);
                            break;
                        case 11:
                            add.template operator()<2, 3>(i);
                            break;
                        default:
                            add.template operator()<3, 3>(i);
                    }
                }
            }
        };
        if (Rows > 1 && mask_rows == 3 && mask_columns == 3) {
            add_square.template operator()<3>(std::make_index_sequence<3 + last>());
        } else {
            add_any();
        }
#pragma GCC unroll 8
        for (unsigned r = 0; r < Rows; ++r) {
#pragma GCC unroll 8
            for (unsigned v = 0; v < vectors_together; ++v) {
                if (c + v * lanes < elements) store(r, c + v * lanes, sums[r][v]);
            }
        }
    }
}

/// What a part needs of `row`, which may lie outside of the image: its columns, and what the mask reaches beyond them.
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

template <class T>
void convolve_typed(const convolution<T>& of, const mask_weights<weight_of<T>>& mask, const image_part& part) {
    using Weight = weight_of<T>;
    const std::int64_t elements = (part.last_column - part.first_column) * of.channels;
    const auto line_elements = static_cast<std::size_t>(elements + (of.mask_columns - 1) * of.channels);
    const std::size_t lines = of.mask_rows + rows_together - 1;
    const bool separable = mask.dense == nullptr;
    const line_ring<Weight> pixels(line_memory<Weight, 0>(), separable ? 1 : lines, line_elements),
        sums(line_memory<Weight, 1>(), separable ? lines : 0, static_cast<std::size_t>(elements));
    const line_ring<Weight>& ring = separable ? sums : pixels;
    // Lines are counted from the first that the part needs.
    const auto prepare = [&](std::int64_t i) {
        Weight* const line = pixels[i];
        load_line(of, part, part.first_row - of.anchor_row + i, line);
        if (!separable) return;
        Weight* const into = sums[i];
        add_lines<1>([&](unsigned) HWY_ATTR { return line; }, mask.row, 1, of.mask_columns, of.channels, elements,
                     [&](unsigned, std::int64_t c, auto found)
                         HWY_ATTR { hn::StoreU(found, hn::DFromV<decltype(found)>(), into + c); });
    };
    const auto make_rows = [&]<unsigned Rows>(std::int64_t row) HWY_ATTR {
        T* const to = of.output + static_cast<std::uint64_t>(row) * of.output_stride +
                      static_cast<std::uint64_t>(part.first_column) * of.channels;
        const std::int64_t first_line = row - part.first_row;
        add_lines<Rows>([&](unsigned i) HWY_ATTR { return ring[first_line + i]; }, separable ? mask.column : mask.dense,
                        of.mask_rows, separable ? 1 : of.mask_columns, of.channels, elements,
                        [&](unsigned r, std::int64_t c, auto found)
                            HWY_ATTR { store_pixels(found, to + r * of.output_stride, c, elements); });
    };

    std::int64_t prepared = 0;
    for (std::int64_t row = part.first_row; row < part.last_row;) {
        const unsigned together = part.last_row - row >= rows_together ? rows_together : 1;
        for (; prepared < row - part.first_row + of.mask_rows + together - 1; ++prepared) prepare(prepared);
        together == 1 ? make_rows.template operator()<1>(row) : make_rows.template operator()<rows_together>(row);
        row += together;
    }
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
