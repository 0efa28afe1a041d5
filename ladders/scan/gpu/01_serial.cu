// 01: serial
// The loop of a textbook, on one thread of the GPU.
#include <ladders/scan/gpu/one_block.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void serial(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    if (elements == 0) return;
    T prefix = input(0);
    output[0] = prefix;
    for (std::uint64_t i = 1; i < elements; ++i) {
        prefix = op(prefix, input(i));
        output[i] = prefix;
    }
}

static const registration serial_rung{{
    .pattern = "scan",
    .number = 1,
    .follows = 0,
    .name = "serial",
    .change = "one thread",
    .idea = "One thread walks over the input and keeps the prefix in a register.",
    .hypothesis = "The starting point. n elements take n - 1 operations, the minimum, but one thread does them all.",
    .expectations = {},
    .source = "Bertini's lecture, the serial version: y[i] = y[i - 1] + x[i]",
    .block = 1,
    .most_elements = std::uint64_t{1} << 16,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_on(with, 1, 1, 0, serial<T, Operator>, input_of<T>(with, op), static_cast<T*>(with.output),
                          with.elements, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
