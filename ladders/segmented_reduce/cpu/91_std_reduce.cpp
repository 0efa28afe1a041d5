// Contender 91: std::reduce for every segment, the segments by std::for_each under a parallel policy.
#include <execution>
#include <numeric>
#include <span>

#include <ladders/segmented_reduce/dispatch.hpp>

namespace strider::ladders::segmented_reduce {
namespace {

void run(const arguments& with) {
    with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
        const auto of = segments_in<T>(with);
        const std::span<T> totals(of.output, of.segments);
        std::for_each(std::execution::par, totals.begin(), totals.end(), [&](T& total) {
            const std::size_t s = static_cast<std::size_t>(&total - of.output);
            total = std::reduce(of.input + of.offsets[s], of.input + of.offsets[s + 1], T(identity<Operator, T>::value),
                                op);
        });
    });
}

const registration here{{
    .pattern = "segmented-reduce",
    .number = 91,
    .name = "std::reduce, segments par",
    .idea = "The standard library: a reduction for each segment, the segments on every core (libstdc++ uses oneTBB).",
    .hypothesis = "Compare with rung 90.",
    .source = "ISO C++17, [reduce]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
