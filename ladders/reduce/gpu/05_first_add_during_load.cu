// 05: first add during load
// Half of the threads were idle in the first step: each now joins two elements while it loads them.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void first_add_during_load(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * 2 * blockDim.x + t;

    T mine = i < elements ? input[i] : identity<Operator, T>::value;
    if (i + blockDim.x < elements) mine = op(mine, input[i + blockDim.x]);
    shared[t] = mine;
    __syncthreads();

    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride) shared[t] = op(shared[t], shared[t + stride]);
        __syncthreads();
    }

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration first_add_during_load_rung{{
    .pattern = "reduce",
    .number = 5,
    .follows = 4,
    .name = "first add during load",
    .fault = "half of the threads only load",
    .change = "half the threads, same work",
    .idea = "Each thread adds two elements while it loads them, so the first step of the tree costs no barrier.",
    .hypothesis = "Half as many blocks take the same elements, so barriers and shared wavefronts fall by half.",
    .expectations = {{"barriers", direction::falls}, {"shared_wavefronts", direction::falls}},
    .source = "Harris 2007, kernel 4; Patel, version 4",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<2 * block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(first_add_during_load<T, Operator>, with, 2 * block_size, block_size * sizeof(T), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
