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
    const auto found = in.find(field);
    return found == in.end() ? std::nullopt : std::optional(found->get<double>());
}

/// {"boundary": "wrap", "mask": 5} as boundary=wrap and mask=5.
std::vector<std::string> read_settings(const record& in) {
    std::vector<std::string> settings;
    const auto found = in.find("parameters");
    if (found == in.end()) return settings;
    for (const auto& [name, value] : found->items()) {
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
    if (const auto found = in.find("elements"); found != in.end()) row.elements = found->get<std::uint64_t>();
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
    exhibit one;
    one.name = file.stem().string();
    one.title = from.at("title");
    one.citation = from.at("citation");
    one.remark = from.value("remark", "");
    one.pattern = from.at("pattern");
    one.device_name = from.at("device_name");
    one.op = operation_named(from.value("operation", "sum"));
    one.type = type_named(from.at("type"));
    one.elements = from.at("elements");
    one.whole_program = from.value("whole_program", false);
    one.settings = read_settings(from);
    one.counter = from.value("counter", "");
    one.against = from.value("against", 0);
    one.tolerance = from.value("tolerance", 0.0);
    for (const record& row : from.at("rows")) one.rows.push_back(read_row(row, one.elements));
    return one;
} catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: not an exhibit ({})", file.string(), error.what()));
}

std::vector<exhibit> exhibits() {
    std::vector<exhibit> found;
    const std::filesystem::path ladders = data_path("ladders");
    if (ladders.empty()) return found;
    for (const auto& pattern : std::filesystem::directory_iterator(ladders)) {
        const std::filesystem::path published = pattern.path() / "published";
        if (!std::filesystem::is_directory(published)) continue;
        for (const auto& file : std::filesystem::directory_iterator(published)) {
            if (file.path().extension() == ".json") found.push_back(read_exhibit(file.path()));
        }
    }
    std::sort(found.begin(), found.end(), [](const exhibit& a, const exhibit& b) { return a.name < b.name; });
    return found;
}

}  // namespace strider::lab
