// The tree of the canonical order over the lanes of a warp and of a block: neighbours first.
#pragma once

#include <cstdint>

#include <strider/core/launch.hpp>
#include <strider/cuda/arch/warp_reduce.hpp>
#include <strider/cuda/shuffle.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// Combines the values of the first `filled` lanes of the warp (at most `Lanes`, a power of two) as a tree over
/// neighbours: distances 1, 2, 4, ... Lane 0 gets the result. All 32 lanes take part in the shuffles.
template <unsigned Lanes, class T, class Operator>
__device__ __forceinline__ T warp_tree(T value, unsigned filled, Operator op) {
    const unsigned lane = threadIdx.x % 32;
    if (filled >= Lanes) {
        if constexpr (Lanes == 32 && has_warp_reduce<Operator, T>) {
            value = warp_reduce(value, op);
        } else {
#pragma unroll
            for (unsigned distance = 1; distance < Lanes; distance *= 2)
                value = op(value, shuffle_down(value, distance));
        }
    } else {
#pragma unroll
        for (unsigned distance = 1; distance < Lanes; distance *= 2) {
            const T right = shuffle_down(value, distance);
            if (lane + distance < filled) value = op(value, right);
        }
    }
    return value;
}

/// The same over the first `filled` (at least one) of a block's `Threads` threads, a multiple of 32 up to 1,024 whose
/// warps are a power of two in number. Thread 0 gets the result. `warps` is shared memory for one value of each warp.
/// One barrier; `warps` may be written again after the next one.
template <unsigned Threads, class T, class Operator>
__device__ __forceinline__ T block_tree(T value, unsigned filled, Operator op, T* warps) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    value = warp_tree<32>(value, filled > warp * 32 ? filled - warp * 32 : 0, op);
    if (lane == 0) warps[warp] = value;
    __syncthreads();
    if (warp == 0) {
        constexpr unsigned count = Threads / 32;
        if (lane < count) value = warps[lane];
        value = warp_tree<count>(value, (filled + 31) / 32, op);
    }
    return value;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
