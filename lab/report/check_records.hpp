// Records of a check.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"

#include <lab/base/output/report.hpp>

namespace strider::lab {

/// A line of the program's report (a finding, or a kernel's counters) as a record.
record report_record(const std::string& line);

/// The last record: what was checked, and whether all of it was right.
record verdict_record(const std::string& file, const kernel_check::result& checked);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
