// Contender 91: std::inclusive_scan and std::exclusive_scan with no policy.
#include <numeric>

#include <ladders/scan/cpu/standard_scan.hpp>

namespace strider::ladders::scan {
namespace {

void run(const arguments& with) {
    with_standard_scan(with, [](auto first, auto last, auto output, auto initial, auto op, auto exclusive) {
        if constexpr (exclusive) {
            std::exclusive_scan(first, last, output, initial, op);
        } else {
            std::inclusive_scan(first, last, output, op);
        }
    });
}

const registration here{{
    .pattern = "scan",
    .number = 91,
    .name = "std::inclusive_scan",
    .idea = "The standard library on one thread.",
    .hypothesis = "Compare with rung 1: the chain is the same.",
    .source = "ISO C++17, [inclusive.scan]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
