// All commands. A new one is one file in lab/commands/ or data/commands/ and one entry in the list in commands.cpp.
#pragma once

#include <span>
#include <variant>

#include <lab/base/options/options.hpp>

namespace strider::lab {

struct command {
    const char* name;
    const char* summary;
    /// Declares the command's arguments and options.
    std::variant<action (*)(command_line& options), shared_action (*)(command_line& options)> declare;

    /// Whether several processes may share its work.
    bool is_shared() const { return declare.index() == 1; }
};

extern const std::span<const command> commands;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
