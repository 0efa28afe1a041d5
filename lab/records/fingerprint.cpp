#include <lab/records/fingerprint.hpp>

#include <ctime>
#include <utility>

#include <lab/records/source_commit.hpp>

namespace strider::lab {
namespace {

std::string command_as_given;

}  // namespace

void name_command(std::string line) { command_as_given = std::move(line); }

std::string utc_now() {
    char text[32];
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", ::gmtime_r(&now, &utc))};
}

record fingerprint(const ladders::device_facts& facts) {
    record print = record::object();
    print["device"] = facts.name;
    for (const auto& [name, value] : facts.details) print[name] = value;
    print["lab_compiler"] = __VERSION__;
    if (*built_from_commit) print["commit"] = built_from_commit;
    print["date"] = utc_now();
    print["command"] = command_as_given;
    return print;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
