// Neighbours along x that a lane loads and computes together.
#pragma once

#include <cstdint>

#include <ladders/stencil/gpu/tiles.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

/// Warps of a block, one below the other.
inline constexpr unsigned block_warps = 8;

template <unsigned width>
struct alignas(width * sizeof(float)) pack {
    float point[width];
};

/// The pack at `from`, or zeros where it does not lie in the box. Only points on a face have zeros as neighbours.
template <unsigned width>
__device__ __forceinline__ pack<width> load_if(bool inside, const float* from) {
    return inside ? *reinterpret_cast<const pack<width>*>(from) : pack<width>{};
}

/// The packs around one.
template <unsigned width>
struct pack_neighbours {
    const pack<width>&above, &below, &before, &behind;
};

/// One step of a lane's pack, which begins at `at`. Points along x come from the next lanes, and `beside` the row of
/// the warp from the first and the last lane.
template <unsigned width>
__device__ __forceinline__ pack<width> stepped(const box& of, const point& at, const pack<width>& here,
                                               const pack_neighbours<width>& around, float beside) {
    const unsigned lane = threadIdx.x % 32;
    float left = __shfl_up_sync(~0u, here.point[width - 1], 1);
    float right = __shfl_down_sync(~0u, here.point[0], 1);
    if (lane == 0) left = beside;
    if (lane == 31) right = beside;
    pack<width> result;
#pragma unroll
    for (unsigned c = 0; c < width; ++c) {
        const float sum = (c == 0 ? left : here.point[c - 1]) + (c + 1 == width ? right : here.point[c + 1]) +
                          around.above.point[c] + around.below.point[c] + around.before.point[c] +
                          around.behind.point[c];
        result.point[c] = of.on_face(at.z, at.y, at.x + c) ? here.point[c] : weighted(here.point[c], sum);
    }
    return result;
}

/// Launches `of_four`, whose lanes take packs of four points, or `of_one` where some rows do not begin at a multiple of
/// 16 bytes. A block takes `rows` rows and `planes` planes.
inline void launch_packs(const arguments& with, unsigned planes, unsigned rows,
                         void (*of_four)(const float*, float*, box, piece),
                         void (*of_one)(const float*, float*, box, piece)) {
    const auto addresses = reinterpret_cast<std::uintptr_t>(with.input) | reinterpret_cast<std::uintptr_t>(with.output);
    const bool aligned = box_of(with).columns % 4 == 0 && addresses % sizeof(pack<4>) == 0;
    launch_pieces(with, {planes, rows, aligned ? 128u : 32u}, dim3(32 * block_warps), aligned ? of_four : of_one);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
