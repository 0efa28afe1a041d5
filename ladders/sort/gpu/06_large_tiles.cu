// 06: larger tiles
// A thread takes 24 keys, so a tile has half more keys of each digit, and fewer tiles look back.
#include <ladders/sort/gpu/one_sweep.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(block_size) sweep_large(const key* keys, key* sorted, std::uint64_t elements,
                                                          unsigned shift, const unsigned* places, digit_states states) {
    __shared__ ordered_tile<8, 24> ordered;
    const tile<24> mine = load_tile<24>(keys, elements);
    unsigned in_tile = 0;
    const auto publish = [&](unsigned count) {
        in_tile = count;
        states.publish(digit_states::of_tile | count);
    };
    ordered.order(mine, shift, publish, [&] {
        const unsigned before = states.look_back();
        states.publish(digit_states::of_all | (before + in_tile));
        return places[threadIdx.x] + before;
    });
    ordered.store(sorted, mine.count, shift);
}

static const registration large_tiles_rung{{
    .pattern = "sort",
    .number = 6,
    .follows = 5,
    .name = "larger tiles",
    .fault = "16 keys per digit in a tile",
    .change = "24 keys per digit in a tile",
    .idea = "A thread takes 24 keys instead of 16. So a tile stores 24 keys of each digit on average, and fewer tiles "
            "publish counts and look back. With more keys, registers leave room for three blocks instead of four.",
    .hypothesis =
        "Fewer sectors are written in pieces, and a third of the tiles' states disappears: global sectors fall.",
    .expectations = {{"global_sectors", direction::falls}, {"global_bytes_requested", direction::falls}},
    .source = "Adinets and Merrill 2022",
    .block = block_size,
    .scratch_bytes = scratch_of_sweeps<24>,
    .run = [](const arguments& with) { sort_by_sweeps<24>(with, sweep_large); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
