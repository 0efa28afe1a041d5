#include <lab/base/output/html.hpp>

namespace strider::lab {

std::string as_html(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        if (letter == '&')
            out += "&amp;";
        else if (letter == '<')
            out += "&lt;";
        else if (letter == '>')
            out += "&gt;";
        else if (letter == '"')
            out += "&quot;";
        else
            out += static_cast<unsigned char>(letter) < ' ' && letter != '\n' ? ' ' : letter;
    }
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
