#include <lab/measure/roofs.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "check/check.hpp"

#include <lab/base/output/destination.hpp>

namespace strider::lab {
namespace {

/// By the text of the facts. A file that somebody has spoilt holds nothing.
record all_kept_roofs() {
    std::ifstream in(roofs_file());
    record all = record::parse(in, nullptr, false);
    return all.is_object() ? all : record::object();
}

}  // namespace

std::string roofs_file() {
    const std::filesystem::path cache = kernel_check::cache_folder();
    return cache.empty() ? std::string() : (cache / "roofs.json").string();
}

std::optional<record> kept_roofs(const record& facts) {
    const record all = all_kept_roofs();
    const auto match = all.find(facts.dump());
    if (match == all.end() || !match->contains("gbps")) return std::nullopt;
    return *match;
}

void keep_roofs(const record& facts, const record& roofs) {
    const std::filesystem::path file = roofs_file();
    if (file.empty()) throw std::runtime_error("the roofs are not kept: neither XDG_CACHE_HOME nor HOME is set");
    std::filesystem::create_directories(file.parent_path());
    record all = all_kept_roofs();
    all[facts.dump()] = roofs;
    destination(file.string(), "the roofs' file").write(all.dump() + "\n");
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
