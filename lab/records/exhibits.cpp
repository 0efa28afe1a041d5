#include <lab/records/exhibits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <lab/base/location.hpp>
#include <lab/base/record.hpp>
#include <lab/base/type_names.hpp>

namespace strider::lab {
namespace {

std::optional<double> optional_number(const record& in, const char* field) {
    const auto match = in.find(field);
    return match == in.end() ? std::nullopt : std::optional(match->get<double>());
}

/// {"boundary": "wrap", "mask": 5} as boundary=wrap and mask=5.
std::vector<std::string> read_settings(const record& in) {
    std::vector<std::string> settings;
    const auto match = in.find("parameters");
    if (match == in.end()) return settings;
    for (const auto& [name, value] : match->items()) {
        settings.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    }
    return settings;
}

published_row read_row(const record& in, std::uint64_t elements) {
    published_row row = {.name = in.at("name"),
                         .device = in.value("device", "gpu"),
                         .rung = in.at("rung"),
                         .settings = read_settings(in),
                         .elements = {},
                         .milliseconds = optional_number(in, "ms"),
                         .gbps = optional_number(in, "gbps"),
                         .step = optional_number(in, "step"),
                         .cumulative = optional_number(in, "cumulative"),
                         .whole_program_milliseconds = optional_number(in, "whole_program_ms"),
                         .value = optional_number(in, "value")};
    if (const auto match = in.find("elements"); match != in.end()) row.elements = match->get<std::uint64_t>();
    // Some publish the rate alone: the time that follows has no more digits than other times have.
    if (const auto rate = optional_number(in, "gelements_per_second")) {
        row.milliseconds = std::stod(fmt::format("{:.4g}", static_cast<double>(elements) / *rate * 1e-6));
    }
    return row;
}

}  // namespace

exhibit read_exhibit(const std::filesystem::path& file) try {
    std::ifstream in(file);
    const record from = record::parse(in);
    exhibit entry;
    entry.name = file.stem().string();
    entry.title = from.at("title");
    entry.citation = from.at("citation");
    entry.remark = from.value("remark", "");
    entry.pattern = from.at("pattern");
    entry.device_name = from.at("device_name");
    entry.op = operation_named(from.value("operation", "sum"));
    entry.type = type_named(from.at("type"));
    entry.elements = from.at("elements");
    entry.whole_program = from.value("whole_program", false);
    entry.settings = read_settings(from);
    entry.counter = from.value("counter", "");
    entry.against = from.value("against", 0);
    entry.tolerance = from.value("tolerance", 0.0);
    for (const record& row : from.at("rows")) entry.rows.push_back(read_row(row, entry.elements));
    return entry;
} catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: not an exhibit ({})", file.string(), error.what()));
}

std::vector<exhibit> exhibits() {
    std::vector<exhibit> entries;
    const std::filesystem::path ladders = data_path("ladders");
    if (ladders.empty()) return entries;
    for (const auto& pattern : std::filesystem::directory_iterator(ladders)) {
        const std::filesystem::path published = pattern.path() / "published";
        if (!std::filesystem::is_directory(published)) continue;
        for (const auto& file : std::filesystem::directory_iterator(published)) {
            if (file.path().extension() == ".json") entries.push_back(read_exhibit(file.path()));
        }
    }
    std::sort(entries.begin(), entries.end(), [](const exhibit& a, const exhibit& b) { return a.name < b.name; });
    return entries;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
