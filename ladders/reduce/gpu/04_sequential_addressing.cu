// 04: sequential addressing: neighbours read neighbours
// The array is folded in half: thread t joins elements t and t + stride.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void sequential_addressing(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + t;

    shared[t] = i < elements ? input[i] : identity<Operator, T>::value;
    __syncthreads();

    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride) shared[t] = op(shared[t], shared[t + stride]);
        __syncthreads();
    }

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration sequential_addressing_rung{{
    .pattern = "reduce",
    .number = 4,
    .follows = 3,
    .name = "sequential addressing",
    .fault = "lanes meet in one memory bank",
    .change = "no bank conflicts",
    .idea = "Each step adds the upper half of the array to the lower half, so neighbouring threads read neighbouring "
            "words.",
    .hypothesis = "There are no bank conflicts: shared wavefronts per request fall to 1.",
    .expectations = {{"shared_wavefronts_per_request", direction::falls}},
    .source = "Harris 2007, kernel 3; Patel, version 3; Gut and Litarowicz 2020, optimized kernel",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(sequential_addressing<T, Operator>, with, block_size, block_size * sizeof(T), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
