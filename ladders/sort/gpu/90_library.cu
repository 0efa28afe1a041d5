// 90: the library's own sort, strider::sort
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/sort/problem.hpp>
#include <span>
#include <strider/sort.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "sort",
    .number = 90,
    .follows = 6,
    .name = "strider::sort",
    .fault = "a launch clears the states",
    .change = "passes clear the states",
    .idea =
        "Blocks have 12 warps, and each pass clears the states of the next. If all keys have the same digit, a pass "
        "only copies them. Keys that fit into one tile take one launch.",
    .hypothesis = "One launch less. The sectors and the time are those of rung 6.",
    .expectations = {{"launches", direction::falls}},
    .source = "include/strider/cuda/sort.hpp",
    .kind = rung_kind::library,
    .block = sort_kernels::threads,
    .run =
        [](const arguments& with) {
            strider::sort(policy_of(with), std::span(static_cast<const key*>(with.input), with.elements),
                          std::span(static_cast<key*>(with.output), with.elements));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
