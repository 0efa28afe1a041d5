// The bounds of all tiles, searched for by a launch of its own.
#pragma once

#include <ladders/merge/gpu/tile.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

template <unsigned Items>
__global__ void search_bounds(sequences of, std::uint64_t* bounds, std::uint64_t tiles) {
    const std::uint64_t tile_index = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::uint64_t all = of.first.count + of.second.count, begin = tile_index * tile_keys<Items>;
    if (tile_index <= tiles) bounds[tile_index] = keys_from_first(of.first, of.second, begin < all ? begin : all);
}

inline std::size_t scratch_of_bounds(const arguments& with) {
    return static_cast<std::size_t>((blocks_for(with.elements, tile_keys<15>) + 1) * sizeof(std::uint64_t));
}

/// Searches for the bounds, and then merges the tiles.
inline void launch_between_bounds(const arguments& with, void (*merge_tiles)(sequences, const std::uint64_t*)) {
    const sequences of = sequences_of(with);
    std::uint64_t* const bounds = static_cast<std::uint64_t*>(with.scratch);
    const std::uint64_t tiles = blocks_for(with.elements, tile_keys<15>);
    launch_on(with, blocks_for(tiles + 1, block_size), block_size, 0, search_bounds<15>, of, bounds, tiles);
    launch_on(with, tiles, block_size, 0, merge_tiles, of, bounds);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
