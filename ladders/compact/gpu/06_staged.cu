// 06: staged in shared memory
// The kept elements are brought side by side in shared memory, so that neighbouring threads store neighbours.
#include <ladders/compact/gpu/tile.hpp>
#include <ladders/scan/gpu/look_back.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void staged_pass(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count, below<T> keep,
                            scan::look_back_scratch<std::uint64_t> others) {
    __shared__ tile_counts in_tile;
    __shared__ unsigned ticket;
    __shared__ std::uint64_t before_tile;
    __shared__ T staged[tile_elements];

    if (threadIdx.x == 0) ticket = atomicAdd(others.tickets, 1u);
    __syncthreads();
    const std::uint64_t number = ticket;

    const tile<T> mine = load_tile(input, elements, number * tile_elements, keep);
    count_tile(mine, in_tile);
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        if (mine.keeps(r)) staged[mine.place(r, in_tile)] = mine.element[r];
    }
    if (threadIdx.x < 32) {
        const std::uint64_t before = scan::resolve_tile<1>(others.states, number, std::uint64_t{in_tile.kept}, plus{});
        if (threadIdx.x == 0) before_tile = before;
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < in_tile.kept; i += block_size) kept[before_tile + i] = staged[i];
    if (threadIdx.x == 0 && number == gridDim.x - 1) *count = before_tile + in_tile.kept;
}

static const registration staged_rung{{
    .pattern = "compact",
    .number = 6,
    .follows = 5,
    .name = "staged in shared memory",
    .fault = "registers held while waiting",
    .change = "tiles in shared memory",
    .idea = "While a tile looks back, its kept elements move next to each other in shared memory. Neighbouring threads "
            "then store them. So the elements occupy no registers during the wait.",
    .hypothesis = "Whole warps store, which should touch fewer sectors. Every kept "
                  "element costs one more write and read of shared memory.",
    .expectations = {{"shared_wavefronts", direction::rises}, {"global_sectors", direction::falls}},
    .source = "Merrill and Garland 2016; the selection kernels of CUB do so",
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
                launch_on(with, tiles, block_size, 0, staged_pass<T>, input, elements, kept, count, keep,
                          scan::prepare_look_back<std::uint64_t>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
