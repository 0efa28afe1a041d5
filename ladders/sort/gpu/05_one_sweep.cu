// 05: one sweep
// One launch counts the digits of all passes. Then a pass is one launch, in which tiles look back for their places.
#include <ladders/sort/gpu/one_sweep.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(block_size) sweep(const key* keys, key* sorted, std::uint64_t elements,
                                                    unsigned shift, const unsigned* places, digit_states states) {
    __shared__ ordered_tile<8, 16> ordered;
    const tile<16> mine = load_tile<16>(keys, elements);
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

static const registration one_sweep_rung{{
    .pattern = "sort",
    .number = 5,
    .follows = 4,
    .name = "one sweep, look-back",
    .fault = "each pass reads keys twice",
    .change = "one read a pass, look-back",
    .idea =
        "The counts of all digits do not depend on the order of keys, so one launch counts them for all passes. In a "
        "pass, the thread of each digit looks back over the counts of earlier tiles, as in the scan ladder.",
    .hypothesis = "Keys are read 5 times, not 8: global bytes fall. A pass is one launch.",
    .expectations = {{"launches", direction::falls},
                     {"global_bytes_requested", direction::falls},
                     {"global_sectors", direction::falls}},
    .source = "Adinets and Merrill 2022, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs",
    .block = block_size,
    .scratch_bytes = scratch_of_sweeps<16>,
    .run = [](const arguments& with) { sort_by_sweeps<16>(with, sweep); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
