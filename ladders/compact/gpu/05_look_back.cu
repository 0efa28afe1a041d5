// 05: a single pass, with decoupled look-back
// The input is read once: a tile stays in registers while its block looks back at what the tiles before it have kept.
#include <ladders/compact/gpu/tile.hpp>
#include <ladders/scan/gpu/look_back.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void single_pass(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count, below<T> keep,
                            scan::look_back_scratch<std::uint64_t> others) {
    __shared__ tile_counts in_tile;
    __shared__ unsigned ticket;
    __shared__ std::uint64_t before_tile;

    if (threadIdx.x == 0) ticket = atomicAdd(others.tickets, 1u);
    __syncthreads();
    const std::uint64_t number = ticket;

    const tile<T> mine = load_tile(input, elements, number * tile_elements, keep);
    count_tile(mine, in_tile);
    if (threadIdx.x < 32) {
        const std::uint64_t before = scan::resolve_tile<1>(others.states, number, std::uint64_t{in_tile.kept}, plus{});
        if (threadIdx.x == 0) before_tile = before;
    }
    __syncthreads();
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        if (mine.keeps(r)) kept[before_tile + mine.place(r, in_tile)] = mine.element[r];
    }
    if (threadIdx.x == 0 && number == gridDim.x - 1) *count = before_tile + in_tile.kept;
}

static const registration single_pass_rung{{
    .pattern = "compact",
    .number = 5,
    .follows = 4,
    .name = "single pass, look-back",
    .fault = "the input is read twice",
    .change = "one pass, by look-back",
    .idea = "A tile publishes its count at once, and looks back over the counts of earlier tiles while its elements "
            "wait in registers. So the second pass over the input is gone.",
    .hypothesis = "When half are kept, 6 bytes move per element of 4 bytes, the minimum: global bytes requested fall "
                  "by two fifths.",
    .expectations = {{"global_bytes_requested", direction::falls}},
    .source = "Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002",
    .block = block_size,
    .scratch_bytes =
        [](const arguments& with) {
            return scan::words_of_states<std::uint64_t>(blocks_for(with.elements, tile_elements)) *
                   sizeof(std::uint64_t);
        },
    .run =
        [](const arguments& with) {
            with_compaction(with, [&]<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count,
                                               below<T> keep) {
                const std::uint64_t tiles = blocks_for(elements, tile_elements);
                launch_on(with, tiles, block_size, 0, single_pass<T>, input, elements, kept, count, keep,
                          scan::prepare_look_back<std::uint64_t>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
