// 01: naive, one element a thread
// For indices that permute: where two elements go to one place, the one that is stored last would stay.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

template <class T, class Index>
__global__ void naive(const T* input, const Index* indices, T* output, std::uint64_t elements) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < elements) output[indices[i]] = input[i];
}

static const registration naive_rung{{
    .pattern = "scatter",
    .number = 1,
    .follows = 0,
    .name = "one element a thread",
    .change = "store where the index says",
    .idea = "Thread i stores element i where its index says.",
    .hypothesis = "The starting point. Reads are coalesced. The writes of a warp lie in 4 sectors with sequential "
                  "indices, and in 32 with random ones.",
    .expectations = {},
    .source = "the lecture on atomics and patterns, scatter",
    .block = block_size,
    .supports = permutes,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                launch_on(with, blocks_for(with.elements, block_size), block_size, 0, naive<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
