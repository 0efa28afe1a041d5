// Rung 90: the library's own map, strider::transform.
#include <span>

#include <ladders/map/cpu/dispatch.hpp>
#include <strider/map.hpp>

namespace strider::ladders::map {
namespace {

void run(const arguments& with) {
    with_array(with, [](const auto* input, auto* output, std::uint64_t elements, auto function) {
        transform(cpu{}, std::span(input, elements), std::span(output, elements), function);
    });
}

const registration here{{
    .pattern = "map",
    .number = 90,
    .follows = 1,
    .name = "strider::transform",
    .idea = "Any function works. The compiler vectorises it for 4 KiB of results in the first-level cache. Stores of "
            "these results bypass the caches.",
    .hypothesis = "Memory is the limit.",
    .source = "include/strider/cpu/map.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
