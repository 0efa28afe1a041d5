// Runs, which are ascending keys: blocks sort their tiles, and each pass merges pairs of neighbouring runs.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include <ladders/merge/gpu/tile.hpp>
#include <ladders/sort/problem.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

/// Keys of a thread: an odd number, so that lanes use different banks.
inline constexpr unsigned run_items = 15, first_run = merge::tile_keys<run_items>;
using run_tile = merge::tile<run_items>;

/// A thread sorts its keys in registers: neighbours change places until no round is left.
template <unsigned Items>
__device__ __forceinline__ void sort_registers(key (&keys)[Items]) {
#pragma unroll
    for (unsigned round = 0; round < Items; ++round) {
#pragma unroll
        for (unsigned i = round % 2; i + 1 < Items; i += 2) {
            const key low = keys[i] < keys[i + 1] ? keys[i] : keys[i + 1];
            keys[i + 1] = keys[i] < keys[i + 1] ? keys[i + 1] : keys[i];
            keys[i] = low;
        }
    }
}

/// Each block sorts its tile: runs of a thread, then of two threads, of four, ...
template <unsigned Items>
__global__ void __launch_bounds__(block_size) sort_tiles(const key* keys, key* sorted, std::uint64_t elements) {
    __shared__ key in_block[merge::tile_keys<Items>];
    const std::uint64_t begin = run_tile::begin(), left = elements - begin;
#pragma unroll
    for (unsigned r = 0; r < Items; ++r) {
        const unsigned i = r * block_size + threadIdx.x;
        in_block[i] = i < left ? keys[begin + i] : ~0u;
    }
    __syncthreads();
    const unsigned place = threadIdx.x * Items;
    key mine[Items];
#pragma unroll
    for (unsigned r = 0; r < Items; ++r) mine[r] = in_block[place + r];
    sort_registers(mine);
    for (unsigned run = Items;; run *= 2) {
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) in_block[place + r] = mine[r];
        __syncthreads();
        if (run == merge::tile_keys<Items>) break;
        const unsigned in_pair = place % (2 * run);
        const key* const pair = in_block + (place - in_pair);
        merge::merge_range<Items>(merge::sequence<unsigned>{pair, run}, {pair + run, run}, in_pair,
                                  [&](unsigned r, key next) { mine[r] = next; });
        __syncthreads();
    }
#pragma unroll
    for (unsigned r = 0; r < Items; ++r) {
        const unsigned i = r * block_size + threadIdx.x;
        if (i < left) sorted[begin + i] = in_block[i];
    }
}

/// The two runs that a tile's keys come from.
struct run_pair {
    std::uint64_t begin;  ///< of the first run, among all keys
    merge::sequence<std::uint64_t> first, second;

    /// `run_tiles`, the tiles of a run, are a power of two.
    static __device__ run_pair of(std::uint64_t tile, const key* keys, std::uint64_t elements, unsigned run_tiles) {
        const std::uint64_t run = std::uint64_t{run_tiles} * first_run;
        const std::uint64_t begin = (tile & ~std::uint64_t{2 * run_tiles - 1}) * first_run, left = elements - begin;
        const std::uint64_t first = left < run ? left : run, second = left - first < run ? left - first : run;
        return {begin, {keys + begin, first}, {keys + begin + first, second}};
    }

    /// How many keys of the first run, and before it, come before this place among all keys.
    __device__ std::uint64_t bound(std::uint64_t place) const {
        const std::uint64_t in_pair = place - begin, count = first.count + second.count;
        return begin + merge::keys_from_first(first, second, in_pair < count ? in_pair : count);
    }

    /// For a tile of the merge ladder, which knows places among all keys: the first run has all keys before it as well.
    __device__ merge::sequences to(key* merged) const {
        return {{first.keys - begin, begin + first.count}, second, merged};
    }
};

/// Merges the block's tile between two bounds.
__device__ __forceinline__ void merge_tile(run_tile& in_block, const merge::sequences& of, merge::tile_bounds bounds) {
    key mine[run_items] = {};
    in_block.merge(of, bounds, mine);
    in_block.store(of, mine);
}

/// Sorts tiles, and then calls `pass(from, to, tiles, run_tiles)` until one run is left. The last pass ends in the
/// output.
template <class Pass>
void sort_by_merges(const arguments& with, const Pass& pass) {
    key *from = static_cast<key*>(with.output), *to = static_cast<key*>(with.scratch);
    const std::uint64_t tiles = blocks_for(with.elements, first_run);
    if (std::bit_width(tiles - 1) % 2 != 0) std::swap(from, to);
    launch_on(with, tiles, block_size, 0, sort_tiles<run_items>, static_cast<const key*>(with.input), from,
              with.elements);
    for (unsigned run_tiles = 1; run_tiles < tiles; run_tiles *= 2) {
        pass(from, to, tiles, run_tiles);
        std::swap(from, to);
    }
}

inline std::size_t scratch_of_merges(const arguments& with) { return with.elements * sizeof(key); }

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
