// The report of a program, as a result.
#pragma once

#include <filesystem>
#include <vector>

#include "check/check.hpp"
#include "verdict.hpp"

namespace strider::kernel_check {

/// Adds to `into` what the file says, but for what is suppressed.
run_end read_report(const std::filesystem::path& report, const std::vector<suppression>& suppressions, result& into);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
