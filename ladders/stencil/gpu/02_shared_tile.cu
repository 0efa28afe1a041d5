// 02: a tile in shared memory
// A block loads its tile and the six faces around it once, and reads neighbours from shared memory.
#include <ladders/stencil/gpu/tiles.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

inline constexpr piece shared_piece = {4, 8, 32};

__global__ void shared_tile(const float* input, float* output, box of, piece by) {
    __shared__ float tile[shared_piece.planes + 2][shared_piece.rows + 2][shared_piece.columns + 2];
    const point first = first_point(of, by);
    const auto [z, y, x] = point{first.z + threadIdx.z, first.y + threadIdx.y, first.x + threadIdx.x};
    const bool inside = z < of.planes && y < of.rows && x < of.columns;
    const std::uint64_t i = point{z, y, x}.index(of);
    const unsigned tz = threadIdx.z + 1, ty = threadIdx.y + 1, tx = threadIdx.x + 1;

    if (inside) {
        tile[tz][ty][tx] = input[i];
        if (tx == 1 && x > 0) tile[tz][ty][0] = input[i - 1];
        if (tx == by.columns && x + 1 < of.columns) tile[tz][ty][tx + 1] = input[i + 1];
        if (ty == 1 && y > 0) tile[tz][0][tx] = input[i - of.columns];
        if (ty == by.rows && y + 1 < of.rows) tile[tz][ty + 1][tx] = input[i + of.columns];
        if (tz == 1 && z > 0) tile[0][ty][tx] = input[i - of.plane()];
        if (tz == by.planes && z + 1 < of.planes) tile[tz + 1][ty][tx] = input[i + of.plane()];
    }
    __syncthreads();

    if (!inside) return;
    const float value = tile[tz][ty][tx];
    if (of.on_face(z, y, x)) {
        output[i] = value;
        return;
    }
    const float sum = tile[tz][ty][tx - 1] + tile[tz][ty][tx + 1] + tile[tz][ty - 1][tx] + tile[tz][ty + 1][tx] +
                      tile[tz - 1][ty][tx] + tile[tz + 1][ty][tx];
    output[i] = weighted(value, sum);
}

static const registration shared_tile_rung{{
    .pattern = "stencil",
    .number = 2,
    .follows = 1,
    .name = "shared tile",
    .fault = "each value is loaded 7 times",
    .change = "a tile in shared memory",
    .idea = "A block loads a tile of 32 x 8 x 4 points and its faces once, and reads neighbours from shared memory.",
    .hypothesis = "A quarter of the bytes is loaded. Shared memory and a barrier take over.",
    .expectations = {{"global_bytes_loaded", direction::falls},
                     {"global_sectors", direction::falls},
                     {"shared_wavefronts", direction::rises},
                     {"barriers", direction::rises}},
    .source = "W. W. Hwu, D. Kirk and I. El Hajj, Programming Massively Parallel Processors, 4th ed. (2022), 8.3",
    .block = 1024,
    .run = [](const arguments& with) { launch_pieces(with, shared_piece, dim3(32, 8, 4), shared_tile); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
