#include <lab/commands.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <lab/errors.hpp>
#include <lab/modules.hpp>
#include <lab/output/report.hpp>
#include <lab/suggest.hpp>

namespace strider::lab {
namespace {

constexpr command all[] = {
    {"ladder", "run a pattern's rungs: verify, then time or count each", declare_ladder},
    {"explain", "a pattern's rungs step by step: what each changes, and what limits it", declare_explain},
    {"list", "the rungs, with their ideas", declare_list},
    {"report", "a ladder as one HTML page: charts, sources line by line, pictures of accesses", declare_report_page},
    {"reproduce", "run a published table again, side by side", declare_reproduce},
    {"bench", "the library beside every contender, over types and sizes", declare_bench},
    {"compare", "two files of records: what became faster or slower", declare_compare},
    {"devices", "what was found on this machine, and its measured roofs", declare_devices},
    {"check", "a CUDA program of your own under the executor's checks", declare_check},
    {"reduce", "sum, mean, extremes of a file; or of its rows, columns or segments", declare_reduce, true},
    {"scan", "prefix sums of a file", declare_scan, true},
    {"compact", "the elements of a file for which an expression holds", declare_compact, true},
    {"histogram", "how often which values stand in a file or an image", declare_histogram, true},
    {"convolve", "an image or matrix under a mask", declare_convolve},
    {"transpose", "an image or matrix with its rows as columns", declare_transpose},
};

/// Those of findings are the last of all.
std::vector<std::string_view> format_names(const output_options& given) {
    std::vector<std::string_view> names;
    for (const output_format& format : output_formats)
        if (given.has_findings || !format.of_findings) names.push_back(format.name);
    return names;
}

}  // namespace

const std::span<const command> commands = all;

std::string output_options::report_path() const {
    if (!is_given) return std::string(nowhere);
    if (!report.empty()) return report;
    const bool taken = !results.path.empty() && is_standard_output(results.path);
    return std::string(taken ? nowhere : standard_stream);
}

namespace {

void declare_report_as(command_line& options, output_options& into, const char* names) {
    into.is_given = options.peers().is_first();
    options.add_choice("--format", "FORMAT", into.format, format_names(into),
                       "of the report; json is an array of records, jsonl (JSON Lines) has one a line");
    options.add(names, "FILE", into.report,
                "write the report to this file, not to standard output (where results go there, it is left out)");
    options.add_former("--out", "--report", into.report);
    options.writes([&into] { return named_path{into.report.empty() ? "" : "--report", into.report_path()}; });
}

}  // namespace

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
    options.add("--output-format", "ENDING", into.results.format, "txt, raw, ...: as if the name of OUT ended so");
    options.writes([&into] { return named_path{"-o", into.results.path}; });
    declare_report_as(options, into, "--report");
}

void declare_device(command_line& options, std::string& into, std::span<const std::string_view> devices,
                    const std::string& remark) {
    options.add_choice("--device", "DEVICE", into, devices, remark);
}

void declare_file_device(command_line& options, std::string& into) {
    declare_device(options, into, device_names, "auto is cpu");
}

reading file_options::how() const {
    reading found{{}, table};
    if (!type.empty()) found.raw_type = type_named(type);
    return found;
}

element_input file_options::open(byte_input input) const {
    element_input found = element_input::open(std::move(input), how());
    found.share_among(*peers);
    return found;
}

bool file_options::may_stream(const byte_input& input, std::string_view on_device) const {
    return !input.regular && peers->is_alone() && (on_device == "cpu" || on_device == "serial");
}

std::optional<element_stream> file_options::stream_of(byte_input& input, std::string_view on_device) const {
    if (!may_stream(input, on_device)) return std::nullopt;
    return with_name(input.name,
                     [&] { return is_table(input, how()) ? std::nullopt : element_stream::take(input, how()); });
}

void declare_raw_type(command_line& options, std::string& into) {
    options.add_choice("--type", "TYPE", into, ladders::element_type_names, "of the elements of raw binary");
}

void declare_table(command_line& options, table_options& into) {
    options.add_repeated("--column", "NAME|NUMBER", into.columns,
                         "of a table: its columns by name or number, from 1; a,b for two");
    options.add("--delimiter", "CHAR", into.delimiter,
                "between its cells: auto, or a character, or comma, semicolon, tab, pipe, space");
    options.add("--decimal", "CHAR", into.decimal, "what stands before the fraction of its numbers: . or ,");
    options.add("--header", "WHETHER", into.header, "whether its first row is a header: auto, yes, no");
    options.add("--na", "POLICY", into.na, "its cells that are empty, NA or NaN: error, skip, nan");
    options.add("--comment", "CHAR", into.comment,
                "what its comments begin with, or none; unless given, # above the first row alone");
}

void declare_reading(command_line& options, file_options& into) {
    declare_raw_type(options, into.type);
    declare_table(options, into.table);
    declare_file_device(options, into.device);
    into.peers = &options.peers();
}

void declare_file(command_line& options, file_options& into, const std::string& what) {
    options.require("file", "FILE", into.file, what);
    options.reads(into.file);
    declare_reading(options, into);
}

void declare_operator(command_line& options, std::string& into) {
    options.add_choice("--operator", "OPERATOR", into, ladders::operation_names);
}

library_on_device library_for(const std::string& device, std::string_view pattern) {
    const opened_device& on = require_device(device == "auto" ? "cpu" : device, pattern, device_names);
    return {on.name, on.device->library_of(pattern)};
}

const output_format& format_of(const output_options& given) {
    const bool is_left_out = given.is_given && given.report_path() == nowhere && given.report.empty();
    if (is_left_out && given.format != output_options().format) {
        throw usage_error(
            "--format is the report's, which is left out where results go to standard output; give --report as well");
    }
    const auto* const found = std::ranges::find(output_formats, given.format, &output_format::name);
    if (found == std::end(output_formats)) throw std::logic_error("format_of: not a format");
    return *found;
}

namespace {

/// The place of `name` in a list of names. Throws usage_error that lists them where it is not there.
std::size_t position_in(std::span<const std::string_view> names, std::string_view name, std::string_view what) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw usage_error(fmt::format("{} \"{}\" is not known; it is one of: {}{}", what, name, fmt::join(names, ", "),
                                  did_you_mean(name, names)));
}

}  // namespace

ladders::element_type type_named(const std::string& name) {
    return static_cast<ladders::element_type>(position_in(ladders::element_type_names, name, "type"));
}

ladders::operation operation_named(const std::string& name) {
    return static_cast<ladders::operation>(position_in(ladders::operation_names, name, "operator"));
}

}  // namespace strider::lab
