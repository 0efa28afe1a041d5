#include <lab/report/exhibit.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include <lab/base/numbers.hpp>
#include <lab/base/sizes.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/records/patterns.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

/// Time, bandwidth, speedups and whole-program time of one side, under its heading.
void add_side(std::vector<column>& columns, const exhibit& published, const std::string& group,
              const std::string& prefix) {
    const auto add = [&](const char* title, const std::string& path, std::string (*format)(double), double scale,
                         int spare) {
        columns.push_back(number_column(group, title, prefix + path, format, spare, scale));
    };
    const bool ours = prefix.empty();
    const auto figure = prefix == "published/" ? as_printed : measured;
    add("ms", ours ? "time/kernel_us/median" : "kernel_us", figure, 1e-3, 0);
    add("GB/s", "bandwidth_gbps", figure, 1, 0);
    if (ours) add("of roof", "roof_fraction", percent, 1, 2);
    add("gain", "step_speedup", factor, 1, 3);
    add("total", "cumulative_speedup", factor, 1, 0);
    add("whole", ours ? "time/whole_program_us/median" : "whole_program_us", figure, 1e-3,
        published.whole_program ? 0 : 1);
}

std::vector<column> row_columns() {
    return {
        {"", "#", side::right, [](const record& row) { return counted(number_at(row, "rung")); }},
        {"", "as published", side::left, [](const record& row) { return text_at(row, "published/name"); }},
    };
}

/// "exhibit: sum of 2^22 i32".
std::string title_of(const exhibit& published) {
    const bool has_operator = !pattern_named(published.pattern).operations.empty();
    return fmt::format(
        "{}: {}{} {}", published.name,
        has_operator ? fmt::format("{} of ", ladders::name(published.op)) : fmt::format("{}, ", published.pattern),
        format_size(published.elements), ladders::name(published.type));
}

std::vector<std::string> findings_of(const record& row) { return row.value("findings", std::vector<std::string>()); }

}  // namespace

section timed_exhibit(const exhibit& published, const std::vector<record>& rows, const recorded_ladder& recorded) {
    section part;
    part.title = title_of(published);
    part.lead.push_back(fmt::format("{} ({})", published.title, published.citation));
    part.columns = row_columns();
    add_side(part.columns, published, fmt::format("published: {}", published.device_name), "published/");
    if (!recorded.rungs.empty()) {
        add_side(part.columns, published,
                 fmt::format("recorded {}: {}, {}", recorded.date, short_device_name(recorded.device_name),
                             format_size(recorded.elements)),
                 "recorded/");
    }
    std::string card;
    for (const record& row : rows) {
        if (row.contains("time")) {
            card = short_device_name(text_at(row, "device_name"));
            break;
        }
    }
    add_side(part.columns, published, fmt::format("here: {}", card), "");
    part.columns.push_back(verified_column());
    part.records = rows;
    part.details = findings_of;
    if (!published.remark.empty()) part.notes.push_back(published.remark);
    if (!recorded.rungs.empty() && recorded.elements != published.elements) {
        part.notes.push_back(fmt::format("recorded at {} elements, not at {}", format_size(recorded.elements),
                                         format_size(published.elements)));
    }
    part.notes.push_back(
        "gain, total: against the row before, and the first; whole: allocate, copy in, run, copy out, free, in ms");
    part.warnings = measuring_errors(rows);
    return part;
}

section counted_rows(const std::vector<record>& rows) {
    section part;
    part.is_view = true;
    for (const record& row : rows) {
        if (row.contains("counters")) part.records.push_back(row);
    }
    if (part.records.empty()) return part;
    part.title = fmt::format("counted by the emulator, at {} elements",
                             format_size(part.records.front().value("elements", std::uint64_t{0})));
    part.columns = row_columns();
    for (column& field : counter_columns()) part.columns.push_back(std::move(field));
    return part;
}

section counted_exhibit(const exhibit& published, std::vector<record> rows) {
    section part;
    part.title = title_of(published);
    part.lead.push_back(fmt::format("{} ({})", published.title, published.citation));
    part.columns = row_columns();
    part.columns.push_back({"", "published", side::right,
                            [](const record& row) { return as_printed(number_at(row, "published/value")); }});
    part.columns.push_back(
        {"", "counted", side::right, [](const record& row) { return fmt::format("{:.6g}", number_at(row, "value")); }});
    part.columns.push_back(
        {"", "matches", side::right, [](const record& row) { return row.value("matches", false) ? "yes" : "NO"; }});
    part.columns.push_back(verified_column());
    part.details = findings_of;
    if (!published.remark.empty()) part.notes.push_back(published.remark);
    part.notes.push_back(
        published.against == 0
            ? fmt::format("counted: {}; within {} of what was published", published.counter, published.tolerance)
            : fmt::format("counted: {} of rung {} divided by the row's; within {} of what was "
                          "published",
                          published.counter, published.against, published.tolerance));
    part.records = std::move(rows);
    return part;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
