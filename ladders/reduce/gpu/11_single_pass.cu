// 11: a single pass, the last block finishes
// The second launch is saved: every block takes a ticket when its partial result is stored, and the one with the last
// ticket combines them all.
#include <ladders/reduce/gpu/passes.hpp>
#include <ladders/reduce/gpu/shuffle_tree.hpp>
#include <ladders/reduce/gpu/vector_walk.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

/// Blocks that have stored their partial result. atomicInc puts it back to zero at the last one, for the next launch.
__device__ unsigned tickets;

template <class T, class Operator>
__global__ void single_pass(const T* input, T* partials, std::uint64_t elements, Operator op, T* result) {
    __shared__ T warps[block_size / 32];
    __shared__ bool last;

    T mine = shuffle_tree<block_size>(walk_in_vectors<8>(input, elements, op), warps, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = mine;
        __threadfence();  // my partial result is there before my ticket is
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();  // and what I read comes after the last ticket
    }
    __syncthreads();
    if (!last) return;

    mine = identity<Operator, T>::value;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) mine = op(mine, partials[i]);
    mine = shuffle_tree<block_size>(mine, warps, op);
    if (threadIdx.x == 0) *result = mine;
}

static const registration single_pass_rung{{
    .pattern = "reduce",
    .number = 11,
    .follows = 10,
    .name = "single pass, ticket",
    .fault = "a second launch for the rest",
    .change = "one launch instead of two",
    .idea = "Each block takes a ticket. The block with the last ticket combines the partial results, so no second "
            "launch is needed.",
    .hypothesis = "One launch replaces two or three. Each block costs one more atomic.",
    .expectations = {{"launches", direction::falls}, {"atomics", direction::rises}},
    .source = "NVIDIA CUDA samples, threadFenceReduction; with a fence on the reading side too",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t blocks =
                    std::min<std::uint64_t>(blocks_for(with.elements, block_size), 8 * with.multiprocessors);
                launch(single_pass<T, Operator>,
                       {dim3(static_cast<unsigned>(blocks)), dim3(block_size), 0, stream_of(with)},
                       static_cast<const T*>(with.input), static_cast<T*>(with.scratch), with.elements, op,
                       static_cast<T*>(with.output));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
