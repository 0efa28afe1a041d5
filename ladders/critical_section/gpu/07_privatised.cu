// 07: privatised in shared memory
// Warps add to a tally of their block, in shared memory; the block adds that once, at its end.
#include <ladders/critical_section/gpu/sections.hpp>
#include <ladders/critical_section/gpu/warp_sum.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void privatised(const T* input, std::uint64_t elements, tally<T>* shared) {
    __shared__ tally<T> block;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const unsigned lane = threadIdx.x % 32;

    if (threadIdx.x == 0) block = {T(0), T(0)};
    __syncthreads();

    std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;  // of the warp
    for (; first < elements; first += threads) {
        const bool mine = first + lane < elements;
        const T total = warp_sum(mine ? input[first + lane] : T(0));
        const int number = __popc(__ballot_sync(~0u, mine));
        if (lane == 0) {
            atomicAdd(&block.total, total);
            atomicAdd(&block.number, T(number));
        }
    }

    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&shared->total, block.total);
        atomicAdd(&shared->number, block.number);
    }
}

static const registration privatised_rung{{
    .pattern = "critical-section",
    .number = 7,
    .follows = 6,
    .name = "privatised in shared memory",
    .fault = "warps meet in global memory",
    .change = "tallies in shared memory",
    .idea = "Each block keeps a tally (a sum) in shared memory, and adds it once to the tally in global memory.",
    .hypothesis = "Each block takes two global atomics, whatever the number of its sections.",
    .expectations = {{"global_atomics", direction::falls}},
    .source = "lecture on atomics and patterns, privatization",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) { launch_sections<T>(with, privatised<T>); });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
