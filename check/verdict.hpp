// Why a program's run is no clean one, beside what was found.
#pragma once

#include "check.hpp"
#include "check/base/process.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace strider::kernel_check {

/// A program's last words before a signal ended it: see emulation::tell_crashes().
struct crash {
    std::string thrown;
    std::vector<std::string> frames;
};

/// How a run of the program ended, as its report says.
struct run_end {
    bool is_spent = false;  ///< it has done all the work that it may
    crash died;
    std::string stood;  ///< where: " in block 2 of kernel NAME, launched at FILE:LINE"; empty where it was in no kernel
    bool asks_for_alignment = false;  ///< whether an access is misaligned depends on what the program does not know
    std::vector<std::uintptr_t> asks_for_uninstrumented_host;
};

/// Says in `checked`, which has what was reported, how the run of `program` went.
void judge(const process_result& ran, const run_end& end, const std::filesystem::path& program, const options& request,
           result& checked);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
