// 05: Brent-Kung
// A tree of sums is built in place, and walked back down to the prefixes that are missing: 2n operations instead of
// n log n. Two elements a thread.
#include <ladders/scan/gpu/one_block.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void brent_kung(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    T* const sums = dynamic_shared<T>();
    const unsigned t = threadIdx.x, section = 2 * blockDim.x;
    T carry{};  // of thread 0: all that came before the section

    for (std::uint64_t start = 0; start < elements; start += section) {
        const std::uint64_t i = start + t;
        const T mine = input(i);
        sums[t] = t == 0 && start > 0 ? op(carry, mine) : mine;
        sums[t + blockDim.x] = input(i + blockDim.x);

        for (unsigned stride = 1; stride < section; stride *= 2) {
            __syncthreads();
            const unsigned at = (t + 1) * stride * 2 - 1;
            if (at < section) sums[at] = op(sums[at - stride], sums[at]);
        }
        for (unsigned stride = section / 4; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned at = (t + 1) * stride * 2 - 1;
            if (at + stride < section) sums[at + stride] = op(sums[at], sums[at + stride]);
        }
        __syncthreads();

        if (i < elements) output[i] = sums[t];
        if (i + blockDim.x < elements) output[i + blockDim.x] = sums[t + blockDim.x];
        if (t == 0) carry = sums[section - 1];
        __syncthreads();  // all is read before the next section comes
    }
}

static const registration brent_kung_rung{{
    .pattern = "scan",
    .number = 5,
    .follows = 4,
    .name = "Brent-Kung",
    .fault = "n log n additions",
    .change = "a tree: up, then down",
    .idea = "Threads build a tree of sums in place, then go back down to the missing prefixes. There are twice as many "
            "rounds, but in most of them few threads have work.",
    .hypothesis = "Operations fall from n log n to 2n. The words of the working threads lie 2, 4, 8, ... apart, in the "
                  "same banks: wavefronts per request rise.",
    .expectations = {{"operations", direction::falls}, {"shared_wavefronts_per_request", direction::rises}},
    .source = "Brent and Kung 1982; Blelloch 1990; Bertini's lecture, reduction and post-reduction phase",
    .block = largest_block,
    .most_elements = most_elements_of_one_block,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_one_block<T>(brent_kung<T, Operator>, with, 2, 2, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
