#include <lab/base/location.hpp>

#include <cstdlib>
#include <sstream>
#include <string>
#include <system_error>

namespace strider::lab {

namespace fs = std::filesystem;

fs::path executable_folder() {
    std::error_code unreadable;
    return fs::read_symlink("/proc/self/exe", unreadable).parent_path();
}

std::vector<fs::path> module_folders() {
    const char* named = std::getenv("STRIDER_MODULES");
    if (!named || !*named) return {executable_folder(), executable_folder().parent_path() / STRIDER_INSTALLED_MODULES};
    std::vector<fs::path> folders;
    std::istringstream list(named);
    for (std::string folder; std::getline(list, folder, ':');) {
        if (!folder.empty()) folders.emplace_back(folder);
    }
    return folders;
}

fs::path data_path(std::string_view relative) {
    std::vector<fs::path> roots = {executable_folder().parent_path() / STRIDER_INSTALLED_DATA, STRIDER_SOURCE_FOLDER};
    if (const char* named = std::getenv("STRIDER_DATA"); named && *named) roots = {fs::path(named)};
    for (const fs::path& root : roots) {
        std::error_code unreadable;
        if (const fs::path path = root / relative; fs::exists(path, unreadable)) return path;
    }
    return {};
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
