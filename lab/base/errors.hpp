// Errors that the command line reports in one line.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

namespace strider::lab {

/// The exit statuses of every command.
inline constexpr int exit_success = 0;
inline constexpr int exit_failure = 1;  ///< something was run and failed: a wrong result, a finding
inline constexpr int exit_usage = 2;    ///< what was asked cannot be done; nothing was written

/// The request cannot be done. what() is one line: what is wrong, and what would be right. The command ends with 2.
class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A message of any origin as the one line that it may take.
inline std::string one_line(std::string message) {
    std::replace(message.begin(), message.end(), '\n', ' ');
    return message;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
