// Contender 91: std::copy_if, by vectors on every core.
#include <algorithm>
#include <execution>

#include <ladders/compact/dispatch.hpp>

namespace strider::ladders::compact {
namespace {

void run(const arguments& with) {
    with_compaction(with, [](const auto* input, std::uint64_t elements, auto* kept, std::uint64_t* count, auto keep) {
        const auto* const end = std::copy_if(std::execution::par_unseq, input, input + elements, kept, keep);
        *count = static_cast<std::uint64_t>(end - kept);
    });
}

const registration here{{
    .pattern = "compact",
    .number = 91,
    .name = "std::copy_if par_unseq",
    .idea = "The standard library by vectors, on every core (libstdc++ uses oneTBB).",
    .hypothesis = "Flags are written, scanned and read again: slower than rung 90.",
    .source = "ISO C++17, [alg.copy]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
