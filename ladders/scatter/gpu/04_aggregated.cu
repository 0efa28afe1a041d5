// 04: atomics, aggregated by warps
// The lanes of a warp that go to one place add up among themselves, and the first of them adds for all.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, a block apart, so that a warp's indices stay neighbours.
inline constexpr unsigned in_flight = 4;

inline constexpr unsigned all_lanes = 0xFFFFFFFF;

/// The sum over the lanes of the mask `peers`, which each of them passes. The lowest of them gets it. All lanes of the
/// warp must call this. In each round, peers of even rank add the next peer's sum, and peers of odd rank leave.
template <class T>
__device__ __forceinline__ T sum_of_peers(unsigned peers, T sum) {
    const unsigned lane = threadIdx.x % 32;
    unsigned rank = static_cast<unsigned>(__popc(peers & ((1u << lane) - 1)));
    unsigned after = peers & (0xFFFFFFFEu << lane);
    while (__any_sync(all_lanes, after != 0)) {
        const int next = __ffs(static_cast<int>(after)) - 1;
        const T taken_in = __shfl_sync(all_lanes, sum, next < 0 ? 0 : next);
        if (next >= 0) sum = plus{}(sum, taken_in);
        after &= __ballot_sync(all_lanes, rank % 2 == 0);
        rank /= 2;
    }
    return sum;
}

template <class T, class Index>
__global__ void aggregated(const T* input, const Index* indices, T* output, std::uint64_t elements) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (in_flight * block_size) + threadIdx.x;
    constexpr Index nowhere = ~Index{0};  // where lanes go that have no element
    Index to[in_flight];
    T element[in_flight];
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        to[k] = i < elements ? indices[i] : nowhere;
        element[k] = i < elements ? input[i] : T{0};
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const unsigned peers = __match_any_sync(all_lanes, to[k]);
        const T sum = sum_of_peers(peers, element[k]);
        const bool leads = (peers & ((1u << threadIdx.x % 32) - 1)) == 0;
        if (leads && to[k] != nowhere) atomicAdd(output + to[k], sum);
    }
}

static const registration aggregated_rung{{
    .pattern = "scatter",
    .number = 4,
    .follows = 3,
    .name = "aggregated by warps",
    .fault = "lanes queue for one address",
    .change = "a warp adds up first",
    .idea = "__match_any_sync finds the lanes with the same place. These lanes add up by shuffles, so each place takes "
            "one atomic.",
    .hypothesis = "With colliding indices atomics fall, and no two lanes of a request are on one address. With random "
                  "indices rung 4 only does more work.",
    .expectations = {{"atomics", direction::stays}, {"warp_syncs", direction::rises}},
    .source = "Adinetz 2014, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics; Westphal 2015, Voting and "
              "Shuffling to Optimize Atomic Operations",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                launch_fill(with, static_cast<T*>(with.output), with.elements, T{0});
                launch_on(with, blocks_for(with.elements, in_flight * block_size), block_size, 0, aggregated<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
