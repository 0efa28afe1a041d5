// 01: interleaved addressing, chosen with a modulo
// A tree in shared memory: thread t joins its value with the one `stride` further, where t is a multiple of 2 * stride.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void interleaved_modulo(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + t;

    shared[t] = i < elements ? input[i] : identity<Operator, T>::value;
    __syncthreads();

    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0) shared[t] = op(shared[t], shared[t + stride]);
        __syncthreads();
    }

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration interleaved_modulo_rung{{
    .pattern = "reduce",
    .number = 1,
    .follows = 0,
    .name = "interleaved, modulo",
    .change = "a tree in shared memory",
    .idea = "Each block builds a tree in shared memory. In step s = 1, 2, 4, ..., a thread works if its index is a "
            "multiple of 2s.",
    .hypothesis = "The starting point. The working threads of a step are scattered over all warps, so at most half of "
                  "a warp's lanes add.",
    .expectations = {},
    .source = "Harris 2007, kernel 1; Patel, version 1",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(interleaved_modulo<T, Operator>, with, block_size, block_size * sizeof(T), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
