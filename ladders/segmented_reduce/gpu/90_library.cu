// 90: the library's own segmented reduction, strider::segmented_reduce
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/segmented_reduce/dispatch.hpp>
#include <span>
#include <strider/segmented_reduce.hpp>

namespace strider::ladders::segmented_reduce {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "segmented-reduce",
    .number = 90,
    .follows = 3,
    .name = "strider::segmented_reduce",
    .fault = "one shape for all lengths",
    .change = "equal work for every warp",
    .idea = "Each warp takes a share of equal work. A few lanes take a short segment; several blocks share a very long "
            "one. Each segment keeps the order of its own reduction.",
    .hypothesis = "Only segments of several shares need the whole block: barriers fall.",
    .expectations = {{"barriers", direction::falls}},
    .source = "include/strider/cuda/segmented_reduce.hpp",
    .kind = rung_kind::library,
    .block = segment_kernels::threads,
    .run =
        [](const arguments& with) {
            with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const auto of = segments_in<T>(with);
                strider::segmented_reduce(policy_of(with), std::span(of.input, with.elements),
                                          std::span(of.offsets, of.segments + 1), std::span(of.output, of.segments),
                                          op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
