#include <data/readers/shown.hpp>

#include <fmt/format.h>

namespace strider::lab {

std::string shown(std::string_view bytes, std::size_t most) {
    std::string text;
    for (const char one : bytes.substr(0, most)) {
        if (one >= ' ' && one <= '~')
            text += one;
        else
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(one));
    }
    return bytes.size() > most ? text + "..." : text;
}

}  // namespace strider::lab
