// The tables of a report, each beside the chart that shows the same figures.
#pragma once

#include <vector>

#include <lab/base/output/report.hpp>
#include <lab/report/ladder.hpp>

namespace strider::lab {

/// Times, bandwidth and speedups of each rung.
section times_table(const measured_ladder& ladder, const ladders::pattern& pattern);

section counters_table(const measured_ladder& ladder);

/// Bandwidth of the library, the contenders and the best rung by the number of elements: a table for each problem that
/// was measured at three sizes or more.
std::vector<section> sizes_tables(const reported_ladder& reported);

section programs_table(const reported_ladder& reported);

/// Published figures beside recorded ones of the same rungs; one table an exhibit.
std::vector<section> published_tables(const reported_ladder& reported);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
