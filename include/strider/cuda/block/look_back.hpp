// Decoupled look-back: what the tiles before a block's own say in all, while their blocks run. A tile says first what
// there is in it, and later what there is in it and all tiles before it; so nobody looks further back than to the
// nearest tile that tells all. What has come so far is combined as it comes: only for what may be added in any order.
//
// Blocks start in the order of their indices, so that a block may wait for earlier ones.
//
// Source: D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016).
#pragma once

#include <strider/cuda/arch/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// By one thread, of counts with tags: `word(tile)` loads one, which is zero as long as its tile says nothing, and has
/// a bit of `of_all` where it tells all. `Together` words are looked at together.
template <unsigned Together, class Word>
__device__ __forceinline__ unsigned look_back_by_thread(const Word& word, unsigned of_all, unsigned count_bits) {
    unsigned before = 0, tile = blockIdx.x;
    while (tile > 0) {
        unsigned seen[Together];
#pragma unroll
        for (unsigned k = 0; k < Together; ++k) seen[k] = k < tile ? word(tile - 1 - k) : 0;
#pragma unroll
        for (unsigned k = 0; k < Together; ++k) {
            if (seen[k] == 0) break;
            before += seen[k] & count_bits;
            if ((seen[k] & of_all) != 0) return before;
            --tile;
        }
    }
    return before;
}

/// The content of a tile's word: whether it is there, and whether it is the total of all tiles so far.
struct told {
    bool there, of_all;
};

/// By one warp; each lane has `Rows` words under way at a time. `load(tile, is_tile)` gives a word, `tell(word,
/// is_tile)` its content, and all lanes call `add(word, counts)`, which adds the word if it counts.
template <unsigned Rows, class Load, class Tell, class Add>
__device__ __forceinline__ void look_back_by_warp(const Load& load, const Tell& tell, const Add& add) {
    const unsigned lane = threadIdx.x % 32;
    unsigned end = blockIdx.x;  // the tiles before `end` are still to be counted
    while (true) {
        decltype(load(0u)) seen[Rows];
#pragma unroll
        for (unsigned k = 0; k < Rows; ++k) {
            const unsigned back = k * 32 + lane + 1;
            seen[k] = {};
            if (back <= end) seen[k] = load(end - back);
        }
        const unsigned from = end;
#pragma unroll
        for (unsigned k = 0; k < Rows; ++k) {
            const told mine = tell(seen[k], k * 32 + lane < from);
            const unsigned there = __ballot_sync(~0u, mine.there);
            const unsigned ends = __ballot_sync(~0u, mine.there && mine.of_all);
            const unsigned wanted = ends != 0 ? (ends & (0u - ends)) * 2 - 1 : ~0u;  // up to the first that tells all
            if ((there & wanted) != wanted) break;
            add(seen[k], (wanted >> lane & 1) != 0);
            if (ends != 0) return;
            end -= 32;
        }
    }
}

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
