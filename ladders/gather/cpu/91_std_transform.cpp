// Contender 91: std::transform of the indices on every core.
#include <algorithm>
#include <execution>

#include <ladders/gather/cpu/dispatch.hpp>

namespace strider::ladders::gather {
namespace {

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        std::transform(std::execution::par_unseq, indices, indices + elements, output,
                       [input](auto at) { return input[at]; });
    });
}

const registration here{{
    .pattern = "gather",
    .number = 91,
    .name = "std::transform par_unseq",
    .idea = "The standard library on every core: every index becomes the element that it names.",
    .hypothesis = "Compare with rung 90.",
    .source = "ISO C++17, [alg.transform]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
