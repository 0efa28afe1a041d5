// 02: one atomic a warp
// The lanes that keep an element are counted by a vote; one of them takes places for all. nvcc does the same to rung 1
// (its machine code for sm_90 votes and counts before one atomic), so that on a GPU the two may be alike; the emulator
// counts what is written.
#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void warp_aggregated(const T* input, std::uint64_t elements, T* kept, unsigned long long* count,
                                below<T> keep) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const T element = i < elements ? input[i] : T{};
    const bool mine = i < elements && keep(element);
    const unsigned keepers = __ballot_sync(~0u, mine), lane = threadIdx.x % 32;
    unsigned long long place = 0;
    if (lane == 0 && keepers != 0) place = atomicAdd(count, static_cast<unsigned long long>(__popc(keepers)));
    place = __shfl_sync(~0u, place, 0);
    if (mine) kept[place + static_cast<unsigned>(__popc(keepers & ((1u << lane) - 1)))] = element;
}

static const registration warp_aggregated_rung{{
    .pattern = "compact",
    .number = 2,
    .follows = 1,
    .name = "one atomic a warp",
    .fault = "one atomic per kept element",
    .change = "one atomic per warp",
    .idea = "__ballot_sync tells each lane how many lanes before it keep their element. One atomic takes places for "
            "all lanes of a warp.",
    .hypothesis = "When half are kept, a 16th of the atomics remains, and the places of a warp are neighbours.",
    .expectations = {{"global_atomics", direction::falls}},
    .source = "Adinetz 2014, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics",
    .block = block_size,
    .supports = takes_any_order,
    .run =
        [](const arguments& with) {
            with_compaction(with, [&]<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count,
                                               below<T> keep) {
                launch_fill(with, count, 1, std::uint64_t{0});
                launch_on(with, blocks_for(elements, block_size), block_size, 0, warp_aggregated<T>, input, elements,
                          kept, reinterpret_cast<unsigned long long*>(count), keep);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
