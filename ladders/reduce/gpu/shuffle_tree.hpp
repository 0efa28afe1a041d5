// The tree of the rungs from warp shuffles on.
#pragma once

#include <strider/launch.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

/// Combines the values of all 32 lanes; lane 0 gets the result.
template <class T, class Operator>
__device__ __forceinline__ T shuffle_warp(T value, Operator op) {
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        value = op(value, static_cast<T>(__shfl_down_sync(~0u, value, distance)));
    }
    return value;
}

/// Combines the values of all `threads` threads of a block, through one word of shared memory a warp; thread 0 gets the
/// result. `warps` may be used again after the next barrier.
template <unsigned threads, class T, class Operator>
__device__ __forceinline__ T shuffle_tree(T value, T* warps, Operator op) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    value = shuffle_warp(value, op);
    if (lane == 0) warps[warp] = value;
    __syncthreads();
    if (warp == 0) value = shuffle_warp(lane < threads / 32 ? warps[lane] : identity<Operator, T>::value, op);
    return value;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
