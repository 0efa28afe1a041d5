// 90: the library's own gather, strider::gather
#include <ladders/gather/problem.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <span>
#include <strider/gather.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "gather",
    .number = 90,
    .follows = 2,
    .name = "strider::gather",
    .fault = "only some types",
    .change = "any type, any index",
    .idea = "It works like rung 2, for elements of any type and indices of any integer type.",
    .hypothesis = "The sectors stay.",
    .expectations = {{"global_sectors", direction::stays}},
    .source = "include/strider/cuda/gather.hpp",
    .kind = rung_kind::library,
    .block = gather_kernels::threads,
    .run =
        [](const arguments& with) {
            with_item_and_index(with, [&]<class T, class Index>(T, Index) {
                strider::gather(policy_of(with), std::span(static_cast<const T*>(with.input), with.elements),
                                std::span(static_cast<const Index*>(with.side_input), with.elements),
                                std::span(static_cast<T*>(with.output), with.elements));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
