// strider list [PATTERN]: the ladders, or the rungs of one with their ideas.
#include <fmt/format.h>

#include <memory>

#include <lab/base/errors.hpp>
#include <lab/base/modules.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/commands/commands.hpp>
#include <lab/records/patterns.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

struct list_options {
    std::string pattern;
    std::string device = "auto";
    output_options output;
};

record to_record(const ladders::rung& entry, const std::string& device) {
    record row = record_of("list");
    row["pattern"] = entry.pattern;
    row["rung"] = entry.number;
    row["name"] = entry.name;
    row["kind"] = ladders::name(entry.kind);
    row["device"] = device;
    const auto add = [&row](const char* field, const char* text) {
        if (text && *text) row[field] = text;
    };
    if (entry.follows != 0) row["follows"] = entry.follows;
    add("idea", entry.idea);
    add("hypothesis", entry.hypothesis);
    for (const ladders::expectation& claim : entry.expectations) {
        row["expectations"].push_back({{"counter", claim.counter}, {"way", ladders::name(claim.way)}});
    }
    add("source", entry.source);
    if (entry.block != 0) row["block"] = entry.block;
    return row;
}

std::vector<std::string> idea_lines(const record& row) {
    std::vector<std::string> lines;
    const auto add = [&](const char* before, const char* field) {
        if (const std::string text = text_at(row, field); !text.empty()) lines.push_back(before + text);
    };
    add("", "idea");
    add("claim: ", "hypothesis");
    add("source: ", "source");
    lines.emplace_back();
    return lines;
}

/// A parameter, as --set takes it.
std::string parameter_line(const ladders::parameter& choice) {
    std::string values;
    if (choice.words.empty()) values = fmt::format("{} to {}, usually {}", choice.least, choice.most, choice.usual);
    for (std::size_t i = 0; i < choice.words.size(); ++i) {
        values += fmt::format("{}{}", i == 0 ? "" : ", ", choice.words[i]);
    }
    return fmt::format("--set {}: {} ({})", choice.name, choice.meaning, values);
}

/// The devices to list a pattern of. The GPU and the emulator run the same rungs: `auto` lists them once, as the first
/// that is there.
std::vector<const opened_device*> choose_devices(const std::string& wanted, std::string_view pattern) {
    if (wanted != "auto") return {&require_device(wanted, pattern)};
    std::vector<const opened_device*> chosen;
    const auto add = [&](std::string_view name) {
        const opened_device& device = open_device(name, pattern);
        if (device.device) chosen.push_back(&device);
        return device.device != nullptr;
    };
    if (!add("gpu")) add("emulator");
    add("cpu");
    if (chosen.empty()) return {&require_device("emulator", pattern)};
    return chosen;
}

/// Each pattern, and what it computes.
section patterns_section() {
    section part;
    for (const ladders::pattern* shown : all_patterns) {
        record row = record_of("list");
        row["pattern"] = shown->name;
        row["meaning"] = shown->meaning;
        part.records.push_back(std::move(row));
    }
    part.columns = {text_column("ladder", "pattern"), text_column("", "meaning")};
    part.notes.emplace_back("`list PATTERN` shows the rungs of a ladder, with their ideas.");
    return part;
}

section to_section(const ladders::pattern& shown, const opened_device& on) {
    section part;
    part.title = fmt::format("{}, {}", shown.name, on.name == "cpu" ? "C++ on the CPU" : "CUDA kernels");
    for (const ladders::rung* entry : rungs_of(on, shown.name)) part.records.push_back(to_record(*entry, on.name));
    part.columns = rung_columns();
    part.columns.push_back({"", "kind", side::left, [](const record& row) {
                                const std::string kind = text_at(row, "kind");
                                return kind == "rung" ? std::string() : kind;
                            }});
    part.details = idea_lines;
    for (const ladders::parameter& choice : shown.parameters) part.lead.push_back(parameter_line(choice));
    return part;
}

int run(const list_options& options) {
    const output_format& format = format_of(options.output);
    destination out(options.output.report_path());
    report sections;
    if (options.pattern.empty()) {
        sections.push_back(patterns_section());
    } else {
        const ladders::pattern& shown = pattern_named(options.pattern);
        for (const opened_device* on : choose_devices(options.device, shown.name))
            sections.push_back(to_section(shown, *on));
    }
    deliver(sections, format, out);
    return exit_success;
}

}  // namespace

action declare_list(command_line& options) {
    const auto values = std::make_shared<list_options>();
    options.add_choice("pattern", "PATTERN", values->pattern, pattern_names(), "default: a line on each");
    declare_device(options, values->device, device_names);
    declare_report(options, values->output);
    options.example("reduce", "the ideas of a ladder");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
