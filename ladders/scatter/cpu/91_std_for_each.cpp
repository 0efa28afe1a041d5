// Contender 91: std::for_each over the indices on every core. For indices that permute.
#include <algorithm>
#include <execution>

#include <ladders/scatter/cpu/dispatch.hpp>

namespace strider::ladders::scatter {
namespace {

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        std::for_each(std::execution::par_unseq, indices, indices + elements,
                      [=](const auto& to) { output[to] = input[&to - indices]; });
    });
}

const registration here{{
    .pattern = "scatter",
    .number = 91,
    .name = "std::for_each par_unseq",
    .idea = "The standard library on every core: the address of an index says which element goes there.",
    .hypothesis = "Compare with rung 90.",
    .source = "ISO C++17, [alg.foreach]; libstdc++",
    .kind = rung_kind::contender,
    .supports = permutes,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
