// Speedups as records hold them: against the rung before, the first one, and contenders.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <lab/base/record.hpp>
#include <lab/measure/statistics.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::lab {

/// One row of a ladder with what it took in each round.
struct timed_row {
    int number = 0;
    int follows = 0;  ///< the number of the row that its step is measured against; 0 for none
    std::string name;
    ladders::rung_kind kind = ladders::rung_kind::rung;
    std::vector<double> times;  ///< for an element, since rows need not all have run on the same number; NaN: discarded
};

/// For each row "step_speedup" and "cumulative_speedup", and for rungs and libraries "ratios" to the contenders, each
/// with the interval that holds it and a verdict where there are enough rounds to tell. Empty for a row without times.
std::vector<record> speedup_records(std::span<const timed_row> rows);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
