// 04: coalesced stores
// The merged keys go through shared memory as well, so that neighbouring threads store neighbouring keys.
#include <ladders/merge/gpu/tile.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

__global__ void store_tiles(sequences of) {
    __shared__ tile<16> in_block;
    key mine[16] = {};
    in_block.merge(of, tile<16>::search(of), mine);
    in_block.store(of, mine);
}

static const registration coalesced_stores_rung{{
    .pattern = "merge",
    .number = 4,
    .follows = 3,
    .name = "coalesced stores",
    .fault = "lanes store 64 bytes apart",
    .change = "stores from shared memory",
    .idea = "The merged keys go back to shared memory, and neighbouring threads store neighbouring keys from there.",
    .hypothesis = "A warp's store fills 4 sectors instead of touching 32, so global sectors fall. Lanes write 16 words "
                  "apart, to two banks, so shared wavefronts rise.",
    .expectations = {{"global_sectors", direction::falls}, {"shared_wavefronts", direction::rises}},
    .source = "Baxter 2013, moderngpu: merge",
    .block = block_size,
    .run =
        [](const arguments& with) {
            launch_on(with, blocks_for(with.elements, tile_keys<16>), block_size, 0, store_tiles, sequences_of(with));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
