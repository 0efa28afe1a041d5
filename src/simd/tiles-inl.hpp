// Transposition by tiles of whole cache lines, in registers: the library's, and rungs 3 and 4 of the ladder. (Included
// once for each instruction set.)
#if defined(STRIDER_SIMD_TILES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_SIMD_TILES_INL_HPP
#undef STRIDER_SIMD_TILES_INL_HPP
#else
#define STRIDER_SIMD_TILES_INL_HPP
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/cpu/transpose/simd.hpp>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr unsigned line_bytes = 64;

/// Items of a line, and so of a tile's side.
template <class Item>
inline constexpr unsigned line_items = line_bytes / sizeof(Item);

#if HWY_TARGET != HWY_SCALAR
inline constexpr unsigned vector_bytes = 16, vectors_a_line = line_bytes / vector_bytes;

/// How far along its row a line is asked for before it is read: strips jump from row to row, which no processor
/// foresees.
inline constexpr unsigned lines_ahead = 2;

/// A vector of 16 bytes, by items; those of 16 bytes go as two halves.
template <class Item>
using tag_of = hn::FixedTag<std::conditional_t<sizeof(Item) == 16, std::uint64_t, Item>,
                            sizeof(Item) == 16 ? 2 : vector_bytes / sizeof(Item)>;

/// The vectors of a square of items, a row each: rows become columns. Each round riffles the rows of the upper half
/// with those of the lower one; after as many rounds as an index has bits, its bits have changed places with the
/// column's.
template <class D, class Vector, unsigned count>
HWY_INLINE void transpose_square(D d, Vector (&row)[count]) {
    for (unsigned round = 1; round < count; round *= 2) {
        Vector riffled[count];
        for (unsigned i = 0; i < count / 2; ++i) {
            riffled[2 * i] = hn::InterleaveLower(d, row[i], row[i + count / 2]);
            riffled[2 * i + 1] = hn::InterleaveUpper(d, row[i], row[i + count / 2]);
        }
        for (unsigned i = 0; i < count; ++i) row[i] = riffled[i];
    }
}

/// A whole tile: `line_items` lines of the input become as many of the output. The input's lines go through a copy in
/// the first-level cache, where they do not drive each other out, as lines a power of two apart do. Lines of the output
/// that are aligned go past the caches where `streaming`, and need not be fetched first.
template <class Item>
HWY_INLINE void transpose_tile(const Item* input, std::uint64_t input_row, Item* output, std::uint64_t output_row,
                               bool streaming) {
    constexpr unsigned side = line_items<Item>, count = vector_bytes / sizeof(Item);
    const tag_of<Item> d;
    using lane = hn::TFromD<tag_of<Item>>;
    using vector = hn::VFromD<tag_of<Item>>;
    constexpr unsigned lanes = vector_bytes / sizeof(lane);

    alignas(line_bytes) lane lines[side * vectors_a_line * lanes];
    for (unsigned row = 0; row < side; ++row) {
        const auto* const from = reinterpret_cast<const lane*>(input + row * input_row);
        hwy::Prefetch(from + lines_ahead * vectors_a_line * lanes);
        for (unsigned v = 0; v < vectors_a_line; ++v) {
            hn::Store(hn::LoadU(d, from + v * lanes), d, lines + (row * vectors_a_line + v) * lanes);
        }
    }
    const bool streams =
        streaming && (reinterpret_cast<std::uintptr_t>(output) | output_row * sizeof(Item)) % vector_bytes == 0;
    for (unsigned left = 0; left < vectors_a_line; ++left) {  // `count` lines of the output
        vector squares[vectors_a_line][count];
        for (unsigned down = 0; down < vectors_a_line; ++down) {
            for (unsigned i = 0; i < count; ++i) {
                squares[down][i] = hn::Load(d, lines + ((down * count + i) * vectors_a_line + left) * lanes);
            }
            transpose_square(d, squares[down]);
        }
        for (unsigned i = 0; i < count; ++i) {
            auto* const to = reinterpret_cast<lane*>(output + (left * count + i) * output_row);
            for (unsigned down = 0; down < vectors_a_line; ++down) {
                streams ? hn::Stream(squares[down][i], d, to + down * lanes)
                        : hn::StoreU(squares[down][i], d, to + down * lanes);
            }
        }
    }
}
#endif

/// The tiles of a part of a matrix whose rows are `input_row` items apart, which need not be whole: in strips of four
/// tiles, which are taken column by column, so that four neighbouring lines of the output are written in turn.
template <class Item>
void transpose_tiles(const Item* input, std::uint64_t input_row, Item* output, std::uint64_t output_row,
                     const part_of_matrix& part, bool streaming) {
    constexpr std::uint64_t side = line_items<Item>, strip = 4 * side;
    const auto [top, bottom, left, right] = part;
    for (std::uint64_t above = top; above < bottom; above += strip) {
        const std::uint64_t below = std::min(above + strip, bottom);
        for (std::uint64_t tile = 0; tile < (right - left + side - 1) / side * 4; ++tile) {
            const std::uint64_t row = above + tile % 4 * side, column = left + tile / 4 * side;
            if (row >= below) continue;
            const Item* const from = input + row * input_row + column;
            Item* const to = output + column * output_row + row;
            const std::uint64_t high = std::min(side, below - row), wide = std::min(side, right - column);
#if HWY_TARGET != HWY_SCALAR
            if (high == side && wide == side) {
                transpose_tile(from, input_row, to, output_row, streaming);
                continue;
            }
#endif
            for (std::uint64_t x = 0; x < wide; ++x) {
                for (std::uint64_t y = 0; y < high; ++y) to[x * output_row + y] = from[y * input_row + x];
            }
        }
    }
    if (streaming) hwy::FlushStream();
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
