// 01: naive, one element a thread
// A load that waits for a load: the index, then the element.
#include <ladders/gather/problem.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

template <class T, class Index>
__global__ void naive(const T* input, const Index* indices, T* output, std::uint64_t elements) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < elements) output[i] = input[indices[i]];
}

static const registration naive_rung{{
    .pattern = "gather",
    .number = 1,
    .follows = 0,
    .name = "one element a thread",
    .change = "index, then element",
    .idea = "Thread i reads index i, then the element that it names.",
    .hypothesis = "The starting point. Reads of indices and writes are coalesced. The elements of a warp lie in 4 "
                  "sectors with sequential indices, and in 32 with random ones.",
    .expectations = {},
    .source = "the lecture on atomics and patterns, gather",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_item_and_index(with, [&]<class T, class Index>(T, Index) {
                launch_on(with, blocks_for(with.elements, block_size), block_size, 0, naive<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
