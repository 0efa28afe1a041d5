// Contender 92: std::transform on one thread, by vectors (compiled with -fopenmp-simd, without which libstdc++ ignores
// the policy).
#include <algorithm>
#include <execution>

#include <ladders/map/cpu/dispatch.hpp>

namespace strider::ladders::map {
namespace {

void run(const arguments& with) {
    with_array(with, [](const auto* input, auto* output, std::uint64_t elements, auto function) {
        std::transform(std::execution::unseq, input, input + elements, output, function);
    });
}

const registration here{{
    .pattern = "map",
    .number = 92,
    .name = "std::transform unseq",
    .idea = "The standard library on one thread, by vectors.",
    .hypothesis = "Compare with rung 2, whose writes do not fetch the lines they replace.",
    .source = "ISO C++17, [alg.transform]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
