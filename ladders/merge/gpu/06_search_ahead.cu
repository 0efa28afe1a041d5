// 06: searches ahead
// A launch of its own searches for the bounds of all tiles at once, so that no block waits for a search.
#include <ladders/merge/gpu/bounds.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

__global__ void merge_between_bounds(sequences of, const std::uint64_t* bounds) {
    __shared__ tile<15> in_block;
    key mine[15] = {};
    in_block.merge(of, {bounds[blockIdx.x], bounds[blockIdx.x + 1]}, mine);
    in_block.store(of, mine);
}

static const registration search_ahead_rung{{
    .pattern = "merge",
    .number = 6,
    .follows = 5,
    .name = "searches ahead",
    .fault = "256 threads wait for searches",
    .change = "a launch searches for all",
    .idea =
        "A search takes some 25 loads, one after the other, while the other threads of the block wait. A launch with "
        "a thread for each bound of a tile does all searches at once.",
    .hypothesis = "There is one launch more. Each bound is searched once, not by both of its tiles. A block has one "
                  "barrier less.",
    .expectations = {{"launches", direction::rises}, {"barriers", direction::falls}},
    .source = "Green, McColl and Bader 2012, GPU Merge Path; Baxter 2013, moderngpu",
    .block = block_size,
    .scratch_bytes = scratch_of_bounds,
    .run = [](const arguments& with) { launch_between_bounds(with, merge_between_bounds); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
