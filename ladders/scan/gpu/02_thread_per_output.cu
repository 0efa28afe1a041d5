// 02: a thread for every output
// Each thread adds up its own prefix from the start: all run at once, and together they do n squared work.
#include <ladders/scan/gpu/one_block.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void thread_per_output(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    T prefix = input(0);
    for (std::uint64_t j = 1; j <= i; ++j) prefix = op(prefix, input(j));
    output[i] = prefix;
}

static const registration thread_per_output_rung{{
    .pattern = "scan",
    .number = 2,
    .follows = 1,
    .name = "a thread for every output",
    .fault = "one thread does all the work",
    .change = "a thread for each output",
    .idea = "Output i needs only the elements up to i. Each output has a thread, and no thread waits for another.",
    .hypothesis = "Operations rise to n (n - 1) / 2, in parallel: a thread reads every element up to its own.",
    .expectations = {{"operations", direction::rises}, {"threads_per_instruction", direction::rises}},
    .source = "Bertini's lecture, the naive parallel version",
    .block = block_size,
    .most_elements = std::uint64_t{1} << 12,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_on(with, blocks_for(with.elements, block_size), block_size, 0, thread_per_output<T, Operator>,
                          input_of<T>(with, op), static_cast<T*>(with.output), with.elements, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
