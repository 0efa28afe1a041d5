// 03: a sweep over the planes
// A block walks along z. Only the plane under way lies in shared memory; each thread has the points before and behind
// its own in registers.
#include <ladders/stencil/gpu/tiles.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

inline constexpr piece sweep_piece = {swept_planes, 16, 32};

__global__ void sweep(const float* input, float* output, box of, piece by) {
    // Two planes in turn: nobody writes to the one that others still read.
    __shared__ float tiles[2][sweep_piece.rows + 2][sweep_piece.columns + 2];
    const point first = first_point(of, by);
    const unsigned y = first.y + threadIdx.y, x = first.x + threadIdx.x;
    const bool inside = y < of.rows && x < of.columns;
    const unsigned ty = threadIdx.y + 1, tx = threadIdx.x + 1;
    const unsigned end = min(first.z + by.planes, of.planes);
    std::uint64_t i = point{first.z, y, x}.index(of);

    float before = inside && first.z > 0 ? input[i - of.plane()] : 0, value = inside ? input[i] : 0;
    for (unsigned z = first.z; z < end; ++z, i += of.plane()) {
        float(&tile)[sweep_piece.rows + 2][sweep_piece.columns + 2] = tiles[z % 2];
        const float behind = inside && z + 1 < of.planes ? input[i + of.plane()] : 0;
        if (inside) {
            tile[ty][tx] = value;
            if (tx == 1 && x > 0) tile[ty][0] = input[i - 1];
            if (tx == by.columns && x + 1 < of.columns) tile[ty][tx + 1] = input[i + 1];
            if (ty == 1 && y > 0) tile[0][tx] = input[i - of.columns];
            if (ty == by.rows && y + 1 < of.rows) tile[ty + 1][tx] = input[i + of.columns];
        }
        __syncthreads();
        if (inside) {
            output[i] = of.on_face(z, y, x) ? value
                                            : weighted(value, tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                                                                  tile[ty + 1][tx] + before + behind);
        }
        before = value;
        value = behind;
    }
}

static const registration sweep_rung{{
    .pattern = "stencil",
    .number = 3,
    .follows = 2,
    .name = "sweep over planes",
    .fault = "45% of loads fetch tile faces",
    .change = "plane by plane along z",
    .idea = "A block walks along z: one plane at a time lies in shared memory, the points before and behind in "
            "registers.",
    .hypothesis = "Faces along z are loaded once in 64 planes, and read from registers: bytes loaded and wavefronts "
                  "fall.",
    .expectations = {{"global_bytes_loaded", direction::falls}, {"shared_wavefronts", direction::falls}},
    .source = "P. Micikevicius, 3D Finite Difference Computation on GPUs Using CUDA (2009)",
    .block = 512,
    .run = [](const arguments& with) { launch_pieces(with, sweep_piece, dim3(32, 16), sweep); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
