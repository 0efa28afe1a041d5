// 06: Brent-Kung with padding
// An empty element after every row of banks, so that words 2, 4, 8, ... apart lie in different ones.
#include <ladders/scan/gpu/one_block.hpp>
#include <ladders/scan/gpu/padded.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void brent_kung_padded(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    T* const sums = dynamic_shared<T>();
    const unsigned t = threadIdx.x, section = 2 * blockDim.x;
    T carry{};  // of thread 0: all that came before the section

    for (std::uint64_t start = 0; start < elements; start += section) {
        const std::uint64_t i = start + t;
        const T mine = input(i);
        sums[padded<T>(t)] = t == 0 && start > 0 ? op(carry, mine) : mine;
        sums[padded<T>(t + blockDim.x)] = input(i + blockDim.x);

        for (unsigned stride = 1; stride < section; stride *= 2) {
            __syncthreads();
            const unsigned at = (t + 1) * stride * 2 - 1;
            if (at < section) sums[padded<T>(at)] = op(sums[padded<T>(at - stride)], sums[padded<T>(at)]);
        }
        for (unsigned stride = section / 4; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned at = (t + 1) * stride * 2 - 1;
            if (at + stride < section)
                sums[padded<T>(at + stride)] = op(sums[padded<T>(at)], sums[padded<T>(at + stride)]);
        }
        __syncthreads();

        if (i < elements) output[i] = sums[padded<T>(t)];
        if (i + blockDim.x < elements) output[i + blockDim.x] = sums[padded<T>(t + blockDim.x)];
        if (t == 0) carry = sums[padded<T>(section - 1)];
        __syncthreads();  // all is read before the next section comes
    }
}

static const registration brent_kung_padded_rung{{
    .pattern = "scan",
    .number = 6,
    .follows = 5,
    .name = "Brent-Kung, padded",
    .fault = "lanes meet in one bank",
    .change = "padding between rows",
    .idea = "An empty word after every 32 words moves words that are a power of two apart into different banks.",
    .hypothesis = "Operations and barriers stay; wavefronts per request fall towards one.",
    .expectations = {{"shared_wavefronts_per_request", direction::falls}, {"operations", direction::stays}},
    .source = "Harris, Sengupta and Owens 2007, GPU Gems 3, chapter 39.2.3",
    .block = largest_block,
    .most_elements = most_elements_of_one_block,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_one_block<T>(brent_kung_padded<T, Operator>, with, 2, 3, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
