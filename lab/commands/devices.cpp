// strider devices: what was found on this machine, its measured roofs, and why a device cannot be used.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include <lab/base/errors.hpp>
#include <lab/base/modules.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/roofs.hpp>
#include <lab/records/fingerprint.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

struct devices_options {
    bool measure = false;
    output_options output;
};

/// Whose module is asked: every pattern's has the device.
constexpr std::string_view any_pattern = "reduce";

/// Far beyond any cache, and small enough for any machine that has a GPU.
constexpr std::size_t roof_bytes = std::size_t{1} << 29;

constexpr std::pair<ladders::traffic, const char*> mixes[] = {
    {ladders::traffic::read, "read"}, {ladders::traffic::write, "write"}, {ladders::traffic::copy, "copy"}};

/// Measured now and kept, or those that were kept. `warnings` says where they cannot be.
void add_roofs(const opened_device& device, bool measure, progress& said, record& row,
               std::vector<std::string>& warnings) {
    const record facts = {{"device", device.name}, {"device_name", row["device_name"]}, {"facts", row["facts"]}};
    std::optional<record> roofs;
    if (!measure) {
        roofs = kept_roofs(facts);
    } else {
        record gbps;
        for (const auto& [mix, name] : mixes) {
            said.say(fmt::format("{}: measuring the {} roof", device.name, name));
            if (const auto roof = device.device->roof(mix, roof_bytes)) gbps[name] = *roof;
        }
        if (gbps.is_null()) return;
        roofs = record{{"gbps", gbps}, {"date", utc_now()}};
        try {
            keep_roofs(facts, *roofs);
        } catch (const std::exception& failed) {
            warnings.push_back(failed.what());
        }
    }
    if (!roofs) return;
    row["roofs_gbps"] = (*roofs)["gbps"];
    row["roofs_date"] = (*roofs)["date"];
}

record to_record(const opened_device& device, bool measure, progress& said, std::vector<std::string>& warnings) {
    record row = record_of("devices");
    row["device"] = device.name;
    row["available"] = device.device != nullptr;
    if (!device.device) {
        row["why"] = device.why;
        return row;
    }
    const ladders::device_facts facts = device.device->facts();
    row["device_name"] = facts.name;
    row["facts"] = record::object();
    for (const auto& [name, value] : facts.details) row["facts"][name] = value;
    add_roofs(device, measure, said, row, warnings);
    return row;
}

std::vector<std::string> fact_lines(const record& row) {
    std::vector<std::string> lines;
    if (const std::string why = text_at(row, "why"); !why.empty()) lines.push_back(why);
    if (const record* facts = find(row, "facts")) {
        for (const auto& [name, value] : facts->items())
            lines.push_back(fmt::format("{}: {}", name, value.get<std::string>()));
    }
    return lines;
}

column roof_column(const char* name) {
    return number_column("roof, GB/s", name, std::string("roofs_gbps/") + name, measured);
}

int run(const devices_options& options) {
    const output_format& format = format_of(options.output);
    destination out(options.output.report_path());
    section part;
    {
        progress said;
        for (const char* name : {"gpu", "emulator", "cpu"})
            part.records.push_back(to_record(open_device(name, any_pattern), options.measure, said, part.warnings));
    }
    part.columns = {
        {"", "device", side::left, [](const record& row) { return text_at(row, "device"); }},
        {"", "found", side::left,
         [](const record& row) { return row.value("available", false) ? text_at(row, "device_name") : "none"; }},
        roof_column("read"),
        roof_column("write"),
        roof_column("copy"),
    };
    part.details = fact_lines;
    std::string date;
    for (const record& row : part.records) date = std::max(date, text_at(row, "roofs_date").substr(0, 10));
    part.notes.push_back(date.empty()
                             ? "--measure measures the roofs and keeps them"
                             : fmt::format("roof: the highest rate measured here for this traffic over {} bytes, reads "
                                           "and writes counted, on {}; --measure measures them again",
                                           grouped(roof_bytes), date));
    deliver({part}, format, out);
    return exit_success;
}

}  // namespace

action declare_devices(command_line& options) {
    const auto values = std::make_shared<devices_options>();
    options.add_flag("--measure", values->measure, "measure the roofs of memory, and keep them; takes some seconds");
    declare_report(options, values->output);
    options.footer(
        "Measured roofs are shown until the device changes. They are kept in "
        "$XDG_CACHE_HOME/strider/roofs.json, or ~/.cache; ladders measure their own.");
    options.example("--measure", "how fast this machine's memory is");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
