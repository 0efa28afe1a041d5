// Rung 2: segments spread over all cores.
#include <tbb/parallel_for.h>

#include <ladders/segmented_reduce/dispatch.hpp>

namespace strider::ladders::segmented_reduce {
namespace {

void run(const arguments& with) {
    with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
        const auto of = segments_in<T>(with);
        tbb::parallel_for(std::uint64_t{0}, of.segments, [&](std::uint64_t s) {
            T total = identity<Operator, T>::value;
            for (offset i = of.offsets[s]; i < of.offsets[s + 1]; ++i) total = op(total, of.input[i]);
            of.output[s] = total;
        });
    });
}

const registration here{{
    .pattern = "segmented-reduce",
    .number = 2,
    .follows = 1,
    .name = "all cores over segments",
    .idea = "Each core takes some segments: as many chains run at once as there are cores.",
    .hypothesis = "The speedup is the number of cores, unless one segment holds most of the elements.",
    .source = "the loop of a textbook, by oneTBB",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
