// 90: the library's own map, strider::transform
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/map/problem.hpp>
#include <span>
#include <strider/map.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "map",
    .number = 90,
    .follows = 5,
    .name = "strider::transform",
    .fault = "a comparison for each element",
    .change = "full stretches unchecked",
    .idea = "Each block takes one stretch, without comparisons if the stretch is complete. Stretches are smaller where "
            "a cache holds the data.",
    .hypothesis = "The same sectors need fewer instructions, in one launch.",
    .expectations = {{"global_sectors", direction::stays}},
    .source = "include/strider/cuda/map.hpp",
    .kind = rung_kind::library,
    .block = map_kernels::threads,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                transform(policy_of(with), std::span(static_cast<const T*>(with.input), with.elements),
                          std::span(static_cast<T*>(with.output), with.elements), function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
