// Rung 90: the library's own reduction, in the canonical order: the same bits in every run, on every device.
#include <span>

#include <ladders/reduce/dispatch.hpp>
#include <strider/reduce.hpp>

namespace strider::ladders::reduce {
namespace {

void run(const arguments& with) {
    with_typed_input(with, [](auto* input, auto elements, auto op) {
        return strider::reduce(strider::cpu{}, std::span(input, elements), op);
    });
}

const registration here{{
    .pattern = "reduce",
    .number = 90,
    .follows = 1,
    .name = "library",
    .idea = "strider::reduce: chunks and accumulators depend only on the number of elements, so every "
            "machine returns the same bits. A pass over three rows keeps the accumulators in the first-level "
            "cache.",
    .hypothesis = "Memory is the limit: the fixed order is free.",
    .source = "include/strider/cpu/reduce.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
