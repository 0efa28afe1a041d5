// 01: a search for each key
// The place of a key is its index plus the number of keys of the other sequence before it, which a search finds.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/merge/sequences.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

/// How many keys are before `value`: those below it and, where `equal_before`, those equal to it.
__device__ std::uint64_t keys_before(sequence<std::uint64_t> in, key value, bool equal_before) {
    std::uint64_t low = 0, high = in.count;
    while (low < high) {
        const std::uint64_t middle = (low + high) / 2;
        const key seen = in.keys[middle];
        if (seen < value || (equal_before && seen == value)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

__global__ void search_each(sequences of) {
    const std::uint64_t thread = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (thread >= of.first.count + of.second.count) return;
    const bool in_first = thread < of.first.count;
    const std::uint64_t i = in_first ? thread : thread - of.first.count;
    const key mine = in_first ? of.first.keys[i] : of.second.keys[i];
    of.merged[i + keys_before(in_first ? of.second : of.first, mine, !in_first)] = mine;
}

static const registration search_each_rung{{
    .pattern = "merge",
    .number = 1,
    .follows = 0,
    .name = "a search for each key",
    .change = "a thread for each key",
    .idea = "The merged place of a key is its index plus how many keys of the other sequence come before it. A "
            "thread for each key finds this number by binary search.",
    .hypothesis = "Every key takes log2(n) dependent loads.",
    .expectations = {},
    .source = "Satish, Harris and Garland 2009, Designing Efficient Sorting Algorithms for Manycore GPUs",
    .block = block_size,
    .run =
        [](const arguments& with) {
            launch_on(with, blocks_for(with.elements, block_size), block_size, 0, search_each, sequences_of(with));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
