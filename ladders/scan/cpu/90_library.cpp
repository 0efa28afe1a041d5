// Rung 90: the library's own scan, strider::inclusive_scan and strider::exclusive_scan.
#include <span>

#include <ladders/scan/dispatch.hpp>
#include <strider/scan.hpp>

namespace strider::ladders::scan {
namespace {

void run(const arguments& with) {
    with_typed_scan(with, [](const auto* input, auto* output, std::uint64_t elements, auto op, auto exclusive) {
        const std::span from(input, elements);
        const std::span to(output, elements);
        if constexpr (exclusive) {
            exclusive_scan(cpu{}, from, to, op);
        } else {
            inclusive_scan(cpu{}, from, to, op);
        }
    });
}

const registration here{{
    .pattern = "scan",
    .number = 90,
    .follows = 1,
    .name = "strider::scan",
    .idea = "A core takes a group of tiles, passes the prefix on to the next group, and writes its results from the "
            "cache. The order is fixed, so every backend returns the same bits.",
    .hypothesis = "Memory is read once and written once; the fixed order costs nothing where memory is the limit.",
    .source = "include/strider/cpu/scan.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
