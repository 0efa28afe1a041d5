// Contender 91: std::transform on every core, by vectors.
#include <algorithm>
#include <execution>

#include <ladders/map/cpu/dispatch.hpp>

namespace strider::ladders::map {
namespace {

void run(const arguments& with) {
    with_array(with, [](const auto* input, auto* output, std::uint64_t elements, auto function) {
        std::transform(std::execution::par_unseq, input, input + elements, output, function);
    });
}

const registration here{{
    .pattern = "map",
    .number = 91,
    .name = "std::transform par_unseq",
    .idea = "The standard library on every core, by vectors.",
    .hypothesis = "Compare with rung 90, whose writes do not fetch the lines they replace.",
    .source = "ISO C++17, [alg.transform]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
