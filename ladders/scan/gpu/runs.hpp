// Tiles in registers: each thread holds a run of neighbours. Memory wants neighbours for neighbouring threads, so tiles
// are turned over in shared memory, on their way in and out.
#pragma once

#include <ladders/scan/gpu/block_scan.hpp>
#include <ladders/scan/gpu/padded.hpp>
#include <ladders/scan/gpu/shifted_input.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

inline constexpr unsigned run_length = 16;
inline constexpr unsigned run_tile = block_size * run_length;

/// A thread's run. After `scan_run`, the prefixes within it.
template <class T>
struct run {
    T element[run_length];
};

/// Shared memory in which a tile is turned over, without bank conflicts either way.
template <class T>
struct staged_tile {
    T element[padded<T>(run_tile)];
};

/// The block's tile from `start` on. `staged` is free again after the next barrier, and this thread's part at once.
template <class T, class Operator>
__device__ __forceinline__ run<T> load_runs(const shifted_input<T, Operator>& input, std::uint64_t start,
                                            staged_tile<T>& staged) {
    run<T> mine;
#pragma unroll
    for (unsigned k = 0; k < run_length; ++k) mine.element[k] = input(start + k * block_size + threadIdx.x);
#pragma unroll
    for (unsigned k = 0; k < run_length; ++k) staged.element[padded<T>(k * block_size + threadIdx.x)] = mine.element[k];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < run_length; ++k) mine.element[k] = staged.element[padded<T>(threadIdx.x * run_length + k)];
    return mine;
}

/// The inclusive scan of a run, by one thread; gives its total.
template <class T, class Operator>
__device__ __forceinline__ T scan_run(run<T>& mine, Operator op) {
#pragma unroll
    for (unsigned k = 1; k < run_length; ++k) mine.element[k] = op(mine.element[k - 1], mine.element[k]);
    return mine.element[run_length - 1];
}

/// The prefixes of all runs, with what came `before` each, to the output. `staged` is free after the next barrier.
template <class T, class Operator>
__device__ __forceinline__ void store_runs(const run<T>& mine, T before, T* output, std::uint64_t start,
                                           std::uint64_t elements, staged_tile<T>& staged, Operator op) {
#pragma unroll
    for (unsigned k = 0; k < run_length; ++k)
        staged.element[padded<T>(threadIdx.x * run_length + k)] = op(before, mine.element[k]);
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < run_length; ++k) {
        const unsigned at = k * block_size + threadIdx.x;
        if (start + at < elements) output[start + at] = staged.element[padded<T>(at)];
    }
}

/// Scratch for the totals of all tiles, of the tiles that those fill, and so on.
inline std::size_t scratch_of_totals(const arguments& with) {
    std::size_t totals = 0;
    for (std::uint64_t elements = with.elements; elements > 1 || totals == 0;) {
        elements = blocks_for(elements, run_tile);
        totals += elements;
    }
    return totals * size_of(with.type);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
