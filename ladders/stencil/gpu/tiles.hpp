// How the rungs of the stencil ladder cut a box into pieces, one block each.
#pragma once

#include <cstdint>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/stencil/problem.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

/// The sides of a block's piece.
struct piece {
    unsigned planes, rows, columns;
};

/// A point of the box.
struct point {
    unsigned z, y, x;

    __device__ std::uint64_t index(const box& of) const { return z * of.plane() + std::uint64_t{y} * of.columns + x; }
};

/// The first point of this block's piece. The grid has one dimension, since its others end at 65,535 blocks.
__device__ __forceinline__ point first_point(const box& of, const piece& by) {
    const unsigned across = (of.columns + by.columns - 1) / by.columns, down = (of.rows + by.rows - 1) / by.rows;
    return {blockIdx.x / across / down * by.planes, blockIdx.x / across % down * by.rows,
            blockIdx.x % across * by.columns};
}

/// Launches `kernel(input, output, of, by)` with a block for each piece.
inline void launch_pieces(const arguments& with, const piece& by, dim3 block,
                          void (*kernel)(const float*, float*, box, piece)) {
    if (with.elements == 0) return;
    const box of = box_of(with);
    const std::uint64_t blocks =
        blocks_for(of.planes, by.planes) * blocks_for(of.rows, by.rows) * blocks_for(of.columns, by.columns);
    launch(kernel, {dim3(static_cast<unsigned>(blocks)), block, 0, stream_of(with)},
           static_cast<const float*>(with.input), static_cast<float*>(with.output), of, by);
}

/// Planes that a block sweeps over: the two next to them are read twice.
inline constexpr unsigned swept_planes = 64;

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
