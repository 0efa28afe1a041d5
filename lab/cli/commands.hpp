// All commands. A new one is one file in lab/commands/ and one entry in the list in commands.cpp.
#pragma once

#include <span>

#include <lab/base/options/options.hpp>

namespace strider::lab {

struct command {
    const char* name;
    const char* summary;
    /// Declares the command's arguments and options.
    action (*declare)(command_line& options);
};

extern const std::span<const command> commands;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
