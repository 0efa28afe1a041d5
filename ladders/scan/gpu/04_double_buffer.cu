// 04: Kogge-Stone with two buffers
// A step reads one buffer and writes the other, so no thread overwrites what another still reads: one barrier a step.
#include <ladders/scan/gpu/one_block.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void double_buffer(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    T* sums = dynamic_shared<T>();
    T* next = sums + blockDim.x;
    const unsigned t = threadIdx.x;
    T carry{};  // of thread 0: all that came before the section

    for (std::uint64_t start = 0; start < elements; start += blockDim.x) {
        const std::uint64_t i = start + t;
        const T mine = input(i);
        T sum = t == 0 && start > 0 ? op(carry, mine) : mine;
        sums[t] = sum;

        for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
            __syncthreads();
            sum = t >= stride ? op(sums[t - stride], sums[t]) : sums[t];
            next[t] = sum;
            T* const read = sums;
            sums = next;
            next = read;
        }

        if (i < elements) output[i] = sum;
        __syncthreads();
        if (t == 0) carry = sums[blockDim.x - 1];
        T* const written = sums;  // the next section comes into the other buffer, while the carry is read from this one
        sums = next;
        next = written;
    }
}

static const registration double_buffer_rung{{
    .pattern = "scan",
    .number = 4,
    .follows = 3,
    .name = "two buffers",
    .fault = "two barriers per step",
    .change = "two buffers, one barrier",
    .idea = "Each step reads one buffer and writes the other, so no thread overwrites what another still reads.",
    .hypothesis = "The second barrier of every step is not needed: barriers fall by half, operations stay.",
    .expectations = {{"barriers", direction::falls}, {"operations", direction::stays}},
    .source = "Harris, Sengupta and Owens 2007, GPU Gems 3, chapter 39, listing 39-1",
    .block = largest_block,
    .most_elements = most_elements_of_one_block,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_one_block<T>(double_buffer<T, Operator>, with, 1, 2, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
