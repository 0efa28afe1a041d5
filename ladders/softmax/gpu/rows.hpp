// Shared by the rungs of the softmax ladder: how rows reach threads, and what a warp computes together.
#pragma once

#include <cstdint>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/softmax/problem.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

/// A thread that is not needed in a reduction has this maximum, and 0 as its sum. (Not -infinity: the difference of two
/// is no number.)
inline constexpr float lowest = -3.402823466e38f;

/// The row of this warp, where each warp takes one.
__device__ __forceinline__ std::uint64_t row_of_warp() {
    return (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
}

/// The largest value of all 32 lanes, in each lane.
__device__ __forceinline__ float warp_maximum(float value) {
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        value = fmaxf(value, __shfl_xor_sync(~0u, value, distance));
    }
    return value;
}

/// The sum of all 32 lanes, in each lane.
__device__ __forceinline__ float warp_sum(float value) {
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
    return value;
}

/// Neighbouring elements that one access moves.
template <unsigned width>
struct alignas(width * sizeof(float)) pack {
    float element[width];
};
inline constexpr unsigned widest = 4;

/// Whether every row of input and output begins at a multiple of 16 bytes.
inline bool rows_are_aligned(const arguments& with) {
    const auto addresses = reinterpret_cast<std::uintptr_t>(with.input) | reinterpret_cast<std::uintptr_t>(with.output);
    return columns_of(with) % widest == 0 && addresses % sizeof(pack<widest>) == 0;
}

/// Launches `kernel(input, output, rows, columns)` with so many rows for each block.
inline void launch_rows(const arguments& with, unsigned rows_a_block, std::size_t shared_bytes,
                        void (*kernel)(const float*, float*, std::uint64_t, unsigned)) {
    if (with.elements == 0) return;
    launch_on(with, blocks_for(rows_of(with), rows_a_block), block_size, shared_bytes, kernel,
              static_cast<const float*>(with.input), static_cast<float*>(with.output), rows_of(with), columns_of(with));
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
