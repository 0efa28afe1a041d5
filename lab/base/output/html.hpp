// Text in HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace strider::lab {

/// As text, or an attribute's value in double quotes; control characters, which XML forbids, as blanks.
std::string as_html(std::string_view text);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
