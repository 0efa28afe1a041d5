// A block's tile of the merged sequence: which keys of both sequences it takes, and these keys in shared memory.
#pragma once

#include <algorithm>

#include <ladders/merge/gpu/range.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

template <unsigned Items>
inline constexpr unsigned tile_keys = Items * block_size;

/// The keys of a tile: [first_begin, first_end) of the first sequence, and the rest of its range from the second.
struct alignas(16) tile_bounds {
    std::uint64_t first_begin, first_end;
};

template <unsigned Items>
struct tile {
    key keys[tile_keys<Items> + 1];  ///< of the first sequence, then of the second; later the merged ones

    static __device__ std::uint64_t begin() { return std::uint64_t{blockIdx.x} * tile_keys<Items>; }

    /// How many keys there are: fewer in the last tile.
    static __device__ unsigned size(const sequences& of) {
        const std::uint64_t left = of.first.count + of.second.count - begin();
        return left < tile_keys<Items> ? static_cast<unsigned>(left) : tile_keys<Items>;
    }

    /// Two threads of the block search in both sequences. Ends with a barrier.
    static __device__ tile_bounds search(const sequences& of) {
        __shared__ tile_bounds bounds;
        if (threadIdx.x == 0) bounds.first_begin = keys_from_first(of.first, of.second, begin());
        if (threadIdx.x == 32) bounds.first_end = keys_from_first(of.first, of.second, begin() + size(of));
        __syncthreads();
        return bounds;
    }

    /// Neighbouring threads load neighbouring keys. Ends with a barrier. Returns how many are of the first sequence.
    __device__ __forceinline__ unsigned load(const sequences& of, tile_bounds bounds) {
        const unsigned of_first = static_cast<unsigned>(bounds.first_end - bounds.first_begin), count = size(of);
        const key* const first = of.first.keys + bounds.first_begin;
        const key* const second = of.second.keys + (begin() - bounds.first_begin);
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) {
            const unsigned i = r * block_size + threadIdx.x;
            if (i < count) keys[i] = i < of_first ? first[i] : second[i - of_first];
        }
        __syncthreads();
        return of_first;
    }

    /// Loads the tile, and merges the thread's range into registers. Ends with a barrier, behind which the keys of the
    /// tile may be overwritten.
    __device__ __forceinline__ void merge(const sequences& of, tile_bounds bounds, key (&mine)[Items]) {
        const unsigned of_first = load(of, bounds);
        merge_range<Items>(sequence<unsigned>{keys, of_first}, sequence<unsigned>{keys + of_first, size(of) - of_first},
                           threadIdx.x * Items, [&](unsigned r, key next) { mine[r] = next; });
        __syncthreads();
    }

    /// Neighbouring threads store neighbouring keys.
    __device__ __forceinline__ void store(const sequences& of, const key (&mine)[Items]) {
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) keys[threadIdx.x * Items + r] = mine[r];
        __syncthreads();
#pragma unroll
        for (unsigned r = 0; r < Items; ++r) {
            const unsigned i = r * block_size + threadIdx.x;
            if (i < size(of)) of.merged[begin() + i] = keys[i];
        }
    }
};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
