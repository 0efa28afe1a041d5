// 03: ordered tiles
// A block brings its tile into order in shared memory first, so that neighbouring threads store neighbouring keys.
#include <ladders/sort/gpu/ordered_tile.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(block_size)
    scatter_ordered(const key* keys, key* sorted, std::uint64_t elements, unsigned shift, const unsigned* places) {
    __shared__ ordered_tile<4, 16> ordered;
    const tile<16> mine = load_tile<16>(keys, elements);
    ordered.order(
        mine, shift, [](unsigned) {}, [&] { return places[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x]; });
    ordered.store(sorted, mine.count, shift);
}

static const registration ordered_tiles_rung{{
    .pattern = "sort",
    .number = 3,
    .follows = 2,
    .name = "ordered tiles",
    .fault = "a warp stores to 16 places",
    .change = "tiles ordered before stores",
    .idea = "A block moves the keys of its tile to their order in shared memory. The keys of a digit are then "
            "neighbours, and whole warps store them to neighbouring addresses.",
    .hypothesis = "A warp's store reaches two places instead of 16, so global sectors fall. Each key costs one more "
                  "write and read of shared memory.",
    .expectations = {{"global_sectors", direction::falls}, {"shared_wavefronts", direction::rises}},
    .source = "Satish, Harris and Garland 2009",
    .block = block_size,
    .scratch_bytes = scratch_of_tiles<4, 16>,
    .run = [](const arguments& with) { sort_by_tiles<4, 16>(with, scatter_ordered); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
