// Contender 94: oneTBB's parallel_reduce with the loop that its documentation shows.
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <ladders/reduce/cpu/standard_operator.hpp>
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {
namespace {

void run(const arguments& with) {
    with_typed_input(with, [](auto* input, auto elements, auto op) {
        return with_standard_operator(input, elements, op, [](auto first, auto last, auto initial, auto combine) {
            return tbb::parallel_reduce(
                tbb::blocked_range(first, last), initial,
                [combine](const auto& range, auto total) {
                    for (const auto element : range) total = combine(total, element);
                    return total;
                },
                combine);
        });
    });
}

const registration here{{
    .pattern = "reduce",
    .number = 94,
    .name = "tbb::parallel_reduce",
    .idea = "oneTBB on every core with a plain loop, which the compiler may not vectorise for floating point.",
    .hypothesis = "For floating-point sums, rung 1 on every core; for integers, rung 4.",
    .source = "oneTBB developer guide, parallel_reduce",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
