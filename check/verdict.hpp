// Why a program's run is no clean one, beside what was found.
#pragma once

#include "check.hpp"
#include "check/base/process.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace strider::kernel_check {

/// A program's last words before a signal ended it: see emulation::tell_crashes().
struct crash {
    std::string thrown;
    std::vector<std::string> frames;
};

/// The innermost line of the user's code among the frames.
emulation::source_line line_of(const crash& died, const std::filesystem::path& program);

/// `stood`: where the program stood when it was ended.
std::string failure_of(const process_result& ran, const result& checked, const std::string& stood, const crash& died,
                       const options& request);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
