// Prefix sums by the 32 lanes of a warp. All of them take part.
//
// Source: P. Kogge and H. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
// Equations (1973).
#pragma once

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/warp/shuffle.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace warp {

/// Lane i of the first `filled` (at most `Lanes`, a power of two) gets the combination of the values of lanes 0 to i,
/// by distances 1, 2, 4, ...
template <unsigned Lanes = 32, class T, class Operator>
__device__ __forceinline__ T inclusive_scan(T value, unsigned filled, Operator op) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned distance = 1; distance < Lanes; distance *= 2) {
        const T left = shuffle_up(value, distance);
        if (lane >= distance && lane < filled) value = op(left, value);
    }
    return value;
}

/// The combination of everything before a part, and of the whole. The first part's `before` is no value.
template <class T>
struct prefix {
    T before, total;
};

/// A value for each of `Lanes` parts; the first `filled` parts are there. All lanes get the combination of the values
/// before `part`, which each may choose for itself, and the total, if all parts are there.
template <unsigned Lanes = 32, class T, class Operator>
__device__ __forceinline__ prefix<T> scan_before(T value, unsigned filled, unsigned part, Operator op) {
    const T scanned = inclusive_scan<Lanes>(value, filled, op);
    return {shuffle(scanned, part > 0 ? part - 1 : 0), shuffle(scanned, Lanes - 1)};
}

/// The same of what stands before the lane itself.
template <class T, class Operator>
__device__ __forceinline__ prefix<T> exclusive_scan(T value, unsigned filled, Operator op) {
    const T scanned = inclusive_scan<32>(value, filled, op);
    return {shuffle_up(scanned, 1), shuffle(scanned, 31)};
}

}  // namespace warp
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
