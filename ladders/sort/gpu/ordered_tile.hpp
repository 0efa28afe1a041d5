// A tile that a block brings into order in shared memory, so that neighbouring threads store neighbouring keys.
#pragma once

#include <ladders/sort/gpu/tile.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

/// Shared memory of a block: the counts, the keys in order, and what to add to a key's place in the tile.
template <unsigned Bits, unsigned Items>
struct ordered_tile {
    digit_counts<Bits> counts;
    key keys[tile_keys<Items>];  ///< before, the lanes that `rank` needs
    unsigned shift_of_digit[digits<Bits>];
    unsigned totals[warps];

    /// Brings the keys into order. Each digit's thread calls `publish(count)` with how many keys of the tile have its
    /// digit, and then `first_place()`, where the first of them goes. Ends with a barrier.
    template <class Publish, class FirstPlace>
    __device__ __forceinline__ void order(const tile<Items>& mine, unsigned shift, const Publish& publish,
                                          const FirstPlace& first_place) {
        unsigned rank[Items];
        counts.rank(mine, shift, keys, rank);
        const bool has_digit = threadIdx.x < digits<Bits>;
        const unsigned count = has_digit ? counts.add_up(0) : 0;
        if (has_digit) publish(count);
        const unsigned start = scan::scan_block<block_size>(count, totals, plus{}).before;
        if (has_digit) shift_of_digit[threadIdx.x] = start;
        __syncthreads();
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) {
            const unsigned digit = digit_of<Bits>(mine.keys[r], shift);
            keys[shift_of_digit[digit] + counts.of_warp[threadIdx.x / 32][digit] + rank[r]] = mine.keys[r];
        }
        __syncthreads();
        if (has_digit) shift_of_digit[threadIdx.x] = first_place() - start;
        __syncthreads();
    }

    /// Stores the first `count` keys. In each turn, neighbouring threads store neighbouring keys.
    __device__ __forceinline__ void store(key* sorted, unsigned count, unsigned shift) const {
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) {
            const unsigned i = r * block_size + threadIdx.x;
            if (i < count) sorted[shift_of_digit[digit_of<Bits>(keys[i], shift)] + i] = keys[i];
        }
    }
};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
