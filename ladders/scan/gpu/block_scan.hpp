// The scans of the rungs from warp shuffles on: over the lanes of a warp, and over the threads of a block.
#pragma once

#include <strider/core/operators.hpp>
#include <strider/launch.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

/// The inclusive scan of the values of the 32 lanes.
template <class T, class Operator>
__device__ __forceinline__ T scan_warp(T value, Operator op) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const T below = static_cast<T>(__shfl_up_sync(~0u, value, distance));
        if (lane >= distance) value = op(below, value);
    }
    return value;
}

template <class T>
struct place_in_block {
    T before;  ///< the values of the threads before this one; the identity for the first
    T total;   ///< of all threads
};

/// The same for the values of warps: every warp scans all totals for itself, which is cheaper than a barrier. `before`
/// is the warp's.
template <unsigned threads, class T, class Operator>
__device__ __forceinline__ place_in_block<T> scan_warp_totals(T total, T* warps, Operator op) {
    constexpr unsigned count = threads / 32;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 31) warps[warp] = total;
    __syncthreads();
    const T through = scan_warp(lane < count ? warps[lane] : T(identity<Operator, T>::value), op);
    const T below = static_cast<T>(__shfl_sync(~0u, through, static_cast<int>((warp + 31) % 32)));
    return {warp == 0 ? T(identity<Operator, T>::value) : below,
            static_cast<T>(__shfl_sync(~0u, through, static_cast<int>(count - 1)))};
}

/// Where each thread's value stands among those of its block, through one element of shared memory a warp, which may be
/// used again after the next barrier.
template <unsigned threads, class T, class Operator>
__device__ __forceinline__ place_in_block<T> scan_block(T value, T* warps, Operator op) {
    const T through = scan_warp(value, op);
    const place_in_block<T> warp = scan_warp_totals<threads>(through, warps, op);
    const T below = static_cast<T>(__shfl_up_sync(~0u, through, 1));
    return {threadIdx.x % 32 == 0 ? warp.before : static_cast<T>(op(warp.before, below)), warp.total};
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
