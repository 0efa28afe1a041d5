#include <lab/base/options/options.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

#include <lab/base/errors.hpp>
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

void declare_report_as(command_line& options, output_options& into, const char* names, const char* unless = "") {
    into.is_given = options.speaks();
    options.add_choice("--format", "FORMAT", into.format, format_names(into),
                       "the report's format; json is an array of records, jsonl (JSON Lines) has one record per line");
    options.add(names, "FILE", into.report,
                std::string("write the report to this file; default: standard output") + unless);
    options.add_former("--out", "--report", into.report);
    options.writes([&into] { return named_path{into.report.empty() ? "" : "--report", into.report_path()}; });
}

}  // namespace

std::string output_options::report_path() const {
    if (!is_given) return std::string(nowhere);
    if (!report.empty()) return report;
    const bool taken = !results.path.empty() && is_standard_output(results.path);
    return std::string(taken ? nowhere : standard_stream);
}

void declare_report(command_line& options, output_options& into) {
    declare_report_as(options, into, "-o,--output,--report");
}

void declare_results(command_line& options, output_options& into, const std::string& what, bool required) {
    const std::string help = what + "; - for standard output";
    if (required) {
        options.require("-o,--output", "OUT", into.results.path, help);
    } else {
        options.add("-o,--output", "OUT", into.results.path, help);
    }
    options.add("--output-format", "ENDING", into.results.format,
                "the format of OUT, whatever its name: txt, raw, ...");
    options.writes([&into] { return named_path{"-o", into.results.path}; });
    declare_report_as(options, into, "--report", ", or no report if the results go there");
}

void declare_device(command_line& options, std::string& into, std::span<const std::string_view> devices,
                    const std::string& remark) {
    options.add_choice("--device", "DEVICE", into, devices, remark);
}

void declare_operator(command_line& options, std::string& into) {
    options.add_choice("--operator", "OPERATOR", into, ladders::operation_names);
}

const output_format& format_of(const output_options& given) {
    const bool is_left_out = given.is_given && given.report_path() == nowhere && given.report.empty();
    if (is_left_out && !given.format.empty()) {
        throw usage_error(
            "--format is for the report, but the results replace it on standard output; give --report FILE as well");
    }
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
