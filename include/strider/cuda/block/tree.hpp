// The tree of the canonical order over the threads of a block, and over what one thread brings: neighbours first.
#pragma once

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/warp/tree.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// Combines the values of the first `filled` (at least one) of a block's `Threads` threads, a multiple of 32 up to
/// 1,024 whose warps are a power of two in number. Thread 0 gets the result. `warps` is shared memory for one value of
/// each warp, which may be written again after the next barrier. One barrier; none where the first warp alone is
/// filled.
template <unsigned Threads, class T, class Operator>
__device__ __forceinline__ T tree(T value, unsigned filled, Operator op, T* warps) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    value = warp::tree<32>(value, filled > warp * 32 ? filled - warp * 32 : 0, op);
    if (filled <= 32) return value;
    if (lane == 0) warps[warp] = value;
    __syncthreads();
    if (warp == 0) {
        constexpr unsigned count = Threads / 32;
        if (lane < count) value = warps[lane];
        value = warp::tree<count>(value, (filled + 31) / 32, op);
    }
    return value;
}

/// The tree over the first `available` (at least one) of a thread's own values; in place.
template <unsigned Count, class T, class Operator>
__device__ __forceinline__ T thread_tree(T (&value)[Count], unsigned available, Operator op) {
#pragma unroll
    for (unsigned distance = 1; distance < Count; distance *= 2) {
#pragma unroll
        for (unsigned v = 0; v + distance < Count; v += 2 * distance) {
            if (v + distance < available) value[v] = op(value[v], value[v + distance]);
        }
    }
    return value[0];
}

/// The tree over values that come one after the other, fewer than 2^Levels: like a binary counter, whose digit l is a
/// subtree of 2^l of them.
template <class T, unsigned Levels>
struct counted_tree {
    T subtree[Levels];
    unsigned count = 0;

    template <class Operator>
    __device__ __forceinline__ void add(T value, Operator op) {
        bool carried = true;
#pragma unroll
        for (unsigned l = 0; l < Levels; ++l) {
            if (carried && (count >> l & 1) != 0) {
                value = op(subtree[l], value);
            } else if (carried) {
                subtree[l] = value;
                carried = false;
            }
        }
        ++count;
    }

    /// The combination of all of them; of none, T{}.
    template <class Operator>
    __device__ __forceinline__ T total(Operator op) const {
        T value{};
        bool any = false;
#pragma unroll
        for (unsigned l = 0; l < Levels; ++l) {
            if ((count >> l & 1) != 0) {
                value = any ? static_cast<T>(op(subtree[l], value)) : subtree[l];
                any = true;
            }
        }
        return value;
    }
};

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
