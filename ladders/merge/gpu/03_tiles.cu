// 03: tiles in shared memory
// Whole warps load the keys that the 4,096 merged keys of a block come from. Its threads search there.
#include <ladders/merge/gpu/tile.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

__global__ void merge_tiles(sequences of) {
    __shared__ tile<16> in_block;
    key mine[16] = {};
    in_block.merge(of, tile<16>::search(of), mine);
    const unsigned place = threadIdx.x * 16;
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) {
        if (place + r < tile<16>::size(of)) of.merged[tile<16>::begin() + place + r] = mine[r];
    }
}

static const registration tiles_rung{{
    .pattern = "merge",
    .number = 3,
    .follows = 2,
    .name = "tiles in shared memory",
    .fault = "lanes read 64 bytes apart",
    .change = "tiles in shared memory",
    .idea = "Two threads find the co-ranks of the block's tile of 4,096 keys. Whole warps load the tile's keys into "
            "shared memory, and each thread searches and merges there.",
    .hypothesis =
        "Two searches of global memory serve 4,096 keys, and whole warps load: global bytes and sectors fall.",
    .expectations = {{"global_bytes_requested", direction::falls},
                     {"global_sectors", direction::falls},
                     {"shared_wavefronts", direction::rises}},
    .source = "Hwu, Kirk and El Hajj 2022, chapter 12: the tiled merge kernel",
    .block = block_size,
    .run =
        [](const arguments& with) {
            launch_on(with, blocks_for(with.elements, tile_keys<16>), block_size, 0, merge_tiles, sequences_of(with));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
