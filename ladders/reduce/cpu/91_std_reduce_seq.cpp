// Contender 91: std::reduce with no policy.
#include <numeric>

#include <ladders/reduce/cpu/standard_operator.hpp>
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {
namespace {

void run(const arguments& with) {
    with_typed_input(with, [](auto* input, auto elements, auto op) {
        return with_standard_operator(input, elements, op, [](auto first, auto last, auto initial, auto combine) {
            return std::reduce(first, last, initial, combine);
        });
    });
}

const registration here{{
    .pattern = "reduce",
    .number = 91,
    .name = "std::reduce",
    .idea = "The standard library on one thread: libstdc++ adds four elements at a time.",
    .hypothesis = "Faster than rung 1, slower than rung 2: the chain is four times shorter.",
    .source = "ISO C++17, [reduce]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
