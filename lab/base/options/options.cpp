#include <lab/base/options/options.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

#include <lab/base/output/report.hpp>
#include <ladders/harness/types.hpp>

namespace strider::lab {
namespace {

/// Those of findings are the last of all.
std::vector<std::string_view> format_names(const output_options& given) {
    std::vector<std::string_view> names;
    for (const output_format& format : output_formats)
        if ((given.has_findings || !format.of_findings) && (given.has_grades || !format.of_grades))
            names.push_back(format.name);
    return names;
}

}  // namespace

std::string output_options::report_path() const { return report.empty() ? std::string(standard_stream) : report; }

void declare_report(command_line& options, output_options& into) {
    options.add_choice("--format", "FORMAT", into.format, format_names(into),
                       "the report's format; json is an array of records, jsonl (JSON Lines) has one record per line");
    options.add("-o,--output,--report", "FILE", into.report, "write the report to this file; default: standard output");
    options.add_former("--out", "--report", into.report);
    options.writes([&into] { return named_path{into.report.empty() ? "" : "--report", into.report_path()}; });
}

void declare_device(command_line& options, std::string& into, std::span<const std::string_view> devices,
                    const std::string& remark) {
    options.add_choice("--device", "DEVICE", into, devices, remark);
}

void declare_operator(command_line& options, std::string& into) {
    options.add_choice("--operator", "OPERATOR", into, ladders::operation_names);
}

const output_format& format_of(const output_options& given) {
    std::string_view name = given.format;
    if (name.empty()) {
        const std::string ending = std::filesystem::path(given.report).extension();
        const std::vector<std::string_view> known = format_names(given);
        const auto found = std::ranges::find(known, ending == ".md" ? ".markdown" : ending,
                                             [](std::string_view format) { return "." + std::string(format); });
        name = found != known.end() ? *found : "table";
    }
    return *std::ranges::find(output_formats, name, &output_format::name);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
