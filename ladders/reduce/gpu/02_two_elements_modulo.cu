// 02: the same tree, two elements a thread
// Every thread owns two neighbours of a shared array of twice the block; thread t works where t is a multiple of the
// stride.
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void two_elements_modulo(const T* input, T* output, std::uint64_t elements, Operator op) {
    T* const shared = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    const std::uint64_t start = std::uint64_t{blockIdx.x} * 2 * blockDim.x;

    for (unsigned i = t; i < 2 * blockDim.x; i += blockDim.x) {
        shared[i] = start + i < elements ? input[start + i] : identity<Operator, T>::value;
    }
    __syncthreads();

    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        if (t % stride == 0) shared[2 * t] = op(shared[2 * t], shared[2 * t + stride]);
        __syncthreads();
    }

    if (t == 0) output[blockIdx.x] = shared[0];
}

static const registration two_elements_modulo_rung{{
    .pattern = "reduce",
    .number = 2,
    .follows = 1,
    .name = "two elements a thread, modulo",
    .fault = "a thread loads only one number",
    .change = "half as many barriers",
    .idea = "Each thread loads two elements, so no thread is idle in the first step of the tree.",
    .hypothesis = "Half as many blocks do the same work, so barriers fall by half. The working threads are as "
                  "scattered as before.",
    .expectations = {{"barriers", direction::falls}},
    .source = "Gut and Litarowicz 2020, naive kernel; Kirk and Hwu, simple reduction",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<2 * block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                in_passes<T>(two_elements_modulo<T, Operator>, with, 2 * block_size, 2 * block_size * sizeof(T), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
