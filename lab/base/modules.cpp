#include <lab/base/modules.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include <lab/base/errors.hpp>
#include <lab/base/load_module.hpp>

namespace strider::lab {
namespace {

/// The target of a module in the build, which is also the stem of its file.
std::string module_target(std::string_view name, std::string_view pattern) {
    std::string target = fmt::format("strider_{}_{}", name, pattern);
    std::replace(target.begin(), target.end(), '-', '_');
    return target;
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

const opened_device& open_device(std::string_view name, std::string_view pattern) {
    // Never destroyed, as the modules are never closed.
    static std::map<std::pair<std::string, std::string>, opened_device>& all =
        *new std::map<std::pair<std::string, std::string>, opened_device>;
    const std::pair key{std::string(name), std::string(pattern)};
    const auto known = all.find(key);
    return known != all.end() ? known->second : all.emplace(key, open(name, pattern)).first->second;
}

const opened_device& require_device(std::string_view name, std::string_view pattern,
                                    std::span<const std::string_view> taken) {
    const opened_device& opened = open_device(name, pattern);
    if (opened.device) return opened;
    std::string others;
    for (const std::string_view other : taken) {
        // Nothing is built for this line: what can be built works, but perhaps the GPU.
        const bool works =
            (std::getenv("STRIDER_BUILDER") != nullptr && other != "gpu") ||
            (is_module_built(module_target(other, pattern)) && open_device(other, pattern).device != nullptr);
        if (other != name && works) others += fmt::format("{}{}", others.empty() ? "" : ", ", other);
    }
    throw usage_error(
        fmt::format("no {} here ({}); devices that work here: {}", name, opened.why, others.empty() ? "none" : others));
}

std::vector<const ladders::rung*> rungs_of(const opened_device& from, std::string_view pattern) {
    std::vector<const ladders::rung*> rungs;
    for (const ladders::rung& entry : from.device->rungs()) {
        if (entry.pattern == pattern) rungs.push_back(&entry);
    }
    std::sort(rungs.begin(), rungs.end(),
              [](const ladders::rung* a, const ladders::rung* b) { return a->number < b->number; });
    return rungs;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
