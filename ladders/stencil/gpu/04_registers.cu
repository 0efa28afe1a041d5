// 04: registers alone
// Each lane sweeps a few rows of four neighbouring points. Neighbours along x come from the next lanes by shuffles,
// those along y and z from its own registers: no shared memory, no barrier.
#include <ladders/stencil/gpu/packs.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

/// Rows that a lane sweeps.
inline constexpr unsigned lane_rows = 2;

/// Blocks that are to share a multiprocessor: more loads are in flight.
inline constexpr unsigned resident_blocks = 4;

/// `width` divides the columns.
template <unsigned width>
__global__ void __launch_bounds__(32 * block_warps, resident_blocks)
    registers(const float* __restrict__ input, float* __restrict__ output, box of, piece by) {
    const point first = first_point(of, by);
    const unsigned lane = threadIdx.x % 32, x = first.x + lane * width, y = first.y + threadIdx.x / 32 * lane_rows;
    const unsigned end = min(first.z + by.planes, of.planes);
    const std::uint64_t plane = of.plane(), start = point{first.z, y, x}.index(of);
    const float* from = input + start;
    float* to = output + start;

    // The first and the last lane load the point beside each row.
    const std::ptrdiff_t beside_at = lane == 0 ? -1 : static_cast<std::ptrdiff_t>(width);
    const bool has_columns = x < of.columns, has_beside = lane == 0 ? x > 0 : lane == 31 && x + width < of.columns;
    pack<width> before[lane_rows], value[lane_rows];
#pragma unroll
    for (unsigned r = 0; r < lane_rows; ++r) {
        const bool inside = has_columns && y + r < of.rows;
        before[r] = load_if<width>(inside && first.z > 0, from + r * of.columns - plane);
        value[r] = load_if<width>(inside, from + r * of.columns);
    }
    for (unsigned z = first.z; z < end; ++z, from += plane, to += plane) {
        // All loads of a plane are in flight before the first is used.
        pack<width> behind[lane_rows];
        float beside[lane_rows];
#pragma unroll
        for (unsigned r = 0; r < lane_rows; ++r) {
            const float* const row = from + r * of.columns;
            behind[r] = load_if<width>(has_columns && y + r < of.rows && z + 1 < of.planes, row + plane);
            beside[r] = has_beside && y + r < of.rows ? row[beside_at] : 0;
        }
        const pack<width> above = load_if<width>(has_columns && y > 0 && y < of.rows, from - of.columns);
        const pack<width> below = load_if<width>(has_columns && y + lane_rows < of.rows, from + lane_rows * of.columns);
#pragma unroll
        for (unsigned r = 0; r < lane_rows; ++r) {
            const pack<width> result = stepped<width>(of, {z, y + r, x}, value[r],
                                                      {.above = r == 0 ? above : value[r - 1],
                                                       .below = r + 1 == lane_rows ? below : value[r + 1],
                                                       .before = before[r],
                                                       .behind = behind[r]},
                                                      beside[r]);
            if (has_columns && y + r < of.rows) *reinterpret_cast<pack<width>*>(to + r * of.columns) = result;
        }
#pragma unroll
        for (unsigned r = 0; r < lane_rows; ++r) {
            before[r] = value[r];
            value[r] = behind[r];
        }
    }
}

static const registration registers_rung{{
    .pattern = "stencil",
    .number = 4,
    .follows = 3,
    .name = "registers alone",
    .fault = "a barrier for each plane",
    .change = "16-byte loads and shuffles",
    .idea = "Each lane sweeps rows of four neighbouring points, all in registers. Neighbours along x come by shuffles.",
    .hypothesis = "No shared memory and no barriers. Sectors per request rise to 16.",
    .expectations = {{"shared_wavefronts", direction::falls},
                     {"barriers", direction::falls},
                     {"global_sectors_per_request", direction::rises}},
    .source = "Chen, Wahib, Takizawa, Takano and Matsuoka, SSAM (2019)",
    .block = 32 * block_warps,
    .run =
        [](const arguments& with) {
            launch_packs(with, swept_planes, lane_rows * block_warps, registers<4>, registers<1>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
