// 08: strips of narrow matrices
// Of a few columns, or a few rows, a square tile is mostly empty. A strip spans all of them and a long piece of the
// other side. Where its items have no gap between them they move as one piece, and as a few long lines on the other
// side of the transpose.
#include <algorithm>
#include <bit>
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

inline constexpr unsigned widest_strip = 8;

/// A strip of 16 KiB. Behind every 32 items one is left out, so that items of a line, which are as far from each other
/// as the strip is wide, come from several banks.
template <class Item>
struct strip {
    static constexpr unsigned items = 16 * 1024 / sizeof(Item);
    Item at[items + items / 32];
    __device__ __forceinline__ Item& operator[](unsigned i) { return at[i + i / 32]; }

    /// The logarithm of how many lie along the long side.
    static unsigned length_bits(std::uint64_t narrow) {
        return static_cast<unsigned>(std::bit_width(items / narrow)) - 1;
    }
};

/// Where an item of a strip is, if it is there: the matrix may end within the strip.
struct item_place {
    std::uint64_t in_matrix;
    unsigned in_strip;
    bool there;
};

/// `tall` matrices have `narrow` columns and `length` rows, others as many rows and columns.
template <class Item, bool tall>
__global__ void __launch_bounds__(block_size)
    narrow_strips(const Item* input, Item* output, std::uint64_t length, unsigned narrow, unsigned length_bits) {
    constexpr unsigned in_flight = 8;
    __shared__ strip<Item> items;
    const std::uint64_t first = std::uint64_t{blockIdx.x} << length_bits;
    const unsigned longest = 1u << length_bits, all = narrow << length_bits;
    const unsigned here = length - first < longest ? static_cast<unsigned>(length - first) : longest;

    const auto as_one_piece = [&](unsigned i) { return item_place{first * narrow + i, i, i < here * narrow}; };
    const auto as_lines = [&](unsigned i) {
        const unsigned line = i >> length_bits, along = i & (longest - 1);
        return item_place{line * length + first + along, along * narrow + line, i < all && along < here};
    };
    const auto load = [&](auto place_of) {
        for (unsigned start = threadIdx.x; start < all; start += in_flight * block_size) {
            Item ahead[in_flight];
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                const item_place at = place_of(start + k * block_size);
                if (at.there) ahead[k] = input[at.in_matrix];
            }
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                const item_place at = place_of(start + k * block_size);
                if (at.there) items[at.in_strip] = ahead[k];
            }
        }
    };
    const auto store = [&](auto place_of) {
        for (unsigned i = threadIdx.x; i < all; i += block_size) {
            const item_place at = place_of(i);
            if (at.there) output[at.in_matrix] = items[at.in_strip];
        }
    };
    if constexpr (tall) {
        load(as_one_piece);
        __syncthreads();
        store(as_lines);
    } else {
        load(as_lines);
        __syncthreads();
        store(as_one_piece);
    }
}

static const registration narrow_strips_rung{{
    .pattern = "transpose",
    .number = 8,
    .follows = 6,
    .name = "narrow strips",
    .fault = "narrow matrices waste a tile",
    .change = "strips over their width",
    .idea = "Matrices of at most 8 columns or rows are cut into strips across the narrow side. A strip is one piece of "
            "memory on one side, and a few long lines on the other.",
    .hypothesis = "A square tile would be mostly empty, and a strip is full, so instructions fall. If rows are not "
                  "aligned, one request reads all rows that share a sector, so sectors fall too.",
    .expectations = {{"instructions", direction::falls}, {"threads_per_instruction", direction::rises}},
    .source = "measurements of this project",
    .block = block_size,
    .supports =
        [](const instance& of) {
            const extents size = extents_of(of);
            return std::min(size.rows, size.columns) <= widest_strip && fit_a_grid(of, 32);
        },
    .run =
        [](const arguments& with) {
            if (with.elements == 0) return;
            const extents size = extents_of(with);
            const bool is_tall = size.columns <= size.rows;
            const std::uint64_t length = std::max(size.rows, size.columns), narrow = std::min(size.rows, size.columns);
            with_item<uint4>(with, [&]<class Item>(Item) {
                const unsigned bits = strip<Item>::length_bits(narrow);
                launch_on(with, blocks_for(length, std::uint64_t{1} << bits), block_size, 0,
                          is_tall ? narrow_strips<Item, true> : narrow_strips<Item, false>,
                          static_cast<const Item*>(with.input), static_cast<Item*>(with.output), length,
                          static_cast<unsigned>(narrow), bits);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
