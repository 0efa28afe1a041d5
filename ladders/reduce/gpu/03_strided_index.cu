// 03: strided index: the working threads are neighbours
// The same pairs as in the first rung, but handed to threads 0, 1, 2, ...: whole warps work or rest.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void strided_index(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + t;

    shared[t] = i < elements ? input[i] : identity<Operator, T>::value;
    __syncthreads();

    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        const unsigned left = 2 * stride * t;
        if (left < blockDim.x) shared[left] = op(shared[left], shared[left + stride]);
        __syncthreads();
    }

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration strided_index_rung{{
    .pattern = "reduce",
    .number = 3,
    .follows = 1,
    .name = "strided index",
    .fault = "few lanes of a warp have work",
    .change = "whole warps at work",
    .idea = "Neighbouring threads add the pairs of rung 1, so whole warps work or rest.",
    .hypothesis = "Warps diverge less: more lanes of a warp work together. But the words of neighbours now lie 2 * "
                  "stride apart, so shared wavefronts per request rise.",
    .expectations = {{"threads_per_step", direction::rises}, {"shared_wavefronts_per_request", direction::rises}},
    .source = "Harris 2007, kernel 2; Patel, version 2",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(strided_index<T, Operator>, with, block_size, block_size * sizeof(T), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
