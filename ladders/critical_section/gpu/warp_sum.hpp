// The sum over a warp.
#pragma once

#include <ladders/critical_section/gpu/sections.hpp>
#include <strider/cuda/warp/tree.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

/// The sum of the values of all 32 lanes, for every lane.
template <class T>
__device__ __forceinline__ T warp_sum(T value) {
    if constexpr (warp::has_reduce<plus, T>) {
        return warp::reduce(value, plus{});
    } else {
#pragma unroll
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            value = plus{}(value, __shfl_xor_sync(~0u, value, distance));
        }
        return value;
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
