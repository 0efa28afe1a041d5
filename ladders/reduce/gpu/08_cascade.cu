// 08: algorithm cascading: many elements a thread
// As many blocks as the device holds; each walks over the input in strides of the grid, and builds one tree at the end.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

/// Blocks that a multiprocessor holds at once, at 256 threads a block.
inline constexpr unsigned resident_blocks = 8;

template <unsigned stride, class T, class Operator>
__device__ __forceinline__ void fold_block(T* shared, unsigned t, Operator op) {
    if constexpr (stride > 32) {
        if (t < stride) shared[t] = op(shared[t], shared[t + stride]);
        __syncthreads();
        fold_block<stride / 2>(shared, t, op);
    } else if (t < 32) {
        T mine = shared[t];
        for (unsigned distance = stride; distance > 0; distance /= 2) {
            mine = op(mine, shared[t + distance]);
            __syncwarp();
            shared[t] = mine;
            __syncwarp();
        }
    }
}

template <unsigned threads, class T, class Operator>
__global__ void cascade(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t grid_stride = std::uint64_t{gridDim.x} * 2 * threads;

    T mine = identity<Operator, T>::value;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * 2 * threads + t; i < elements; i += grid_stride) {
        mine = op(mine, input[i]);
        if (i + threads < elements) mine = op(mine, input[i + threads]);
    }
    shared[t] = mine;
    __syncthreads();

    fold_block<threads / 2>(shared, t, op);
    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration cascade_rung{{
    .pattern = "reduce",
    .number = 8,
    .follows = 7,
    .name = "cascade, grid-stride loop",
    .fault = "a tree for every 512 numbers",
    .change = "few blocks, one tree each",
    .idea = "The grid has only the blocks that the device holds at once. Each thread adds many elements before its "
            "block builds a tree.",
    .hypothesis = "Each block builds one tree, instead of one per 512 elements: barriers and shared wavefronts fall.",
    .expectations = {{"barriers", direction::falls}, {"shared_wavefronts", direction::falls}},
    .source = "Harris 2007, kernel 7 (Brent: algorithm cascading)",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<2 * block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t most = resident_blocks * with.multiprocessors;
                in_passes<T>(cascade<block_size, T, Operator>, with, 2 * block_size, block_size * sizeof(T), op,
                             [=](std::uint64_t blocks) { return std::min(blocks, most); });
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
