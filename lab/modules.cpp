#include <lab/modules.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <list>

#include <lab/errors.hpp>
#include <lab/location.hpp>

namespace strider::lab {
namespace {

/// The library of a device: "cpu" and "serial" are one.
std::string module_file(std::string_view name) {
    return fmt::format("libstrider_{}.so", name == "serial" ? "cpu" : name);
}

opened_device open(std::string_view name) {
    opened_device opened{std::string(name), nullptr, {}};
    const std::string file = module_file(name);
    std::string folders;
    for (const std::filesystem::path& folder : module_folders()) {
        folders += (folders.empty() ? "" : " or ") + folder.string();
        const std::filesystem::path path = folder / file;
        std::error_code unreadable;
        if (!std::filesystem::exists(path, unreadable)) continue;
        // Never closed: a module has threads and thread-local data that may outlive any point we could choose.
        void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            opened.why = fmt::format("its module cannot be loaded: {}", ::dlerror());
            return opened;
        }
        const auto entry =
            reinterpret_cast<ladders::open_device_function>(::dlsym(library, ladders::open_device_symbol));
        if (!entry) {
            opened.why = fmt::format("{} is no module: it exports no {}", path.string(), ladders::open_device_symbol);
            return opened;
        }
        opened.device = entry(opened.name.c_str(), opened.why);
        if (!opened.device && opened.why.empty()) opened.why = "its module gives no reason";
        return opened;
    }
    opened.why = fmt::format("its module, {}, was not built: there is none in {}", file, folders);
    return opened;
}

}  // namespace

const opened_device& open_device(std::string_view name) {
    // Never destroyed, as the modules are never closed.
    static std::list<opened_device>& all = *new std::list<opened_device>;
    for (const opened_device& known : all) {
        if (known.name == name) return known;
    }
    return all.emplace_back(open(name));
}

const opened_device& require_device(std::string_view name) {
    const opened_device& opened = open_device(name);
    if (opened.device) return opened;
    std::string others;
    for (const std::string_view other : device_names) {
        if (other != name && open_device(other).device)
            others += fmt::format("{}{}", others.empty() ? "" : ", ", other);
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
