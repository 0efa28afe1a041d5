// A radix sort of 8 bits a pass whose tiles learn their places by decoupled look-back, each digit for itself.
#pragma once

#include <ladders/sort/gpu/ordered_tile.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

inline constexpr unsigned passes = 4, all_digits = digits<8>;

/// Counts the digits of all passes, from a tile to the next: a block adds its counts to those of all once.
template <unsigned Items>
__global__ void __launch_bounds__(block_size)
    count_all_digits(const key* keys, std::uint64_t elements, unsigned* counts) {
    __shared__ unsigned in_block[passes][all_digits];
    for (unsigned p = 0; p < passes; ++p) in_block[p][threadIdx.x] = 0;
    __syncthreads();
    const std::uint64_t tiles = (elements + tile_keys<Items> - 1) / tile_keys<Items>;
    for (std::uint64_t index = blockIdx.x; index < tiles; index += gridDim.x) {
        const tile<Items> mine = load_tile<Items>(keys, elements, index);
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) {
            for (unsigned p = 0; p < passes; ++p) {
                if (mine.place(r) < mine.count) atomicAdd(in_block[p] + digit_of<8>(mine.keys[r], 8 * p), 1u);
            }
        }
    }
    __syncthreads();
    for (unsigned p = 0; p < passes; ++p) atomicAdd(counts + p * all_digits + threadIdx.x, in_block[p][threadIdx.x]);
}

/// By one block a pass: where the first key of each digit goes.
template <unsigned Threads>
__global__ void place_digits(unsigned* counts) {
    __shared__ unsigned totals[Threads / 32];
    unsigned& count = counts[blockIdx.x * Threads + threadIdx.x];
    count = scan::scan_block<Threads>(count, totals, plus{}).before;
}

/// The state of a tile for a digit: its keys with the digit, or these and all tiles' before it. Zero: not yet known.
struct digit_states {
    static constexpr unsigned of_tile = 1u << 30, of_all = 2u << 30;
    using word = ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device>;
    unsigned* words;

    __device__ word of(unsigned tile) const { return word(words[std::uint64_t{tile} * all_digits + threadIdx.x]); }

    __device__ void publish(unsigned said) const { of(blockIdx.x).store(said, ::cuda::memory_order_relaxed); }

    /// By each digit's thread: how many of its digit the tiles before hold. Blocks start in the order of their
    /// indices, so a block may wait for those before.
    __device__ unsigned look_back() const {
        unsigned before = 0;
        for (unsigned tile = blockIdx.x; tile > 0;) {
            const unsigned said = of(tile - 1).load(::cuda::memory_order_relaxed);
            if (said == 0) continue;
            before += said & (of_tile - 1);
            if ((said & of_all) != 0) break;
            --tile;
        }
        return before;
    }
};

/// Keys as a pass reads them, places of the first key of each digit.
using sweep_kernel = void (*)(const key* keys, key* sorted, std::uint64_t elements, unsigned shift,
                              const unsigned* places, digit_states states);

/// Words of all passes' counts and states.
template <unsigned Items>
std::uint64_t words_of_sweeps(const arguments& with) {
    return passes * all_digits * (1 + blocks_for(with.elements, tile_keys<Items>));
}

template <unsigned Items>
std::size_t scratch_of_sweeps(const arguments& with) {
    return with.elements * sizeof(key) + words_of_sweeps<Items>(with) * sizeof(unsigned);
}

template <unsigned Items>
void sort_by_sweeps(const arguments& with, sweep_kernel sweep) {
    key* const other = static_cast<key*>(with.scratch);
    unsigned* const counts = other + with.elements;
    const std::uint64_t tiles = blocks_for(with.elements, tile_keys<Items>);
    launch_fill(with, counts, words_of_sweeps<Items>(with), 0u);
    launch_on(with, filling_blocks(with, tile_keys<Items>, 8), block_size, 0, count_all_digits<Items>,
              static_cast<const key*>(with.input), with.elements, counts);
    launch_on(with, passes, all_digits, 0, place_digits<all_digits>, counts);
    for_each_pass<8>(with, other, [&](const key* from, key* to, unsigned shift) {
        const unsigned* const places = counts + shift / 8 * all_digits;
        const digit_states states{counts + all_digits * (passes + shift / 8 * tiles)};
        launch_on(with, tiles, block_size, 0, sweep, from, to, with.elements, shift, places, states);
    });
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
