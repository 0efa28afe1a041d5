#include <data/readers/shown.hpp>

#include <fmt/format.h>

namespace strider::lab {

std::string shown(std::string_view bytes, std::size_t most) {
    std::string text;
    for (const char letter : bytes.substr(0, most)) {
        if (letter >= ' ' && letter <= '~')
            text += letter;
        else
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
    }
    return bytes.size() > most ? text + "..." : text;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
