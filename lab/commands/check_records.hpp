// What a check says as records.
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

/// Writes what can be called, see kernel_check::called_file; then answers each line of standard input, a call, by a
/// line with the array of its records. A SIGINT ends the call that runs.
int answer_calls(const kernel_check::options& request, const std::vector<std::string>& names);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
