// Why a program's run is no clean one, beside what was found.
#pragma once

#include <strider/simt/check.hpp>
#include <strider/simt/process.hpp>

#include <chrono>
#include <string>

namespace strider::kernel_check {

/// `stood`: where the program stood when it was ended.
std::string failure_of(const process_result& ran, const result& checked, const std::string& stood,
                       std::chrono::seconds limit, bool all_are_required);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
