// Launches and arrays that the command line of `check` names, for files without a main().
#pragma once

#include <string>
#include <vector>

#include "check/base/options.hpp"

namespace strider::lab {

/// As they are given.
struct launch_options {
    std::vector<std::string> launches;  ///< "saxpy<<<64, 256>>>(n, 2.0f, x, y)"
    std::vector<std::string> lets;      ///< "n=100", "n=1,31..33", "x=f32[n] = random", "x=values.npy"
    std::vector<std::string> prints;    ///< "y", "y:8"
    std::vector<std::string> expects;   ///< "y=values.npy", "y=2 * i"
};

struct launch_plan {
    kernel_check::added_code main;
    std::string swept;                ///< the name that has several values
    std::vector<std::string> values;  ///< and they; the program's one argument
};

/// Throws usage_error.
launch_plan plan_launches(const launch_options& given);

/// For each kernel of the file a line to type: all that is missing of a command that launches it. Empty: no kernel is
/// there.
std::string launches_to_type(const std::string& file);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
