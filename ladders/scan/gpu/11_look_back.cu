// 11: a single pass, with decoupled look-back
// The input is read once: a tile stays in registers while its block looks back at what the tiles before it know so far.
#include <ladders/scan/gpu/look_back.hpp>
#include <ladders/scan/gpu/runs.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void single_pass(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op,
                            look_back_scratch<T> others) {
    __shared__ staged_tile<T> staged;
    __shared__ T warps[block_size / 32];
    __shared__ unsigned ticket;
    __shared__ T before_tile;

    if (threadIdx.x == 0) ticket = atomicAdd(others.tickets, 1u);
    __syncthreads();
    const std::uint64_t tile = ticket, start = tile * run_tile;

    run<T> mine = load_runs(input, start, staged);
    const place_in_block<T> place = scan_block<block_size>(scan_run(mine, op), warps, op);
    if (threadIdx.x < 32) {
        const T before = resolve_tile<1>(others.states, tile, place.total, op);
        if (threadIdx.x == 0) before_tile = before;
    }
    __syncthreads();
    store_runs(mine, static_cast<T>(op(before_tile, place.before)), output, start, elements, staged, op);
}

static const registration single_pass_rung{{
    .pattern = "scan",
    .number = 11,
    .follows = 10,
    .name = "single pass, look-back",
    .fault = "the input is read twice",
    .change = "one pass, by look-back",
    .idea = "A tile publishes its total at once, and its prefix as soon as it finds the prefix of an earlier tile. So "
            "it adds totals instead of waiting for its neighbour.",
    .hypothesis = "2n elements move, the minimum: global bytes requested fall by a third. One launch clears the states "
                  "of the tiles (missing, total or prefix), one scans. Each tile takes its number by an atomic.",
    .expectations = {{"global_bytes_requested", direction::falls},
                     {"launches", direction::falls},
                     {"global_atomics", direction::rises}},
    .source = "Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002",
    .block = block_size,
    .scratch_bytes =
        [](const arguments& with) { return scratch_of_look_back(with, blocks_for(with.elements, run_tile)); },
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t tiles = blocks_for(with.elements, run_tile);
                launch_on(with, tiles, block_size, 0, single_pass<T, Operator>, input_of<T>(with, op),
                          static_cast<T*>(with.output), with.elements, op, prepare_look_back<T>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
