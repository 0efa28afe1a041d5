// 06: a warp adds up first
// The lanes add their values by shuffles (integers in one instruction); lane 0 adds the sum for all.
#include <ladders/critical_section/gpu/sections.hpp>
#include <ladders/critical_section/gpu/warp_sum.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void warp_aggregated(const T* input, std::uint64_t elements, tally<T>* shared) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const unsigned lane = threadIdx.x % 32;

    std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;  // of the warp
    for (; first < elements; first += threads) {
        const bool mine = first + lane < elements;
        const T total = warp_sum(mine ? input[first + lane] : T(0));
        const int number = __popc(__ballot_sync(~0u, mine));
        if (lane == 0) {
            atomicAdd(&shared->total, total);
            atomicAdd(&shared->number, T(number));
        }
    }
}

static const registration warp_aggregated_rung{{
    .pattern = "critical-section",
    .number = 6,
    .follows = 5,
    .name = "warp-aggregated",
    .fault = "32 additions to one address",
    .change = "a warp adds up first",
    .idea = "The lanes of a warp first add up their values, and one lane adds the sum to the shared value.",
    .hypothesis = "One lane in 32 accesses memory: atomics fall to a 32nd, contention to 1.",
    .expectations = {{"atomics", direction::falls}, {"atomic_max_contention", direction::falls}},
    .source = "Adinetz 2014, CUDA Pro Tip: optimized filtering with warp-aggregated atomics",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) { launch_sections<T>(with, warp_aggregated<T>); });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
