// Calls of kernels that other programs write to standard input.
#pragma once

#include <string>
#include <vector>

#include "check/base/options.hpp"

namespace strider::lab {

/// Says what can be called, see kernel_check::called_file; then answers each line of standard input, a call, by a
/// line with the array of its records. A SIGINT ends the call that runs.
int answer_calls(const kernel_check::options& request, const std::vector<std::string>& names);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
