#include <lab/fingerprint.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include <lab/commit.hpp>

namespace strider::lab {
namespace {

std::string& command_line() {
    static std::string words;
    return words;
}

}  // namespace

void remember_command(int count, const char* const* words) {
    std::string& line = command_line();
    line = "strider";
    for (int at = 1; at < count; ++at) line += fmt::format(" {}", words[at]);
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

record fingerprint(const ladders::device_facts& facts) {
    record all = record::object();
    all["device"] = facts.name;
    for (const auto& [name, value] : facts.details) all[name] = value;
    all["lab_compiler"] = __VERSION__;
    if (*built_from_commit) all["commit"] = built_from_commit;
    all["date"] = utc_now();
    all["command"] = command_line();
    return all;
}

}  // namespace strider::lab
