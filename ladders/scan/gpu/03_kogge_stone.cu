// 03: Kogge-Stone
// In step s every element takes in the one s before it, and s doubles: after log n steps it has taken in all. Sections
// of one element a thread; the last prefix of a section is carried into the next.
#include <ladders/scan/gpu/one_block.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void kogge_stone(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    T* const sums = dynamic_shared<T>();
    const unsigned t = threadIdx.x;
    T carry{};  // of thread 0: all that came before the section

    for (std::uint64_t start = 0; start < elements; start += blockDim.x) {
        const std::uint64_t i = start + t;
        const T mine = input(i);
        sums[t] = t == 0 && start > 0 ? op(carry, mine) : mine;

        for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
            T below{};
            __syncthreads();
            if (t >= stride) below = sums[t - stride];
            __syncthreads();  // all have read before one writes
            if (t >= stride) sums[t] = op(below, sums[t]);
        }

        if (i < elements) output[i] = sums[t];
        __syncthreads();
        if (t == 0) carry = sums[blockDim.x - 1];
        __syncthreads();  // it is read before the next section comes
    }
}

static const registration kogge_stone_rung{{
    .pattern = "scan",
    .number = 3,
    .follows = 2,
    .name = "Kogge-Stone",
    .fault = "n squared additions",
    .change = "n log n, in shared memory",
    .idea = "In step s = 1, 2, 4, ..., every element adds the element s places before it, in shared memory. Each step "
            "needs two barriers, since neighbours read what a thread overwrites.",
    .hypothesis = "Operations fall from n^2 to n log n. Barriers rise: each of the log n steps takes two.",
    .expectations = {{"operations", direction::falls}, {"barriers", direction::rises}},
    .source = "Kogge and Stone 1973; Hillis and Steele 1986; Bertini's lecture, the work-inefficient scan",
    .block = largest_block,
    .most_elements = most_elements_of_one_block,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_one_block<T>(kogge_stone<T, Operator>, with, 1, 1, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
