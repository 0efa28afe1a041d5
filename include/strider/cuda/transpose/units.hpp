// Units of 16 bytes, items of as many rows each: what matrices of 1 to 8 bytes an item whose rows begin anywhere are
// transposed by.
//
// Rows are read in aligned words, two for each that is wanted, which a funnel shift makes one where items share words
// (the second one comes from the cache). Words of as many rows as make a unit are transposed in registers, and the
// units staged. A unit of the output is made from two staged ones, and written whole.
#pragma once

#include <cstdint>

#include <strider/cuda/register_transpose.hpp>
#include <strider/cuda/transpose/vector_tiles.hpp>
#include <strider/cuda/transpose/words.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// Items that units are made of.
template <class Item>
inline constexpr bool has_units = staged_item<Item>::number && sizeof(Item) <= 8;

/// How units are made, and where they are staged.
template <class Item>
struct unit_of {
    using word = typename detail::word_of<sizeof(Item) == 8 ? 8 : 4>::type;
    static constexpr unsigned rows = items_a_vector<Item>;                      // of a unit
    static constexpr unsigned items = sizeof(Item) < 4 ? 4 / sizeof(Item) : 1;  // of a word: columns

    /// The place of a column's units, `groups` of them. One place is left out behind a word's columns, so that
    /// neighbouring words' units are in different banks.
    STRIDER_HOST_DEVICE static constexpr unsigned place(unsigned column, unsigned groups) {
        return column * groups + column / items;
    }
};

/// The word that begins with `at`, where the aligned words around it may be read.
template <class Item>
__device__ __forceinline__ auto read_word(const Item* at) {
    using word = typename unit_of<Item>::word;
    constexpr unsigned items = unit_of<Item>::items;
    if constexpr (items == 1) {
        return *reinterpret_cast<const word*>(at);
    } else {
        const unsigned behind = items_behind(items, at, 0);
        const auto* const words = reinterpret_cast<const word*>(at - behind);
        return __funnelshift_r(words[0], words[1], behind * (8 * static_cast<unsigned>(sizeof(Item))));
    }
}

/// Rows that are read in aligned words: beside a row's own items only where rows have no gaps, and then those of other
/// rows. Where it wraps, row rows + i is row i one column on.
template <class Item, bool Wraps>
struct word_rows {
    const Item* data;
    std::uint64_t rows, columns, stride;

    /// Whether the aligned words around the word that begins with this item may be read.
    __device__ __forceinline__ bool covers(std::uint64_t row, std::uint64_t column) const {
        constexpr unsigned items = unit_of<Item>::items;
        if (row >= rows || column >= columns) return false;
        if (items == 1) return true;
        const bool gaps = stride != columns;
        const std::uint64_t place = gaps ? column : row * columns + column, length = gaps ? columns : rows * columns;
        return place >= items && place + 2 * items <= length;
    }
    /// The word that begins with this item; where it is not covered, any that is.
    __device__ __forceinline__ auto word(std::uint64_t row, std::uint64_t column) const {
        wrap(row, column);
        return read_word(data + (covers(row, column) ? row * stride + column : std::uint64_t{unit_of<Item>::items}));
    }
    /// Stages the columns from `first` to `last` that are of a tile, item by item.
    __device__ __forceinline__ void stage(std::uint64_t first, std::uint64_t last, std::uint64_t first_row,
                                          std::uint64_t first_column, unsigned wide, uint4* units,
                                          unsigned groups) const {
        if (first < first_column) first = first_column;
        if (last > first_column + wide) last = first_column + wide;
        if (first >= last) return;
        const auto begin = static_cast<unsigned>(first - first_column), count = static_cast<unsigned>(last - first);
        for (unsigned e = threadIdx.x; e < groups * unit_of<Item>::rows * count; e += blockDim.x) {
            std::uint64_t row = first_row + e / count, column = first + e % count;
            wrap(row, column);
            if (row >= rows || column >= columns) continue;
            reinterpret_cast<Item*>(units + unit_of<Item>::place(begin + e % count, groups))[e / count] =
                data[row * stride + column];
        }
    }
    /// Stages what is in no words that are covered: of the first word, and of the last ones.
    __device__ __forceinline__ void stage_edges(std::uint64_t first_row, std::uint64_t first_column, unsigned wide,
                                                uint4* units, unsigned groups) const {
        constexpr unsigned items = unit_of<Item>::items;
        stage(0, items, first_row, first_column, wide, units, groups);
        stage(((columns - Wraps) / items - 1) * items, columns, first_row, first_column, wide, units, groups);
    }

private:
    __device__ __forceinline__ void wrap(std::uint64_t& row, std::uint64_t& column) const {
        if (Wraps && row >= rows) row -= rows, ++column;
    }
};

