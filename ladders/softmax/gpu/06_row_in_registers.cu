// 06: the row in registers
// All loads of a row are in flight at once, and no pass goes to memory again.
#include <ladders/softmax/gpu/rows.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

/// Elements that a lane keeps at most.
inline constexpr unsigned most_a_lane = 32;

/// A lane keeps `count` packs of the row.
template <unsigned width, unsigned count>
__global__ void row_in_registers(const float* input, float* output, std::uint64_t rows, unsigned columns) {
    const std::uint64_t row = row_of_warp();
    if (row >= rows) return;
    const auto* const from = reinterpret_cast<const pack<width>*>(input + row * columns);
    auto* const to = reinterpret_cast<pack<width>*>(output + row * columns);
    const unsigned lane = threadIdx.x % 32, packs = columns / width;

    pack<width> mine[count];
    float maximum = lowest;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
        if (lane + k * 32 < packs) {
            mine[k] = from[lane + k * 32];
        } else {
#pragma unroll
            for (float& element : mine[k].element) element = lowest;
        }
    }
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
#pragma unroll
        for (const float element : mine[k].element) maximum = fmaxf(maximum, element);
    }
    maximum = warp_maximum(maximum);
    float sum = 0;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
#pragma unroll
        for (float& element : mine[k].element) sum += element = expf(element - maximum);
    }
    const float scale = 1 / warp_sum(sum);
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
#pragma unroll
        for (float& element : mine[k].element) element *= scale;
        if (lane + k * 32 < packs) to[lane + k * 32] = mine[k];
    }
}

/// The kernel for rows of so many columns. Short rows do not hold registers for long ones.
template <unsigned width>
auto kernel_for(unsigned columns) {
    return columns <= 32 * most_a_lane / 4 ? row_in_registers<width, most_a_lane / 4 / width>
                                           : row_in_registers<width, most_a_lane / width>;
}

static const registration row_in_registers_rung{{
    .pattern = "softmax",
    .number = 6,
    .follows = 5,
    .name = "row in registers",
    .fault = "each row is loaded twice",
    .change = "the row in registers",
    .idea = "A lane keeps up to 32 elements of the row in registers, for all three passes. So rows of up to 1,024 "
            "columns are loaded once.",
    .hypothesis = "Half of the bytes is loaded, and all loads of a row are in flight at once.",
    .expectations = {{"global_bytes_loaded", direction::falls},
                     {"global_sectors", direction::falls},
                     {"global_sectors_per_request", direction::stays}},
    .source = "PyTorch, PersistentSoftmax.cuh: softmax_warp_forward",
    .block = block_size,
    .supports = [](const instance& of) { return columns_of(of) <= 32 * most_a_lane; },
    .run =
        [](const arguments& with) {
            const unsigned wide = columns_of(with);
            launch_rows(with, block_size / 32, 0,
                        rows_are_aligned(with) ? kernel_for<widest>(wide) : kernel_for<1>(wide));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
