// How the rungs of the transpose ladder cut a matrix into square tiles, one block each.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/transpose/problem.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

/// An item of a matrix.
struct place {
    std::uint64_t row, column;
};

/// The first item of this block's tile. The grid has one dimension, since its others end at 65,535 blocks.
template <unsigned side>
__device__ __forceinline__ place tile_of_block(std::uint64_t columns) {
    const auto across = static_cast<unsigned>((columns + side - 1) / side);  // no more than there are blocks
    return {std::uint64_t{blockIdx.x / across} * side, std::uint64_t{blockIdx.x % across} * side};
}

inline std::uint64_t tiles_of(const instance& of, unsigned side) {
    const extents size = extents_of(of);
    return blocks_for(size.rows, side) * blocks_for(size.columns, side);
}

/// A grid has at most so many blocks: matrices of more than 2^37 items, or thin ones of more than 2^34.
inline bool fit_a_grid(const instance& of, unsigned side) {
    return tiles_of(of, side) <= std::numeric_limits<std::int32_t>::max();
}
inline bool tiles_fit_a_grid(const instance& of) { return fit_a_grid(of, tile_side(of)); }

/// Launches `kernel(input, output, rows, columns)` with a block for each tile.
template <class Item>
void launch_tiles(const arguments& with, unsigned side, dim3 block,
                  void (*kernel)(const Item*, Item*, std::uint64_t, std::uint64_t)) {
    if (with.elements == 0) return;
    const extents size = extents_of(with);
    launch(kernel, {dim3(static_cast<unsigned>(tiles_of(with, side))), block, 0, stream_of(with)},
           static_cast<const Item*>(with.input), static_cast<Item*>(with.output), size.rows, size.columns);
}

/// Calls `entry(Item{}, side)`, the latter as an integral constant.
template <class Entry>
void with_item_and_side(const instance& of, Entry&& entry) {
    with_item<uint4>(of, [&](auto item) {
        switch (tile_side(of)) {
            case 8:
                return entry(item, std::integral_constant<unsigned, 8>{});
            case 16:
                return entry(item, std::integral_constant<unsigned, 16>{});
            default:
                return entry(item, std::integral_constant<unsigned, 32>{});
        }
    });
}

/// Items that a tile's row in shared memory is longer than the tile: a word, so that an item's column moves on by one
/// bank from row to row.
template <class Item>
inline constexpr unsigned padding = sizeof(Item) < 4 ? 4 / sizeof(Item) : 1;

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
