// 06: the last warp unrolled
// When 64 values are left, one warp finishes without block barriers and without a loop.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

static_assert(block_size >= 64, "64 values must be left for the last warp");

/// The last 64 values, by the first warp alone. `volatile` and faith were enough before Volta; since then the lanes of
/// a warp run freely, and only __syncwarp orders what one writes and another reads.
template <class T, class Operator>
__device__ void reduce_last_warp(T* shared, unsigned t, Operator op) {
    T mine = shared[t];
    mine = op(mine, shared[t + 32]);
    __syncwarp();
    shared[t] = mine;
    __syncwarp();
    mine = op(mine, shared[t + 16]);
    __syncwarp();
    shared[t] = mine;
    __syncwarp();
    mine = op(mine, shared[t + 8]);
    __syncwarp();
    shared[t] = mine;
    __syncwarp();
    mine = op(mine, shared[t + 4]);
    __syncwarp();
    shared[t] = mine;
    __syncwarp();
    mine = op(mine, shared[t + 2]);
    __syncwarp();
    shared[t] = mine;
    __syncwarp();
    mine = op(mine, shared[t + 1]);
    __syncwarp();
    shared[t] = mine;
    __syncwarp();
}

template <class T, class Operator>
__global__ void last_warp_unrolled(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * 2 * blockDim.x + t;

    T mine = i < elements ? input[i] : identity<Operator, T>::value;
    if (i + blockDim.x < elements) mine = op(mine, input[i + blockDim.x]);
    shared[t] = mine;
    __syncthreads();

    for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (t < stride) shared[t] = op(shared[t], shared[t + stride]);
        __syncthreads();
    }
    if (t < 32) reduce_last_warp(shared, t, op);

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration last_warp_unrolled_rung{{
    .pattern = "reduce",
    .number = 6,
    .follows = 5,
    .name = "last warp unrolled",
    .fault = "all wait while one warp works",
    .change = "fewer barriers at the end",
    .idea = "The last 64 values belong to one warp, which needs no block barrier and no loop.",
    .hypothesis = "Every block has six barriers fewer.",
    .expectations = {{"barriers", direction::falls}},
    .source = "Harris 2007, kernel 5; Patel, version 5; with the __syncwarp that both lack",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<2 * block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(last_warp_unrolled<T, Operator>, with, 2 * block_size, block_size * sizeof(T), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
