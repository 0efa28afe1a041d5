// A tile of elements in the registers of a block, and where each kept one stands among the kept ones of the tile.
#pragma once

#include <cstdint>

#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

inline constexpr unsigned rows = 16, warps = block_size / 32;
inline constexpr unsigned tile_elements = rows * block_size;

/// How many elements every warp keeps of every row, row by row; then how many are kept before, and in all.
struct tile_counts {
    alignas(16) unsigned before[rows * warps];
    unsigned kept;
};

/// Thread t holds element t of every row, a row being as many elements as the block has threads.
template <class T>
struct tile {
    T element[rows];
    unsigned keepers[rows];  ///< a bit for each lane of the warp whose element is kept

    __device__ bool keeps(unsigned r) const { return (keepers[r] >> threadIdx.x % 32 & 1) != 0; }

    /// Where the element of row r goes, where it is kept.
    __device__ unsigned place(unsigned r, const tile_counts& counts) const {
        const unsigned before_lane = keepers[r] & ((1u << threadIdx.x % 32) - 1);
        return counts.before[r * warps + threadIdx.x / 32] + static_cast<unsigned>(__popc(before_lane));
    }
};

/// Elements `start` and up; all loads are under way before the first is looked at.
template <class T>
__device__ __forceinline__ tile<T> load_tile(const T* input, std::uint64_t elements, std::uint64_t start,
                                             below<T> keep) {
    tile<T> mine;
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        const std::uint64_t i = start + r * block_size + threadIdx.x;
        mine.element[r] = i < elements ? input[i] : T{};
    }
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        const std::uint64_t i = start + r * block_size + threadIdx.x;
        mine.keepers[r] = __ballot_sync(~0u, i < elements && keep(mine.element[r]));
    }
    return mine;
}

/// Counts what the tile keeps: the warps count by votes, and the first of them scans the counts. Ends with a barrier.
template <class T>
__device__ __forceinline__ void count_tile(const tile<T>& mine, tile_counts& counts) {
    struct alignas(16) run {
        unsigned count[rows * warps / 32];
    };
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        if (lane == 0) counts.before[r * warps + warp] = static_cast<unsigned>(__popc(mine.keepers[r]));
    }
    __syncthreads();
    if (warp == 0) {
        run* const runs = reinterpret_cast<run*>(counts.before);
        run of_lane = runs[lane];
        unsigned sum = 0;
#pragma unroll
        for (const unsigned kept : of_lane.count) sum += kept;
        unsigned through = sum;
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const unsigned left = __shfl_up_sync(~0u, through, distance);
            if (lane >= distance) through += left;
        }
        unsigned before = through - sum;
#pragma unroll
        for (unsigned& count : of_lane.count) {
            const unsigned kept = count;
            count = before;
            before += kept;
        }
        runs[lane] = of_lane;
        if (lane == 31) counts.kept = through;
    }
    __syncthreads();
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
