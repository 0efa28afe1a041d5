// Contender 92: std::reduce by vectors, on one thread (compiled with -fopenmp-simd, without which libstdc++ ignores the
// policy).
#include <execution>
#include <numeric>

#include <ladders/reduce/cpu/standard_operator.hpp>
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {
namespace {

void run(const arguments& with) {
    with_typed_input(with, [](auto* input, auto elements, auto op) {
        return with_standard_operator(input, elements, op, [](auto first, auto last, auto initial, auto combine) {
            return std::reduce(std::execution::unseq, first, last, initial, combine);
        });
    });
}

const registration here{{
    .pattern = "reduce",
    .number = 92,
    .name = "std::reduce unseq",
    .idea = "The standard library by vectors of the instruction set it was compiled for, on one thread.",
    .hypothesis = "Compare with rung 3.",
    .source = "ISO C++17, [reduce]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
