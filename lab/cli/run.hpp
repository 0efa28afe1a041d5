// The whole command line.
#pragma once

#include <span>

namespace strider::lab {

/// Parses the words, and runs one command; `strider` with no arguments shows the first screen. Gives the exit
/// status. Throws usage_error where the words say no command.
int run_command_line(std::span<const char* const> words, const char* version);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
