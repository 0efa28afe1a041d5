// Rung 2: eight accumulators, so that eight additions are under way at a time. Still scalar: no vectoriser.
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {
namespace {

template <class T, class Operator>
T reduce_several(const T* input, std::uint64_t elements, Operator op) {
    constexpr std::uint64_t accumulators = 8;
    T totals[accumulators];
    for (T& total : totals) total = identity<Operator, T>::value;
    std::uint64_t i = 0;
    for (; i + accumulators <= elements; i += accumulators) {
        for (std::uint64_t k = 0; k < accumulators; ++k) totals[k] = op(totals[k], input[i + k]);
    }
    for (; i < elements; ++i) totals[0] = op(totals[0], input[i]);
    for (std::uint64_t k = 1; k < accumulators; ++k) totals[0] = op(totals[0], totals[k]);
    return totals[0];
}

void run(const arguments& with) {
    with_typed_input(with, [](auto input, auto elements, auto op) { return reduce_several(input, elements, op); });
}

const registration here{{
    .pattern = "reduce",
    .number = 2,
    .follows = 1,
    .name = "several accumulators",
    .idea = "Eight accumulators break the chain of dependent additions: the processor has several in flight at a time.",
    .hypothesis = "The time falls from the operator's latency to its throughput.",
    .source = "Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 5.9",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
