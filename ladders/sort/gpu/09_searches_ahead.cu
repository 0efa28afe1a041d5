// 09: searches ahead
// Before each pass, a launch with a thread for each tile searches for the bounds of all tiles at once.
#include <ladders/sort/gpu/runs.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void search_ends(const key* keys, std::uint64_t elements, unsigned run_tiles, unsigned* ends,
                            std::uint64_t tiles) {
    const std::uint64_t tile = std::uint64_t{blockIdx.x} * block_size + threadIdx.x;
    if (tile >= tiles) return;
    const run_pair runs = run_pair::of(tile, keys, elements, run_tiles);
    ends[tile] = static_cast<unsigned>(runs.bound((tile + 1) * first_run));
}

__global__ void merge_between_ends(const key* keys, key* merged, std::uint64_t elements, unsigned run_tiles,
                                   const unsigned* ends) {
    __shared__ run_tile in_block;
    const run_pair runs = run_pair::of(blockIdx.x, keys, elements, run_tiles);
    const std::uint64_t begin = run_tile::begin() == runs.begin ? runs.begin : ends[blockIdx.x - 1];
    merge_tile(in_block, runs.to(merged), {begin, ends[blockIdx.x]});
}

static const registration merged_ahead_rung{{
    .pattern = "sort",
    .number = 9,
    .follows = 8,
    .name = "searches ahead",
    .fault = "254 threads wait for searches",
    .change = "a launch searches for all",
    .idea = "A launch with a thread for each tile searches for the ends of all tiles. The launch that merges waits for "
            "no search, as in the merge ladder.",
    .hypothesis = "Each pass has one launch more. A bound is searched once, not by both of its tiles. A block has one "
                  "barrier less.",
    .expectations = {{"launches", direction::rises}, {"barriers", direction::falls}},
    .source = "Green, McColl and Bader 2012, GPU Merge Path; Baxter 2013, moderngpu: mergesort",
    .block = block_size,
    .scratch_bytes =
        [](const arguments& with) {
            return scratch_of_merges(with) + blocks_for(with.elements, first_run) * sizeof(unsigned);
        },
    .run =
        [](const arguments& with) {
            unsigned* const ends = static_cast<key*>(with.scratch) + with.elements;
            sort_by_merges(with, [&](const key* from, key* to, std::uint64_t tiles, unsigned run_tiles) {
                launch_on(with, blocks_for(tiles, block_size), block_size, 0, search_ends, from, with.elements,
                          run_tiles, ends, tiles);
                launch_on(with, tiles, block_size, 0, merge_between_ends, from, to, with.elements, run_tiles, ends);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
