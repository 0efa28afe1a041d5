// 07: no branches
// Both cases of a comparison take the same instructions: the place of the next key is selected, and then loaded.
#include <ladders/merge/gpu/bounds.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

__global__ void __launch_bounds__(block_size, 5) merge_branch_free(sequences of, const std::uint64_t* bounds) {
    __shared__ tile<15> in_block;
    const unsigned count = in_block.size(of), place = threadIdx.x * 15 < count ? threadIdx.x * 15 : count;
    key* const keys = in_block.keys;
    if (threadIdx.x == 0) keys[count] = 0;  // loaded behind the last key, and not taken
    const unsigned of_first = in_block.load(of, {bounds[blockIdx.x], bounds[blockIdx.x + 1]});
    unsigned a = keys_from_first(sequence<unsigned>{keys, of_first},
                                 sequence<unsigned>{keys + of_first, count - of_first}, place);
    unsigned b = of_first + place - a;
    key from_a = keys[a], from_b = keys[b], mine[15] = {};
#pragma unroll
    for (unsigned r = 0; r < 15; ++r) {
        if (place + r >= count) break;
        const bool takes_a = b >= count || (a < of_first && from_a <= from_b);
        mine[r] = takes_a ? from_a : from_b;
        a += takes_a ? 1 : 0;
        b += takes_a ? 0 : 1;
        const key next = keys[takes_a ? a : b];
        from_a = takes_a ? next : from_a;
        from_b = takes_a ? from_b : next;
    }
    __syncthreads();
    in_block.store(of, mine);
}

static const registration branch_free_rung{{
    .pattern = "merge",
    .number = 7,
    .follows = 6,
    .name = "no branches",
    .fault = "lanes take two branches",
    .change = "selects instead of branches",
    .idea = "Each lane selects the address of its next key, in the first or the second sequence. Then one instruction "
            "loads for all lanes. Five blocks fit on a multiprocessor.",
    .hypothesis = "Comparisons of keys do not split a warp, so more threads work in a step.",
    .expectations = {{"threads_per_step", direction::rises}},
    .source = "NVIDIA CCCL, CUB: SerialMerge",
    .block = block_size,
    .scratch_bytes = scratch_of_bounds,
    .run = [](const arguments& with) { launch_between_bounds(with, merge_branch_free); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
