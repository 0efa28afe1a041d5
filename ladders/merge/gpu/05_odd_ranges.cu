// 05: odd ranges
// A thread's range has 15 keys instead of 16, so that the lanes of a warp write to different banks.
#include <ladders/merge/gpu/tile.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

__global__ void store_odd_tiles(sequences of) {
    __shared__ tile<15> in_block;
    key mine[15] = {};
    in_block.merge(of, tile<15>::search(of), mine);
    in_block.store(of, mine);
}

static const registration odd_ranges_rung{{
    .pattern = "merge",
    .number = 5,
    .follows = 4,
    .name = "odd ranges",
    .fault = "lanes write to two banks",
    .change = "15 keys a thread",
    .idea = "A thread has 15 keys. Lanes write 15 words apart, which are 32 different banks.",
    .hypothesis = "The merged keys reach shared memory without bank conflicts: shared wavefronts fall.",
    .expectations = {{"shared_wavefronts", direction::falls}},
    .source = "Baxter 2013, moderngpu: odd numbers of values a thread",
    .block = block_size,
    .run =
        [](const arguments& with) {
            launch_on(with, blocks_for(with.elements, tile_keys<15>), block_size, 0, store_odd_tiles,
                      sequences_of(with));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
