// 08: a run of elements a thread
// Each thread scans 16 neighbours one after the other, with no help; the threads then only scan the totals of runs.
#include <ladders/scan/gpu/one_block.hpp>
#include <ladders/scan/gpu/runs.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void runs(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    __shared__ staged_tile<T> staged;
    __shared__ T warps[block_size / 32];
    T carry = identity<Operator, T>::value;  // all that came before the tile

    for (std::uint64_t start = 0; start < elements; start += run_tile) {
        run<T> mine = load_runs(input, start, staged);
        const place_in_block<T> place = scan_block<block_size>(scan_run(mine, op), warps, op);
        store_runs(mine, static_cast<T>(op(carry, place.before)), output, start, elements, staged, op);
        carry = op(carry, place.total);
        __syncthreads();  // `staged` and `warps` are used again
    }
}

static const registration runs_rung{{
    .pattern = "scan",
    .number = 8,
    .follows = 7,
    .name = "a run of 16 a thread",
    .fault = "one element per thread",
    .change = "16 elements per thread",
    .idea = "Each thread scans 16 neighbours in registers, and only the totals of these runs are scanned together. "
            "Values pass through shared memory, so that neighbouring threads load and store neighbours.",
    .hypothesis = "One element in 16 takes part in the parallel scan: operations fall towards 2n, barriers by half, "
                  "and 16 loads per thread are in flight. Shared memory carries all values again.",
    .expectations = {{"operations", direction::falls},
                     {"barriers", direction::falls},
                     {"shared_wavefronts", direction::rises},
                     {"global_sectors", direction::stays}},
    .source = "Sengupta, Harris and Garland 2008, NVR-2008-003; Merrill and Grimshaw 2009",
    .block = block_size,
    .most_elements = most_elements_of_one_block,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_on(with, 1, block_size, 0, runs<T, Operator>, input_of<T>(with, op),
                          static_cast<T*>(with.output), with.elements, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
