// Refusals of CLI11, in our words.
#pragma once

#include <string>

#include <lab/cli/tree.hpp>

namespace CLI {
class ParseError;
}

namespace strider::lab {

/// Says what is wrong with the words, where to read more, and which word may have been meant.
std::string refusal_text(const CLI::App& app, const CLI::ParseError& error);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
