// A tile of keys in the registers of a block, and how many of its keys with the same digit stand before each key.
#pragma once

#include <algorithm>
#include <cstdint>

#include <ladders/scan/gpu/block_scan.hpp>
#include <ladders/sort/gpu/passes.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

inline constexpr unsigned warps = block_size / 32;
template <unsigned Bits>
inline constexpr unsigned digits = 1u << Bits;
template <unsigned Items>
inline constexpr unsigned tile_keys = Items * block_size;

template <unsigned Bits>
__device__ __forceinline__ unsigned digit_of(key of, unsigned shift) {
    return of >> shift & (digits<Bits> - 1);
}

/// Each warp holds neighbouring keys, a lane every 32nd of them.
template <unsigned Items>
struct tile {
    key keys[Items];
    unsigned count;  ///< of the tile

    static __device__ unsigned place(unsigned r) { return (threadIdx.x / 32 * Items + r) * 32 + threadIdx.x % 32; }
};

/// A tile, all of whose loads are under way together. What stands for keys beyond the end comes behind all keys.
template <unsigned Items>
__device__ __forceinline__ tile<Items> load_tile(const key* keys, std::uint64_t elements,
                                                 std::uint64_t index = blockIdx.x) {
    const std::uint64_t first = index * tile_keys<Items>, left = elements - first;
    tile<Items> mine;
    mine.count = left < tile_keys<Items> ? static_cast<unsigned>(left) : tile_keys<Items>;
#pragma unroll
    for (unsigned r = 0; r < Items; ++r) mine.keys[r] = mine.place(r) < mine.count ? keys[first + mine.place(r)] : ~0u;
    return mine;
}

/// The counts of digits in the warps of a block.
template <unsigned Bits>
struct digit_counts {
    unsigned of_warp[warps][digits<Bits>];

    /// How many keys of the warp have the digit of key r and stand before it; leaves the counts of all keys of the
    /// warp. `lanes` is shared memory, a word for each warp and digit: which lanes have the digit. Ends with a barrier.
    template <unsigned Items>
    __device__ __forceinline__ void rank(const tile<Items>& mine, unsigned shift, unsigned* lanes,
                                         unsigned (&ranks)[Items]) {
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        unsigned* const counts = of_warp[warp];
        unsigned* const alike = lanes + warp * digits<Bits>;
        for (unsigned d = lane; d < digits<Bits>; d += 32) counts[d] = alike[d] = 0;
        __syncwarp();
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) {
            const unsigned digit = digit_of<Bits>(mine.keys[r], shift);
            atomicOr(alike + digit, 1u << lane);
            __syncwarp();
            const unsigned peers = alike[digit], before = counts[digit];
            const unsigned peers_before = __popc(peers & ((1u << lane) - 1));
            ranks[r] = before + peers_before;
            __syncwarp();
            if (peers_before == 0) {
                counts[digit] = before + __popc(peers);
                alike[digit] = 0;
            }
            __syncwarp();
        }
        __syncthreads();
    }

    /// By each digit's thread: turns its counts into those of the warps before, from `first` on; returns their sum.
    __device__ __forceinline__ unsigned add_up(unsigned first) {
        unsigned before = first;
#pragma unroll
        for (unsigned w = 0; w < warps; ++w) {
            const unsigned here = of_warp[w][threadIdx.x];
            of_warp[w][threadIdx.x] = before;
            before += here;
        }
        return before - first;
    }
};

/// Counts the digits of each tile: those of digit 0 of all tiles, then those of digit 1, ...
template <unsigned Bits, unsigned Items>
__global__ void count_digits(const key* keys, std::uint64_t elements, unsigned shift, unsigned* counts) {
    __shared__ unsigned in_tile[digits<Bits>];
    if (threadIdx.x < digits<Bits>) in_tile[threadIdx.x] = 0;
    __syncthreads();
    const tile<Items> mine = load_tile<Items>(keys, elements);
#pragma unroll
    for (unsigned r = 0; r < Items; ++r) {
        if (mine.place(r) < mine.count) atomicAdd(in_tile + digit_of<Bits>(mine.keys[r], shift), 1u);
    }
    __syncthreads();
    if (threadIdx.x < digits<Bits>) counts[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x] = in_tile[threadIdx.x];
}

/// Keys as a pass reads them, places of the first key of each digit of each tile.
using scatter_kernel = void (*)(const key* keys, key* sorted, std::uint64_t elements, unsigned shift,
                                const unsigned* places);

/// A pass: counts the digits of tiles, scans the counts, and scatters the keys.
template <unsigned Bits, unsigned Items>
void sort_by_tiles(const arguments& with, scatter_kernel scatter) {
    key* const other = static_cast<key*>(with.scratch);
    unsigned* const counts = other + with.elements;
    const std::uint64_t tiles = blocks_for(with.elements, tile_keys<Items>);
    for_each_pass<Bits>(with, other, [&](const key* from, key* to, unsigned shift) {
        launch_on(with, tiles, block_size, 0, count_digits<Bits, Items>, from, with.elements, shift, counts);
        scan_counts(with, counts, tiles * digits<Bits>);
        launch_on(with, tiles, block_size, 0, scatter, from, to, with.elements, shift, counts);
    });
}

/// The scratch of `sort_by_tiles`.
template <unsigned Bits, unsigned Items>
std::size_t scratch_of_tiles(const arguments& with) {
    return with.elements * sizeof(key) + blocks_for(with.elements, tile_keys<Items>) * digits<Bits> * sizeof(unsigned);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
