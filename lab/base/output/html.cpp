#include <lab/base/output/html.hpp>

namespace strider::lab {

std::string as_html(std::string_view text) {
    std::string out;
    for (const char one : text) {
        if (one == '&')
            out += "&amp;";
        else if (one == '<')
            out += "&lt;";
        else if (one == '>')
            out += "&gt;";
        else if (one == '"')
            out += "&quot;";
        else
            out += static_cast<unsigned char>(one) < ' ' && one != '\n' ? ' ' : one;
    }
    return out;
}

}  // namespace strider::lab
