// 09: warp shuffles
// Lanes pass their values in registers; shared memory only carries one value from each warp.
#include <ladders/reduce/gpu/passes.hpp>
#include <ladders/reduce/gpu/shuffle_tree.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void warp_shuffles(const T* input, T* output, std::uint64_t elements, Operator op) {
    __shared__ T warps[block_size / 32];
    const std::uint64_t grid_stride = std::uint64_t{gridDim.x} * blockDim.x;

    T mine = identity<Operator, T>::value;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += grid_stride) {
        mine = op(mine, input[i]);
    }

    mine = shuffle_tree<block_size>(mine, warps, op);
    if (threadIdx.x == 0) output[blockIdx.x] = mine;
}

static const registration warp_shuffles_rung{{
    .pattern = "reduce",
    .number = 9,
    .follows = 8,
    .name = "warp shuffles",
    .fault = "shared memory and barriers",
    .change = "sums in registers",
    .idea = "Lanes pass their values in registers. Shared memory carries only one value from each warp.",
    .hypothesis =
        "Shared wavefronts and barriers fall. Yet the rung is slower on a GPU: each thread waits for one load at "
        "a time, which does not keep memory busy.",
    .expectations = {{"shared_wavefronts", direction::falls},
                     {"barriers", direction::falls},
                     {"time", direction::rises}},
    .source = "Luitjens 2014, Faster Parallel Reductions on Kepler",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t most = 8 * with.multiprocessors;
                in_passes<T>(warp_shuffles<T, Operator>, with, block_size, 0, op,
                             [=](std::uint64_t blocks) { return std::min(blocks, most); });
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
