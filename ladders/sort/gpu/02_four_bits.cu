// 02: four bits a pass
// A block counts the digits of 4,096 keys, a scan of all counts gives the places, and the keys go there.
#include <ladders/sort/gpu/tile.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void scatter_digits(const key* keys, key* sorted, std::uint64_t elements, unsigned shift,
                               const unsigned* places) {
    __shared__ digit_counts<4> counts;
    __shared__ unsigned lanes[warps * digits<4>];
    const tile<16> mine = load_tile<16>(keys, elements);
    unsigned rank[16];
    counts.rank(mine, shift, lanes, rank);
    if (threadIdx.x < digits<4>) counts.add_up(places[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x]);
    __syncthreads();
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) {
        if (mine.place(r) < mine.count)
            sorted[counts.of_warp[threadIdx.x / 32][digit_of<4>(mine.keys[r], shift)] + rank[r]] = mine.keys[r];
    }
}

static const registration four_bits_rung{{
    .pattern = "sort",
    .number = 2,
    .follows = 1,
    .name = "four bits a pass",
    .fault = "32 passes, flags in memory",
    .change = "8 passes, counts of tiles",
    .idea =
        "A pass orders the keys by a digit of 4 bits. A block counts the 16 digits of 4,096 keys, and a scan of all "
        "counts gives each digit of each block its place. The warps rank their keys in shared memory.",
    .hypothesis = "A quarter of the passes remains, and a pass writes 16 counts for 4,096 keys, not a flag for each.",
    .expectations = {{"launches", direction::falls},
                     {"global_bytes_requested", direction::falls},
                     {"global_sectors", direction::falls}},
    .source = "Satish, Harris and Garland 2009, Designing Efficient Sorting Algorithms for Manycore GPUs",
    .block = block_size,
    .scratch_bytes = scratch_of_tiles<4, 16>,
    .run = [](const arguments& with) { sort_by_tiles<4, 16>(with, scatter_digits); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
