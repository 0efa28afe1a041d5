// Manual pages, as troff takes them.
#pragma once

#include <string>
#include <vector>

#include <lab/cli/tree.hpp>

namespace strider::lab {

/// strider-COMMAND(1); `version`: "strider 1.0".
std::string manual_of_command(const command_text& command, const std::string& version);

/// strider(1), which names the commands.
std::string manual_of_program(const command_text& command, const std::vector<command_text>& commands,
                              const std::string& version);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
