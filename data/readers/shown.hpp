// Bytes of a file as they may stand in a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace strider::lab {

/// At most `most` bytes of it, and none that a terminal would obey: \x0a for a line's end.
std::string shown(std::string_view bytes, std::size_t most = 24);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
