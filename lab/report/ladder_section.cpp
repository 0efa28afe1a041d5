#include <lab/report/ladder_section.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include <lab/base/numbers.hpp>
#include <lab/base/sizes.hpp>
#include <lab/bounds/occupancy.hpp>
#include <lab/bounds/rungs.hpp>
#include <lab/measure/verify.hpp>
#include <lab/records/recorded.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

const char* traffic_words(ladders::traffic mix) {
    switch (mix) {
        case ladders::traffic::read:
            return "reading";
        case ladders::traffic::write:
            return "writing";
        case ladders::traffic::copy:
            return "copying (reads and writes counted)";
        case ladders::traffic::triad:
            return "reading two arrays and writing one (all counted)";
    }
    throw std::logic_error("traffic_words: not a mix of reads and writes");
}

/// The library's speed divided by that of each contender.
std::vector<std::string> ratio_notes(const std::vector<record>& records) {
    std::vector<std::string> notes;
    for (const record& row : records) {
        if (text_at(row, "kind") != "library" || !row.contains("ratios")) continue;
        for (const record& ratio : row["ratios"]) {
            notes.push_back(fmt::format("{} is {} as fast as {} ({:.2f} to {:.2f}){}", text_at(row, "name"),
                                        factor(number_at(ratio, "ratio")), text_at(ratio, "name"),
                                        ratio["interval"][0].get<double>(), ratio["interval"][1].get<double>(),
                                        text_at(ratio, "verdict") == "same" ? ": no difference" : ""));
        }
    }
    return notes;
}

/// The tolerance of results from the caller's numbers, whose sums are not exact.
std::string tolerance_note(const record& row) {
    return fmt::format(
        "rounding depends on the order: a right result is within {:.2g} of the serial oracle's (sums: n u sum|x|, u = "
        "{}). Each rung was also verified on generated numbers",
        number_at(row, "tolerance"), text_at(row, "type") == "f64" ? "2^-52" : "2^-24");
}

/// The count of rungs that were entered twice and came out the same.
std::string self_test_note(const std::vector<record>& records) {
    const auto is_pair = [](const record& row) { return row.contains("step_verdict"); };
    const auto is_same = [](const record& row) { return text_at(row, "step_verdict") == "same"; };
    return fmt::format("self-test: {} of {} rungs that were entered twice came out the same",
                       std::ranges::count_if(records, is_same), std::ranges::count_if(records, is_pair));
}

/// Lines below the table.
std::vector<std::string> notes_of(const ladder_request& request, const std::vector<record>& records) {
    std::vector<std::string> notes;
    const auto with = [&records](const char* field) {
        return std::find_if(records.begin(), records.end(), [&](const record& row) { return row.contains(field); });
    };
    if (const auto refused = with("counters_refused"); refused != records.end()) {
        notes.push_back(text_at(*refused, "counters_refused"));
    }
    if (const auto timed = with("roof_gbps"); timed != records.end()) {
        notes.push_back(fmt::format("roof: {} at {} GB/s, measured on this device in this run",
                                    traffic_words(*request.pattern->roof), measured(number_at(*timed, "roof_gbps"))));
    }
    if (request.is_self_test) {
        notes.push_back(self_test_note(records));
    } else {
        for (std::string& line : ratio_notes(records)) notes.push_back(std::move(line));
    }
    if (const auto loose = with("tolerance"); loose != records.end()) notes.push_back(tolerance_note(*loose));
    for (const record& row : records) {
        const auto elements = row.value("elements", std::uint64_t{0});
        if (elements != request.instance.elements) {
            notes.push_back(fmt::format("rung {} ran on {} elements, the most that it takes", row.value("rung", 0),
                                        format_size(elements)));
        }
    }
    return notes;
}

/// The recorded times of the same rungs and their bounds, before the counters.
void add_recorded(section& part, const ladder_request& request, std::vector<record>& records) {
    if (request.instance.elements == 0) return;  // no recorded ladder is like it
    const std::vector<record> results = recorded_results();
    const recorded_ladder recorded =
        request.input ? recorded_ladder() : choose_recorded(results, *request.pattern, request.instance);
    add_bounds(records, recorded, results);
    for (column& field : recorded_columns(recorded, *request.pattern, request.observing.traced.has_value())) {
        part.columns.push_back(std::move(field));
    }
    if (recorded.rungs.empty()) return;
    part.notes.push_back(
        fmt::format("recorded: times of the same rungs on a GPU that is not here ({}, {}, {} elements)",
                    recorded.device_name, recorded.date, format_size(recorded.elements)));
}

}  // namespace

section ladder_section(const planned_ladder& plan, std::vector<record> records) {
    const ladders::pattern& pattern = *plan.request.pattern;
    const auto& input = plan.request.input;
    const ladders::instance instance = input ? input->shown(plan.request.instance) : plan.request.instance;
    section part;
    const std::string device_name = records.empty() ? plan.on->name : text_at(records.front(), "device_name");
    part.title = fmt::format("{}: {}{} {}{}{}, {}", pattern.name,
                             pattern.operations.empty() ? "" : fmt::format("{} of ", ladders::name(instance.op)),
                             format_size(instance.elements), ladders::name(instance.type),
                             input ? fmt::format(" of {}", input->name()) : "", unusual_parameters(pattern, instance),
                             device_name);
    part.columns = rung_columns();
    for (column& field : time_columns(pattern)) part.columns.push_back(std::move(field));
    part.notes = notes_of(plan.request, records);
    if (plan.on->name == "emulator") add_recorded(part, plan.request, records);
    if (plan.on->name == "gpu") add_bounds(records, {}, recorded_results());
    if (plan.on->name != "cpu") {
        for (column& field : bound_columns()) part.columns.push_back(std::move(field));
    }
    if (plan.request.own && plan.on->name == "emulator") {
        for (record& row : records) row["occupancy"] = occupancy_records(row);
        part.columns.push_back(occupancy_column());
    }
    const bool shows_all = plan.request.observing.traced || plan.request.observing.hardware;
    for (column& field : shows_all ? counter_columns() : shown_counter_columns(pattern))
        part.columns.push_back(std::move(field));
    part.columns.push_back(verified_column());
    part.warnings = measuring_errors(records);
    if (records.size() < entries(plan)) {
        part.warnings.push_back(
            fmt::format("interrupted: {} of {} rungs were finished", records.size(), entries(plan)));
    }
    part.details = [](const record& row) {
        std::vector<std::string> lines = row.value("findings", std::vector<std::string>());
        if (std::string wrong = wrong_line(row); !wrong.empty()) lines.insert(lines.begin(), std::move(wrong));
        return lines;
    };
    part.records = std::move(records);
    return part;
}

section program_section(const section& kernels, std::string crossover) {
    section part;
    part.is_view = true;
    part.title = "as whole programs";
    part.records = kernels.records;
    part.columns = rung_columns();
    for (column& field : program_columns()) part.columns.push_back(std::move(field));
    part.notes.emplace_back("one call each, with input and output in host memory: median of several runs");
    if (!crossover.empty()) part.notes.push_back(std::move(crossover));
    return part;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
