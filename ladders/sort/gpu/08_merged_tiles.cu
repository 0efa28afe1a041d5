// 08: merged tiles
// Each pass merges in shared memory: two threads search for the bounds of the block's tile in both runs, and whole
// warps load its keys and store the merged ones.
#include <ladders/sort/gpu/runs.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void merge_tiles(const key* keys, key* merged, std::uint64_t elements, unsigned run_tiles) {
    __shared__ run_tile in_block;
    __shared__ merge::tile_bounds bounds;
    const run_pair runs = run_pair::of(blockIdx.x, keys, elements, run_tiles);
    if (threadIdx.x == 0) bounds.first_begin = runs.bound(run_tile::begin());
    if (threadIdx.x == 32) bounds.first_end = runs.bound(run_tile::begin() + first_run);
    __syncthreads();
    merge_tile(in_block, runs.to(merged), bounds);
}

static const registration merged_tiles_rung{{
    .pattern = "sort",
    .number = 8,
    .follows = 7,
    .name = "merged tiles",
    .fault = "lanes access 60 bytes apart",
    .change = "merges in shared memory",
    .idea =
        "Two threads find the co-ranks of the block's tile. Whole warps load its keys into shared memory, where the "
        "threads search and merge, and store the merged keys.",
    .hypothesis = "Two searches of global memory serve 3,840 keys, and warps access neighbours: global bytes and "
                  "sectors fall. Shared wavefronts rise.",
    .expectations = {{"global_bytes_requested", direction::falls},
                     {"global_sectors", direction::falls},
                     {"shared_wavefronts", direction::rises}},
    .source = "Baxter 2013, moderngpu: mergesort",
    .block = block_size,
    .scratch_bytes = scratch_of_merges,
    .run =
        [](const arguments& with) {
            sort_by_merges(with, [&](const key* from, key* to, std::uint64_t tiles, unsigned run_tiles) {
                launch_on(with, tiles, block_size, 0, merge_tiles, from, to, with.elements, run_tiles);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
