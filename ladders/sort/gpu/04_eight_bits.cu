// 04: eight bits a pass
// Tiles are in order before they are stored, so 256 digits cost little more a pass than 16, and there are half as many.
#include <ladders/sort/gpu/ordered_tile.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(block_size)
    scatter_eight_bits(const key* keys, key* sorted, std::uint64_t elements, unsigned shift, const unsigned* places) {
    __shared__ ordered_tile<8, 16> ordered;
    const tile<16> mine = load_tile<16>(keys, elements);
    ordered.order(
        mine, shift, [](unsigned) {}, [&] { return places[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x]; });
    ordered.store(sorted, mine.count, shift);
}

static const registration eight_bits_rung{{
    .pattern = "sort",
    .number = 4,
    .follows = 3,
    .name = "eight bits a pass",
    .fault = "8 passes over memory",
    .change = "4 passes, 256 digits",
    .idea =
        "A digit has 8 bits, so 4 passes sort the keys. A tile of 4,096 keys has 16 of each digit on average, which "
        "are stored together.",
    .hypothesis =
        "Half of the passes remain, so launches and global bytes fall by half. Sectors fall by less: a digit's 16 keys "
        "rarely begin at a sector, so stores fill the first and last sector only partly.",
    .expectations = {{"launches", direction::falls},
                     {"global_bytes_requested", direction::falls},
                     {"global_sectors", direction::falls}},
    .source = "Merrill and Grimshaw 2011, High Performance and Scalable Radix Sorting",
    .block = block_size,
    .scratch_bytes = scratch_of_tiles<8, 16>,
    .run = [](const arguments& with) { sort_by_tiles<8, 16>(with, scatter_eight_bits); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