/// Words of rows that follow each other, as read_word reads them.
template <class Item>
__device__ __forceinline__ void read_words(const Item* first, std::uint64_t stride,
                                           typename unit_of<Item>::word (&word)[unit_of<Item>::rows]) {
    constexpr unsigned items = unit_of<Item>::items;
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
        const unsigned behind = items_behind(items, first, i * stride);
        const Item* next = first + i * stride - behind;
#pragma unroll
        for (unsigned j = i; j < unit_of<Item>::rows; j += items, next += items * stride) {
            const auto* const words = reinterpret_cast<const typename unit_of<Item>::word*>(next);
            if constexpr (items == 1) {
                word[j] = words[0];
            } else {  // rows that are moved on alike
                word[j] = __funnelshift_r(words[0], words[1], behind * (8 * static_cast<unsigned>(sizeof(Item))));
            }
        }
    }
}

/// Words of as many rows as make a unit become the units of the words' columns.
template <class Item>
__device__ __forceinline__ void units_of_words(const typename unit_of<Item>::word (&word)[unit_of<Item>::rows],
                                               uint4 (&unit)[unit_of<Item>::items]) {
    constexpr unsigned items = unit_of<Item>::items;
    if constexpr (sizeof(Item) == 8) {
        unit[0] = {word[0].x, word[0].y, word[1].x, word[1].y};
    } else {
        unsigned part[4][items];
#pragma unroll
        for (unsigned p = 0; p < 4; ++p) {
#pragma unroll
            for (unsigned i = 0; i < items; ++i) part[p][i] = word[p * items + i];
            transpose_words(part[p]);
        }
#pragma unroll
        for (unsigned i = 0; i < items; ++i) unit[i] = {part[0][i], part[1][i], part[2][i], part[3][i]};
    }
}

/// The 16 bytes that begin with item `first` of two units.
template <class Item>
__device__ __forceinline__ uint4 unit_between(const uint4& low, const uint4& high, unsigned first) {
    const unsigned byte = first * static_cast<unsigned>(sizeof(Item));
    unsigned word[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    if ((byte & 8) != 0) {
#pragma unroll
        for (unsigned i = 0; i < 6; ++i) word[i] = word[i + 2];
    }
    if constexpr (sizeof(Item) <= 4) {
        if ((byte & 4) != 0) {
#pragma unroll
            for (unsigned i = 0; i < 5; ++i) word[i] = word[i + 1];
        }
    }
    if constexpr (sizeof(Item) < 4) {
#pragma unroll
        for (unsigned i = 0; i < 4; ++i) word[i] = __funnelshift_r(word[i], word[i + 1], byte % 4 * 8);
    }
    return {word[0], word[1], word[2], word[3]};
}

template <class Word>
struct alignas(16) unit_words {
    Word word[16 / sizeof(Word)];
};

/// Writes those items of an aligned unit that are within row[0 ... length).
template <class Item>
__device__ __forceinline__ void write_unit(Item* row, std::uint64_t first, std::uint64_t length, const uint4& unit) {
    constexpr unsigned count = items_a_vector<Item>;
    if (first < length && first + count <= length) {
        *reinterpret_cast<uint4*>(row + first) = unit;
    } else {
        const auto some = __builtin_bit_cast(vector_items<Item>, unit);
        using word = typename unit_of<Item>::word;
        constexpr unsigned items = unit_of<Item>::items;
        const auto words = __builtin_bit_cast(unit_words<word>, unit);
#pragma unroll
        for (unsigned v = 0; v < count; v += items) {
            if (first + v < length && first + v + items <= length) {
                *reinterpret_cast<word*>(row + first + v) = words.word[v / items];
            } else if (items > 1) {
#pragma unroll
                for (unsigned i = v; i < v + items; ++i) {
                    if (first + i < length) row[first + i] = some.item[i];
                }
            }
        }
    }
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
