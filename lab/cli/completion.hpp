// Scripts by which shells complete words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lab/cli/tree.hpp>

namespace strider::lab {

extern const std::span<const std::string_view> completed_shells;

/// The script for one of completed_shells.
std::string completion_script(std::string_view shell, const command_text& whole,
                              const std::vector<command_text>& commands);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
