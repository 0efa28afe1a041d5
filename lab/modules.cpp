#include <lab/modules.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <lab/errors.hpp>
#include <lab/location.hpp>

namespace strider::lab {
namespace {

/// The target of a module in the build, which is also the stem of its file: "cpu" and "serial" are one.
std::string module_target(std::string_view name, std::string_view pattern) {
    std::string target = fmt::format("strider_{}_{}", name == "serial" ? "cpu" : name, pattern);
    std::replace(target.begin(), target.end(), '-', '_');
    return target;
}

std::filesystem::path module_path(const std::string& target) {
    for (const std::filesystem::path& folder : module_folders()) {
        const std::filesystem::path path = folder / ("lib" + target + ".so");
        std::error_code unreadable;
        if (std::filesystem::exists(path, unreadable)) return path;
    }
    return {};
}

/// Brings a module up to date, where ./run says how.
bool build(const std::string& target) {
    if (std::getenv("STRIDER_BUILDER") == nullptr) return true;
    return std::system(("\"$STRIDER_BUILDER\" " + target + " 1>&2").c_str()) == 0;
}

opened_device open(std::string_view name, std::string_view pattern) {
    opened_device opened{std::string(name), nullptr, {}};
    const bool is_buildable = name != "gpu" || STRIDER_BUILDS_CUDA;
    const auto entry = reinterpret_cast<ladders::open_device_function>(
        load_module(module_target(name, pattern), ladders::open_device_symbol, is_buildable, opened.why));
    if (!entry) return opened;
    opened.device = entry(opened.name.c_str(), opened.why);
    if (!opened.device && opened.why.empty()) opened.why = "its module gives no reason";
    return opened;
}

}  // namespace

void* load_module(const std::string& target, const char* symbol, bool is_buildable, std::string& why) {
    if (is_buildable && !build(target)) {
        why = fmt::format("its module, {}, could not be built", target);
        return nullptr;
    }
    const std::filesystem::path path = module_path(target);
    if (path.empty()) {
        std::string folders;
        for (const std::filesystem::path& folder : module_folders()) {
            folders += (folders.empty() ? "" : " or ") + folder.string();
        }
        why = fmt::format("its module, lib{}.so, was not built: there is none in {}", target, folders);
        return nullptr;
    }
    // Never closed: a module has threads and thread-local data that may outlive any point we could choose.
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        why = fmt::format("its module cannot be loaded: {}", ::dlerror());
        return nullptr;
    }
    void* const found = ::dlsym(library, symbol);
    if (!found) why = fmt::format("{} is not a module: it exports no {}", path.string(), symbol);
    return found;
}

const opened_device& open_device(std::string_view name, std::string_view pattern) {
    // Never destroyed, as the modules are never closed.
    static std::map<std::pair<std::string, std::string>, opened_device>& all =
        *new std::map<std::pair<std::string, std::string>, opened_device>;
    const std::pair key{std::string(name), std::string(pattern)};
    const auto known = all.find(key);
    return known != all.end() ? known->second : all.emplace(key, open(name, pattern)).first->second;
}

bool is_built(std::string_view name, std::string_view pattern) {
    return !module_path(module_target(name, pattern)).empty();
}

const opened_device& require_device(std::string_view name, std::string_view pattern,
                                    std::span<const std::string_view> taken) {
    const opened_device& opened = open_device(name, pattern);
    if (opened.device) return opened;
    std::string others;
    for (const std::string_view other : taken) {
        // Nothing is built for this line: what can be built works, but perhaps the GPU.
        const bool works = (std::getenv("STRIDER_BUILDER") != nullptr && other != "gpu") ||
                           (is_built(other, pattern) && open_device(other, pattern).device != nullptr);
        if (other != name && works) others += fmt::format("{}{}", others.empty() ? "" : ", ", other);
    }
    throw usage_error(
        fmt::format("no {} here ({}); devices that work here: {}", name, opened.why, others.empty() ? "none" : others));
}

std::vector<const ladders::rung*> rungs_of(const opened_device& from, std::string_view pattern) {
    std::vector<const ladders::rung*> found;
    for (const ladders::rung& entry : from.device->rungs()) {
        if (entry.pattern == pattern) found.push_back(&entry);
    }
    std::sort(found.begin(), found.end(),
              [](const ladders::rung* a, const ladders::rung* b) { return a->number < b->number; });
    return found;
}

}  // namespace strider::lab
