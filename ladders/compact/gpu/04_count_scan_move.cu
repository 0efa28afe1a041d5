// 04: count, scan, move
// Only what a block keeps is counted in memory; the places within it are found again when they are needed.
#include <ladders/compact/gpu/tile.hpp>
#include <span>
#include <strider/scan.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void count_kept(const T* input, std::uint64_t elements, std::uint64_t* counts, below<T> keep) {
    __shared__ tile_counts in_tile;
    const tile<T> mine = load_tile(input, elements, std::uint64_t{blockIdx.x} * tile_elements, keep);
    count_tile(mine, in_tile);
    if (threadIdx.x == 0) counts[blockIdx.x] = in_tile.kept;
}

template <class T>
__global__ void move_kept(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count, below<T> keep,
                          const std::uint64_t* before_tiles) {
    __shared__ tile_counts in_tile;
    const tile<T> mine = load_tile(input, elements, std::uint64_t{blockIdx.x} * tile_elements, keep);
    count_tile(mine, in_tile);
    const std::uint64_t before = before_tiles[blockIdx.x];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        if (mine.keeps(r)) kept[before + mine.place(r, in_tile)] = mine.element[r];
    }
    if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) *count = before + in_tile.kept;
}

static const registration count_scan_move_rung{{
    .pattern = "compact",
    .number = 4,
    .follows = 3,
    .name = "count, scan, move",
    .fault = "a flag for every element",
    .change = "only counts are scanned",
    .idea = "A block counts what it keeps of 4,096 elements, and a scan adds up the counts. A second pass over the "
            "input finds the places within a block again, by votes, and stores the elements.",
    .hypothesis = "One number per 4,096 elements goes through memory, not a flag per element: 10 bytes per element of "
                  "4 bytes, not 26.",
    .expectations = {{"global_bytes_requested", direction::falls}},
    .source = "Billeter, Olsson and Assarsson 2009, Efficient Stream Compaction on Wide SIMD Many-Core Architectures",
    .block = block_size,
    .scratch_bytes =
        [](const arguments& with) {
            return static_cast<std::size_t>(blocks_for(with.elements, tile_elements) * sizeof(std::uint64_t));
        },
    .run =
        [](const arguments& with) {
            with_compaction(with, [&]<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count,
                                               below<T> keep) {
                std::uint64_t* const counts = static_cast<std::uint64_t*>(with.scratch);
                const std::uint64_t tiles = blocks_for(elements, tile_elements);
                launch_on(with, tiles, block_size, 0, count_kept<T>, input, elements, counts, keep);
                exclusive_scan(policy_of(with), std::span<const std::uint64_t>(counts, tiles),
                               std::span<std::uint64_t>(counts, tiles));
                launch_on(with, tiles, block_size, 0, move_kept<T>, input, elements, kept, count, keep, counts);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
