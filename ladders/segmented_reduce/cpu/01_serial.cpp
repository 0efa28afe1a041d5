// Rung 1: the loops of a textbook, one segment after the other.
#include <ladders/segmented_reduce/dispatch.hpp>

namespace strider::ladders::segmented_reduce {
namespace {

void run(const arguments& with) {
    with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
        const auto of = segments_in<T>(with);
        for (std::uint64_t s = 0; s < of.segments; ++s) {
            T total = identity<Operator, T>::value;
            for (offset i = of.offsets[s]; i < of.offsets[s + 1]; ++i) total = op(total, of.input[i]);
            of.output[s] = total;
        }
    });
}

const registration here{{
    .pattern = "segmented-reduce",
    .number = 1,
    .name = "serial",
    .idea = "One thread keeps one total: every operation waits for the one before it.",
    .hypothesis = "The time is the latency of one operator call for each element; memory is mostly idle.",
    .source = "the loop of a textbook",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
