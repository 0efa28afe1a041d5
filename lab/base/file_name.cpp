#include <lab/base/file_name.hpp>

#include <filesystem>
#include <system_error>

namespace strider::lab {

std::string file_named(const std::string& path) {
    std::error_code none;
    const std::size_t colon = path.rfind(':');
    if (colon == std::string::npos || std::filesystem::exists(path, none)) return path;
    const std::string file = path.substr(0, colon);
    return std::filesystem::exists(file, none) ? file : path;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
