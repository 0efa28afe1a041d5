// Lines of C++ with colours, for terminals.
#pragma once

#include <string>
#include <string_view>

namespace strider::lab {

/// The line with the terminal's codes for keywords, words of CUDA, numbers, strings and comments; the rest has the
/// colour whose code is `plain`, or none. Comments that go on over lines are not followed.
std::string with_syntax(std::string_view line, std::string_view plain);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
