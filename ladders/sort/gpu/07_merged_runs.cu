// 07: merged runs
// No digits: blocks sort tiles by comparing keys, and each pass merges pairs of runs. A thread begins at its co-rank.
#include <ladders/sort/gpu/runs.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void merge_runs(const key* keys, key* merged, std::uint64_t elements, unsigned run_tiles) {
    const run_pair runs = run_pair::of(blockIdx.x, keys, elements, run_tiles);
    const std::uint64_t place = run_tile::begin() + threadIdx.x * run_items;
    merge::merge_range<run_items>(runs.first, runs.second, place - runs.begin,
                                  [&](unsigned r, key next) { merged[place + r] = next; });
}

static const registration merged_runs_rung{{
    .pattern = "sort",
    .number = 7,
    .follows = 1,
    .name = "merged runs",
    .fault = "32 passes of three launches",
    .change = "tiles, then pairs of runs",
    .idea = "Blocks sort tiles of 3,840 keys in shared memory. Then each pass merges pairs of sorted runs: a thread "
            "searches where its 15 keys begin in both runs, and merges them as in the merge ladder. Keys need only a "
            "comparison, no digits.",
    .hypothesis = "Passes grow with the logarithm of the number of tiles. A pass is one launch, without flags: "
                  "launches and global bytes fall.",
    .expectations = {{"launches", direction::falls}, {"global_bytes_requested", direction::falls}},
    .source = "Satish, Harris and Garland 2009, the merge sort; Green, McColl and Bader 2012, GPU Merge Path",
    .block = block_size,
    .scratch_bytes = scratch_of_merges,
    .run =
        [](const arguments& with) {
            sort_by_merges(with, [&](const key* from, key* to, std::uint64_t tiles, unsigned run_tiles) {
                launch_on(with, tiles, block_size, 0, merge_runs, from, to, with.elements, run_tiles);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
