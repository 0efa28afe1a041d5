// 07: completely unrolled, the block size a template argument
// The compiler knows the block size, so no loop, comparison or index is left in the tree.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

static_assert(block_size >= 64 && (block_size & (block_size - 1)) == 0);

/// Folds 2 * stride values to `stride`, then goes on with half of that, until 64 are left.
template <unsigned stride, class T, class Operator>
__device__ __forceinline__ void fold(T* shared, unsigned t, Operator op) {
    if constexpr (stride > 32) {
        if (t < stride) shared[t] = op(shared[t], shared[t + stride]);
        __syncthreads();
        fold<stride / 2>(shared, t, op);
    }
}

/// The same within the first warp, until one is left.
template <unsigned stride, class T, class Operator>
__device__ __forceinline__ void fold_in_warp(T mine, T* shared, unsigned t, Operator op) {
    if constexpr (stride > 0) {
        mine = op(mine, shared[t + stride]);
        __syncwarp();
        shared[t] = mine;
        __syncwarp();
        fold_in_warp<stride / 2>(mine, shared, t, op);
    }
}

template <unsigned threads, class T, class Operator>
__global__ void completely_unrolled(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * 2 * threads + t;

    T mine = i < elements ? input[i] : identity<Operator, T>::value;
    if (i + threads < elements) mine = op(mine, input[i + threads]);
    shared[t] = mine;
    __syncthreads();

    fold<threads / 2>(shared, t, op);
    if (t < 32) fold_in_warp<32>(shared[t], shared, t, op);

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration completely_unrolled_rung{{
    .pattern = "reduce",
    .number = 7,
    .follows = 6,
    .name = "completely unrolled",
    .fault = "loops and index arithmetic",
    .change = "no loop, no index math",
    .idea = "The block size is a template argument, so the tree has no loop, no comparison and no index arithmetic.",
    .hypothesis = "The same work takes fewer instructions, and the same memory traffic.",
    .expectations = {{"instructions", direction::falls}, {"shared_wavefronts", direction::stays}},
    .source = "Harris 2007, kernel 6",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<2 * block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(completely_unrolled<block_size, T, Operator>, with, 2 * block_size, block_size * sizeof(T),
                             op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
