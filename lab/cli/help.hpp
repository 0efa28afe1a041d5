// The text of --help: CLI11's, in 80 columns, with examples and exit statuses below.
#pragma once

#include <memory>

#include <lab/cli/tree.hpp>

namespace CLI {
class FormatterBase;
}

namespace strider::lab {

/// Makes descriptions of options fit, whatever their length.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// The text below the options.
std::string help_footer(const command_text& command);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
