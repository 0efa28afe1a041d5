// 09: any length, scan then add
// A block for every tile: all tiles are scanned at once, then their totals, and then each tile adds what came before
// it.
#include <ladders/scan/gpu/runs.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void scan_tiles(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op,
                           T* totals) {
    __shared__ staged_tile<T> staged;
    __shared__ T warps[block_size / 32];
    const std::uint64_t start = std::uint64_t{blockIdx.x} * run_tile;
    run<T> mine = load_runs(input, start, staged);
    const place_in_block<T> place = scan_block<block_size>(scan_run(mine, op), warps, op);
    store_runs(mine, place.before, output, start, elements, staged, op);
    if (threadIdx.x == 0) totals[blockIdx.x] = place.total;
}

/// Block b adds to tile b + 1 the total of all tiles up to b.
template <class T, class Operator>
__global__ void add_totals(T* output, std::uint64_t elements, Operator op, const T* totals) {
    const std::uint64_t start = (std::uint64_t{blockIdx.x} + 1) * run_tile;
    const T before = totals[blockIdx.x];
#pragma unroll
    for (unsigned k = 0; k < run_length; ++k) {
        const std::uint64_t i = start + k * block_size + threadIdx.x;
        if (i < elements) output[i] = op(before, output[i]);
    }
}

/// The totals of all tiles, in `totals`, are scanned in the same way, in place: a block stores its tile when it has
/// read all of it.
template <class T, class Operator>
void scan_then_add(const arguments& with, const shifted_input<T, Operator>& input, T* output, T* totals, Operator op) {
    const std::uint64_t tiles = blocks_for(input.elements, run_tile);
    launch_on(with, tiles, block_size, 0, scan_tiles<T, Operator>, input, output, input.elements, op, totals);
    if (tiles == 1) return;
    scan_then_add(with, shifted_input<T, Operator>{totals, tiles, 0}, totals, totals + tiles, op);
    launch_on(with, tiles - 1, block_size, 0, add_totals<T, Operator>, output, input.elements, op, totals);
}

static const registration scan_then_add_rung{{
    .pattern = "scan",
    .number = 9,
    .follows = 8,
    .name = "scan, then add",
    .fault = "one block does all the work",
    .change = "tiles, then their totals",
    .idea = "Each block scans one tile, then a scan adds up the totals of the tiles, then each tile adds the total of "
            "the tiles before it. Three launches take any length, and every multiprocessor works.",
    .hypothesis = "Blocks rise from 1 to one per tile. With m multiprocessors at work the time falls up to m-fold. The "
                  "outputs are read and written once more: 4n instead of 2n elements move.",
    .expectations = {{"blocks", direction::rises},
                     {"launches", direction::rises},
                     {"global_bytes_requested", direction::rises},
                     {"time", direction::falls}},
    .source = "Harris, Sengupta and Owens 2007, GPU Gems 3, chapter 39.2.4",
    .block = block_size,
    .scratch_bytes = scratch_of_totals,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                scan_then_add(with, input_of<T>(with, op), static_cast<T*>(with.output), static_cast<T*>(with.scratch),
                              op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
