// The online softmax: the maximum and the sum of a row in one pass.
#pragma once

#include <ladders/softmax/gpu/rows.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

/// The maximum of some elements of a row, and the sum of exp(x - maximum). An element alone is {x, 1}.
struct running {
    float maximum = lowest, sum = 0;
};

/// The two for the elements of both: the sum with the smaller maximum is multiplied by the exponential of the
/// difference.
__device__ __forceinline__ running join(running a, running b) {
    const float correction = expf(-fabsf(a.maximum - b.maximum));
    return a.maximum < b.maximum ? running{b.maximum, a.sum * correction + b.sum}
                                 : running{a.maximum, a.sum + b.sum * correction};
}

/// The two for the elements of all 32 lanes, in each lane.
__device__ __forceinline__ running warp_join(running value) {
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        value = join(value, {__shfl_xor_sync(~0u, value.maximum, distance), __shfl_xor_sync(~0u, value.sum, distance)});
    }
    return value;
}

/// A warp's row, in two passes. `width` elements move together; they divide the columns.
template <unsigned width>
__device__ __forceinline__ void online_row(const pack<width>* from, pack<width>* to, unsigned columns) {
    const unsigned lane = threadIdx.x % 32;
    running mine;
    for (unsigned i = lane; i < columns / width; i += 32) {
        const pack<width> some = from[i];
#pragma unroll
        for (const float element : some.element) mine = join(mine, {element, 1});
    }
    const running row = warp_join(mine);
    const float scale = 1 / row.sum;
    for (unsigned i = lane; i < columns / width; i += 32) {
        pack<width> some = from[i];
#pragma unroll
        for (float& element : some.element) element = expf(element - row.maximum) * scale;
        to[i] = some;
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
