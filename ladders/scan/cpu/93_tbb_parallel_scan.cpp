// Contender 93: oneTBB's parallel_scan with the loop that its documentation shows.
#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

#include <ladders/scan/cpu/standard_scan.hpp>

namespace strider::ladders::scan {
namespace {

void run(const arguments& with) {
    with_standard_scan(with, [](auto first, auto last, auto output, auto initial, auto op, auto exclusive) {
        tbb::parallel_scan(
            tbb::blocked_range<std::uint64_t>(0, static_cast<std::uint64_t>(last - first)), initial,
            [=](const auto& range, auto prefix, bool is_final) {
                for (std::uint64_t i = range.begin(); i != range.end(); ++i) {
                    const auto through = op(prefix, first[i]);
                    if (is_final) output[i] = exclusive ? prefix : through;
                    prefix = through;
                }
                return prefix;
            },
            op);
    });
}

const registration here{{
    .pattern = "scan",
    .number = 93,
    .name = "tbb::parallel_scan",
    .idea = "oneTBB on every core with a plain loop; a piece that is stolen is read twice.",
    .hypothesis = "Every core works as in rung 1, at up to twice the work.",
    .source = "oneTBB developer guide, parallel_scan",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
