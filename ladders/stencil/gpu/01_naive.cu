// 01: naive, a thread a point
// Each thread reads its point and six neighbours. Caches serve the neighbours that others read before.
#include <ladders/stencil/gpu/tiles.hpp>

namespace strider::ladders::stencil {
inline namespace STRIDER_TARGET {

__global__ void naive(const float* input, float* output, box of, piece by) {
    const point first = first_point(of, by);
    const point mine = {first.z, first.y + threadIdx.y, first.x + threadIdx.x};
    if (mine.y >= of.rows || mine.x >= of.columns) return;
    const std::uint64_t i = mine.index(of);
    if (of.on_face(mine.z, mine.y, mine.x)) {
        output[i] = input[i];
        return;
    }
    const float sum = input[i - 1] + input[i + 1] + input[i - of.columns] + input[i + of.columns] +
                      input[i - of.plane()] + input[i + of.plane()];
    output[i] = weighted(input[i], sum);
}

static const registration naive_rung{{
    .pattern = "stencil",
    .number = 1,
    .follows = 0,
    .name = "naive",
    .change = "one point per thread",
    .idea = "Each thread reads one point and its six neighbours from global memory.",
    .hypothesis = "The starting point: seven loads for each point.",
    .expectations = {},
    .source = "the textbook kernel",
    .block = 256,
    .run = [](const arguments& with) { launch_pieces(with, {1, 8, 32}, dim3(32, 8), naive); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
