// Rung 90: the library's own segmented reduction, strider::segmented_reduce.
#include <span>

#include <ladders/segmented_reduce/dispatch.hpp>
#include <strider/segmented_reduce.hpp>

namespace strider::ladders::segmented_reduce {
namespace {

void run(const arguments& with) {
    with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
        const auto of = segments_in<T>(with);
        strider::segmented_reduce(cpu{}, std::span(of.input, with.elements), std::span(of.offsets, of.segments + 1),
                                  std::span(of.output, of.segments), op);
    });
}

const registration here{{
    .pattern = "segmented-reduce",
    .number = 90,
    .follows = 1,
    .name = "strider::segmented_reduce",
    .idea = "Cores take shares of equal work, with trees instead of chains; long segments use vectors on all cores. "
            "Each segment keeps the order of its own reduction.",
    .hypothesis = "Independent operations fill the pipelines: limited by memory, but for the shortest segments.",
    .source = "include/strider/cpu/segmented_reduce.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
