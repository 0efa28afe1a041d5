// 05: all loads at once
// Each lane computes four planes of two rows of four points. Like a copy, it asks for all of them, and for what lies
// around them, before it uses the first. Blocks that run together share planes, so the L2 cache serves what two load.
#include <ladders/stencil/gpu/packs.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

/// The part of a lane, in packs.
inline constexpr unsigned packs_high = 2, packs_deep = 4;

/// `width` divides the columns. Two blocks of a multiprocessor have 128 registers for each thread: more blocks would
/// spill what has arrived.
template <unsigned width>
__global__ void __launch_bounds__(32 * block_warps, 2)
    all_at_once(const float* __restrict__ input, float* __restrict__ output, box of, piece by) {
    const point first = first_point(of, by);
    const unsigned lane = threadIdx.x % 32, x = first.x + lane * width, y = first.y + threadIdx.x / 32 * packs_high;
    const auto plane = static_cast<std::int64_t>(of.plane()), row = static_cast<std::int64_t>(of.columns);
    const std::uint64_t start = point{first.z, y, x}.index(of);
    const std::int64_t beside_at = lane == 0 ? -1 : static_cast<std::int64_t>(width);
    const bool has_columns = x < of.columns, has_beside = lane == 0 ? x > 0 : lane == 31 && x + width < of.columns;

    // The first and the last plane are those before and behind the lane's own.
    pack<width> value[packs_deep + 2][packs_high], above[packs_deep], below[packs_deep];
    float beside[packs_deep][packs_high];
#pragma unroll
    for (unsigned k = 0; k < packs_deep + 2; ++k) {
        const float* const from = input + start + (std::int64_t{k} - 1) * plane;
        const bool inside = has_columns && first.z + k - 1 < of.planes;  // wraps before plane 0
#pragma unroll
        for (unsigned r = 0; r < packs_high; ++r) {
            value[k][r] = load_if<width>(inside && y + r < of.rows, from + r * row);
        }
        if (k == 0 || k > packs_deep) continue;
#pragma unroll
        for (unsigned r = 0; r < packs_high; ++r) {
            beside[k - 1][r] = inside && has_beside && y + r < of.rows ? from[r * row + beside_at] : 0;
        }
        above[k - 1] = load_if<width>(inside && y > 0 && y < of.rows, from - row);
        below[k - 1] = load_if<width>(inside && y + packs_high < of.rows, from + packs_high * row);
    }
#pragma unroll
    for (unsigned k = 0; k < packs_deep; ++k) {
#pragma unroll
        for (unsigned r = 0; r < packs_high; ++r) {
            const pack<width>(&rows)[packs_high] = value[k + 1];
            const point at = {first.z + k, y + r, x};
            const pack<width> result = stepped<width>(of, at, rows[r],
                                                      {.above = r == 0 ? above[k] : rows[r - 1],
                                                       .below = r + 1 == packs_high ? below[k] : rows[r + 1],
                                                       .before = value[k][r],
                                                       .behind = value[k + 2][r]},
                                                      beside[k][r]);
            if (has_columns && at.y < of.rows && at.z < of.planes)
                *reinterpret_cast<pack<width>*>(output + start + k * plane + r * row) = result;
        }
    }
}

static const registration all_at_once_rung{{
    .pattern = "stencil",
    .number = 5,
    .follows = 4,
    .name = "all loads at once",
    .fault = "waits once for each plane",
    .change = "loads four planes at once",
    .idea = "A lane loads four planes of two rows of four points, and what lies around them, before it uses the first.",
    .hypothesis =
        "Lanes load more bytes, since planes next to a block's four are loaded twice. But the L2 cache serves "
        "these, and a lane waits for memory once.",
    .expectations = {{"global_bytes_loaded", direction::rises}},
    .source = "this project",
    .block = 32 * block_warps,
    .run =
        [](const arguments& with) {
            launch_packs(with, packs_deep, packs_high * block_warps, all_at_once<4>, all_at_once<1>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
