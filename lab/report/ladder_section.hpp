// The tables of a ladder that has just run.
#pragma once

#include <string>
#include <vector>

#include <lab/base/output/report.hpp>
#include <lab/base/record.hpp>
#include <lab/measure/ladder.hpp>

namespace strider::lab {

/// The rungs with their times, bounds and counters, as the plan's device has them.
section ladder_section(const planned_ladder& plan, std::vector<record> records);

/// The same rungs as whole programs.
section program_section(const section& kernels, std::string crossover);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
