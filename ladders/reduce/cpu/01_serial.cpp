// Rung 1: one accumulator, one loop, as every first lecture has it.
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {
namespace {

template <class T, class Operator>
T reduce_serial(const T* input, std::uint64_t elements, Operator op) {
    T total = identity<Operator, T>::value;
    for (std::uint64_t i = 0; i < elements; ++i) total = op(total, input[i]);
    return total;
}

void run(const arguments& with) {
    with_typed_input(with, [](auto input, auto elements, auto op) { return reduce_serial(input, elements, op); });
}

const registration here{{
    .pattern = "reduce",
    .number = 1,
    .name = "serial",
    .idea =
        "One thread has one accumulator: in the order of the loop, every addition waits for the addition before it.",
    .hypothesis =
        "Of floats, the time is the latency of one operator call for each element, since their order is fixed; the "
        "compiler makes vectors of integers.",
    .source = "the single-threaded CPU column of the vector-sum lab report",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
