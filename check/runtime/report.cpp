#include "report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "check/base/run_options.hpp"

namespace strider::emulation::program {
namespace {

/// One launch; `times` says how often the same one came.
nlohmann::json to_json(const launch_counters& launch, unsigned times) {
    nlohmann::json counted = nlohmann::json::object();
    for (const auto& [name, member, how] : counter_fields)
        if (how == combination::sum && launch.seen.*member != 0) counted[std::string(name)] = launch.seen.*member;
    return {{"grid", launch.grid},
            {"block", launch.block},
            {"shared_bytes", launch.shared_bytes},
            {"times", times},
            {"counters", std::move(counted)}};
}

}  // namespace

nlohmann::json to_json(const finding& what) {
    nlohmann::json line = {{"finding", name(what.kind)},
                           {"kernel", what.kernel},
                           {"message", what.message},
                           {"fix", what.fix},
                           {"occurrences", what.occurrences}};
    if (what.note) line["note"] = true;
    if (what.follows) line["follows"] = true;
    if (what.where.line != 0) line["where"] = what.where;
    if (what.other.line != 0) line["other"] = what.other;
    if (!what.array.empty()) line["array"] = what.array;
    for (const auto& [where, other] : what.also)
        line["also"].push_back(other.line == 0 ? nlohmann::json{where} : nlohmann::json{where, other});
    return line;
}

nlohmann::json to_json(const std::string& kernel, const counters& counted, speed at) {
    nlohmann::json line = {{"kernel", kernel}, {"launches", counted.launches}, {"threads", counted.threads}};
    if (at == speed::count)
        line["counters"] = {{"threads_per_step", counted.threads_per_step()},
                            {"shared_wavefronts_per_request", counted.shared_wavefronts_per_request()},
                            {"shared_wavefronts", counted.shared_load_wavefronts + counted.shared_store_wavefronts},
                            {"global_sectors_per_request", counted.global_sectors_per_request()},
                            {"global_sectors", counted.global_load_sectors + counted.global_store_sectors},
                            {"global_bytes_requested", counted.global_load_bytes + counted.global_store_bytes},
                            {"barriers", counted.barriers},
                            {"longest_path", counted.longest_path},
                            {"atomics", counted.atomics},
                            {"atomic_max_contention", counted.atomic_max_contention}};
    return line;
}

std::map<std::string, nlohmann::json> launches_of(const details& seen) {
    std::map<std::string, nlohmann::json> by_kernel;
    for (std::size_t first = 0, next; first < seen.launches.size(); first = next) {
        const launch_counters& launch = seen.launches[first];
        const auto same = [&launch](const launch_counters& other) {
            return other.kernel == launch.kernel && other.grid == launch.grid && other.block == launch.block &&
                   other.shared_bytes == launch.shared_bytes && other.seen == launch.seen;
        };
        for (next = first + 1; next < seen.launches.size() && same(seen.launches[next]);) ++next;
        by_kernel[launch.kernel].push_back(to_json(launch, static_cast<unsigned>(next - first)));
    }
    return by_kernel;
}

report_file::report_file(const std::string& path) {
    if (!path.empty()) file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

void report_file::add(nlohmann::json line) const {
    if (!exists()) return;
    line["process"] = getpid();
    const std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (write(file_, text.data(), text.size()) < 0) return;  // a full disk: the check itself will say what it lacks
}

void report_file::add(const char* event, const char* kernel) const {
    if (!exists()) return;
    char text[512];
    const int length = std::snprintf(text, sizeof(text), "{\"%s\":\"%s\",\"process\":%ld}\n", event, kernel,
                                     static_cast<long>(getpid()));
    if (length < static_cast<int>(sizeof(text)) && write(file_, text, length) < 0) return;
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
