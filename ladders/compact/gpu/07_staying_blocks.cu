// 07: blocks that stay, and one warp that gives places
// Against rung 6: a block takes tile after tile, and loads and counts the next one while the last waits for its place.
// One warp of the launch adds up the counts in their order, where every tile looked back over those before it.
#include <ladders/compact/gpu/tile.hpp>
#include <ladders/scan/gpu/look_back.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

/// Blocks a multiprocessor: as many as have 64 registers a thread for a tile.
inline constexpr unsigned resident = 4;

using places = scan::tile_states<std::uint64_t>;

/// Where every tile goes, by a warp: it looks at 128 counts, and adds up those before the first one still to come.
__device__ __forceinline__ void give_places(const places& states, std::uint64_t tiles, std::uint64_t* count) {
    constexpr unsigned windows = 4;
    const unsigned lane = threadIdx.x % 32;
    std::uint64_t sum = 0;
    for (std::uint64_t tile = 0, first = 0; tile < tiles; first = tile) {
        places::state seen[windows];
#pragma unroll
        for (unsigned w = 0; w < windows; ++w) {
            const std::uint64_t at = first + w * 32 + lane;
            seen[w] = {scan::known::nothing, 0};
            if (at < tiles) seen[w] = states.look(at);
        }
        bool whole = true;  // all windows so far
#pragma unroll
        for (unsigned w = 0; w < windows; ++w) {
            const unsigned missing = ~__ballot_sync(~0u, whole && seen[w].what == scan::known::total);
            const unsigned there = missing == 0 ? 32 : static_cast<unsigned>(__ffs(static_cast<int>(missing))) - 1;
            const unsigned kept = lane < there ? static_cast<unsigned>(seen[w].value) : 0;
            unsigned through = kept;
#pragma unroll
            for (unsigned distance = 1; distance < 32; distance *= 2) {
                const unsigned left = __shfl_up_sync(~0u, through, distance);
                if (lane >= distance) through += left;
            }
            if (lane < there) states.publish(first + w * 32 + lane, scan::known::prefix, sum + through - kept);
            sum += __shfl_sync(~0u, through, 31);
            tile += there;
            whole = missing == 0;
        }
    }
    if (lane == 0) *count = sum;
}

template <class T>
__global__ void __launch_bounds__(block_size, resident)
    staying_blocks(const T* input, std::uint64_t elements, std::uint64_t tiles, T* kept, std::uint64_t* count,
                   below<T> keep, scan::look_back_scratch<std::uint64_t> others) {
    __shared__ tile_counts in_tile;
    __shared__ unsigned first, ticket;
    __shared__ std::uint64_t before_tile;
    __shared__ T staged[tile_elements];

    if (blockIdx.x == 0) {
        if (threadIdx.x < 32) give_places(others.states, tiles, count);
        return;
    }
    const auto publish = [&](std::uint64_t number) {
        if (threadIdx.x == 0 && number < tiles) others.states.publish(number, scan::known::total, in_tile.kept);
    };
    if (threadIdx.x == 0) first = atomicAdd(others.tickets, 1u);
    __syncthreads();
    if (threadIdx.x == 0) ticket = atomicAdd(others.tickets, 1u);
    tile<T> mine = load_tile(input, elements, std::uint64_t{first} * tile_elements, keep);
    count_tile(mine, in_tile);
    publish(first);

    for (std::uint64_t number = first, next = ticket; number < tiles;) {
        const unsigned of_tile = in_tile.kept;
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            if (mine.keeps(r)) staged[mine.place(r, in_tile)] = mine.element[r];
        }
        __syncthreads();
        mine = load_tile(input, elements, next * tile_elements, keep);
        count_tile(mine, in_tile);
        publish(next);
        if (threadIdx.x == 0) {
            ticket = atomicAdd(others.tickets, 1u);
            places::state place = others.states.look(number);
            while (place.what != scan::known::prefix) place = others.states.look(number);
            before_tile = place.value;
        }
        __syncthreads();
        for (unsigned i = threadIdx.x; i < of_tile; i += block_size) kept[before_tile + i] = staged[i];
        number = next;
        next = ticket;
        __syncthreads();
    }
}

static const registration staying_blocks_rung{{
    .pattern = "compact",
    .number = 7,
    .follows = 6,
    .name = "blocks that stay, places by one warp",
    .fault = "blocks stand and wait",
    .change = "the next tile meanwhile",
    .idea = "The grid has only the blocks that the device holds at once, and each takes tile after tile. While a tile "
            "waits in shared memory for its place, the block loads and counts the next one. One warp adds up all "
            "counts in order and says where each tile goes.",
    .hypothesis = "No block is idle while its tile waits, and fewer blocks start. A tile asks for one word, where rung "
                  "6 looked at the words of 32 tiles. Each tile costs one more barrier.",
    .expectations = {{"blocks", direction::falls}, {"barriers", direction::rises}},
    .source = "include/strider/cuda/compact/pipelined.hpp",
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
                const std::uint64_t blocks = 1 + std::min<std::uint64_t>(tiles, resident * with.multiprocessors);
                launch_on(with, blocks, block_size, 0, staying_blocks<T>, input, elements, tiles, kept, count, keep,
                          scan::prepare_look_back<std::uint64_t>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
