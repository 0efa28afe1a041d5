#include <lab/base/load_module.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <lab/base/location.hpp>

namespace strider::lab {
namespace {

std::filesystem::path module_path(const std::string& target) {
    for (const std::filesystem::path& folder : module_folders()) {
        const std::filesystem::path path = folder / ("lib" + target + ".so");
        std::error_code unreadable;
        if (std::filesystem::exists(path, unreadable)) return path;
    }
    return {};
}

}  // namespace

bool build_targets(const std::string& names) {
    if (std::getenv("STRIDER_BUILDER") == nullptr) return true;
    return std::system(("\"$STRIDER_BUILDER\" " + names + " 1>&2").c_str()) == 0;
}

void* load_module(const std::string& target, const char* symbol, bool is_buildable, std::string& why) {
    if (is_buildable && !build_targets(target)) {
        why = fmt::format("its module, {}, could not be built", target);
        return nullptr;
    }
    const std::filesystem::path path = module_path(target);
    if (path.empty()) {
        std::string folders;
        for (const std::filesystem::path& folder : module_folders()) {
            folders += (folders.empty() ? "" : " or ") + folder.string();
        }
        why = fmt::format("its module, lib{}.so, was not built: it is not in {}", target, folders);
        return nullptr;
    }
    // Never closed: a module has threads and thread-local data that may outlive any point we could choose.
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        why = fmt::format("its module cannot be loaded: {}", ::dlerror());
        return nullptr;
    }
    void* const found = ::dlsym(library, symbol);
    if (!found) why = fmt::format("{} is not a module: it does not export {}", path.string(), symbol);
    return found;
}

bool is_module_built(const std::string& target) { return !module_path(target).empty(); }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
