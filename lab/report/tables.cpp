#include <lab/report/tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <lab/base/numbers.hpp>
#include <lab/base/sizes.hpp>
#include <lab/records/exhibits.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

void append(std::vector<column>& to, std::vector<column> more) {
    std::move(more.begin(), more.end(), std::back_inserter(to));
}

}  // namespace

section times_table(const measured_ladder& ladder, const ladders::pattern& pattern) {
    section part;
    part.title = ladder.title();
    part.records = ladder.rungs;
    part.columns = rung_columns();
    part.columns.push_back({"", "elements", side::right, [](const record& row) {
                                if (!row.contains("ladder_elements")) return std::string();
                                return format_size(row.at("elements").get<std::uint64_t>());
                            }});
    append(part.columns, time_columns(pattern));
    std::erase_if(part.columns, [](const column& field) { return field.title == "roof"; });  // the chart's bars show it
    return part;
}

section counters_table(const measured_ladder& ladder) {
    section part;
    part.title = ladder.title();
    part.records = ladder.rungs;
    part.columns = rung_columns();
    append(part.columns, counter_columns());
    return part;
}

std::vector<section> sizes_tables(const reported_ladder& reported) {
    // By problem, then by size, then by rung.
    std::map<std::string, std::map<std::uint64_t, std::map<int, double>>> by_problem;
    std::map<int, std::string> names;
    for (const measured_ladder& ladder : reported.timed) {
        if (ladder.device_name != reported.timed.front().device_name) continue;
        const bool is_first = &ladder == &reported.timed.front();
        const auto best = std::ranges::max_element(ladder.rungs, {}, [](const record& row) {
            return row["kind"] == "rung" ? number_at(row, "elements_per_us") : 0;
        });
        for (const record& row : ladder.rungs) {
            if (row["kind"] != "rung" || (is_first && &row == &*best)) names[row["rung"]] = text_at(row, "name");
            const double rate = number_at(row, reported.pattern->roof ? "bandwidth_gbps" : "elements_per_us");
            by_problem[ladder.problem][ladder.elements][row["rung"]] = rate;
        }
    }
    std::vector<section> tables;
    for (const auto& [problem, sizes] : by_problem) {
        if (sizes.size() < 3) continue;
        section part;
        part.title = fmt::format("{}: {}", problem, reported.pattern->roof ? "GB/s" : "elements per microsecond");
        part.columns.push_back({"", "elements", side::right, [](const record& row) {
                                    return format_size(row.at("elements").get<std::uint64_t>());
                                }});
        for (const auto& [rung, name] : names) {
            part.columns.push_back(number_column("", name, fmt::format("rungs/{}", rung), measured));
        }
        for (const auto& [elements, rates] : sizes) {
            record row = {{"elements", elements}, {"rungs", record::object()}};
            for (const auto& [rung, rate] : rates) {
                if (names.contains(rung)) row["rungs"][std::to_string(rung)] = rate;
            }
            part.records.push_back(std::move(row));
        }
        tables.push_back(std::move(part));
    }
    return tables;
}

section programs_table(const reported_ladder& reported) {
    section part;
    part.title = "medians of several runs, milliseconds";
    part.records = reported.programs;
    part.columns = rung_columns();
    part.columns.push_back({"", "on", side::left, [](const record& row) { return text_at(row, "device_name"); }});
    part.columns.push_back({"", "elements", side::right,
                            [](const record& row) { return format_size(row.at("elements").get<std::uint64_t>()); }});
    append(part.columns, program_columns());
    return part;
}

namespace {

/// The cards that an exhibit was run on, in the order of the records; an empty name where there is none.
std::vector<std::string> cards_of(const exhibit& published, const std::vector<record>& runs) {
    std::vector<std::string> cards;
    for (const record& run : runs) {
        const std::string card = text_at(run, "device_name");
        const bool is_new = std::ranges::find(cards, card) == cards.end();
        if (run["exhibit"] == published.name && text_at(run, "device") == "gpu" && is_new) cards.push_back(card);
    }
    if (cards.empty()) cards.emplace_back();
    return cards;
}

/// A row of an exhibit; the record of the run on this card, or a processor, that stands beside it, where there is one.
record published_record(const exhibit& published, const published_row& row, const std::vector<record>& runs,
                        const std::string& card) {
    const auto is_same = [&](const record& run) {
        return run["exhibit"] == published.name && run["rung"] == row.rung &&
               text_at(run, "published/name") == row.name &&
               (text_at(run, "device") != "gpu" || text_at(run, "device_name") == card);
    };
    if (const auto run = std::ranges::find_if(runs, is_same); run != runs.end()) return *run;
    record alone = {{"rung", row.rung}, {"published", {{"name", row.name}}}};
    const auto add = [&alone](const char* field, const std::optional<double>& value, double scale = 1) {
        if (value) alone["published"][field] = *value * scale;
    };
    add("kernel_us", row.milliseconds, 1e3);
    add("bandwidth_gbps", row.gbps);
    add("cumulative_speedup", row.cumulative);
    add("value", row.value);
    return alone;
}

/// An exhibit, beside its run on a card.
section published_table(const exhibit& entry, const std::vector<record>& runs, const std::string& card) {
    section part;
    part.title = fmt::format("{} ({}), {} elements, {}{}", entry.title, entry.citation, format_size(entry.elements),
                             entry.device_name, card.empty() ? "" : "; " + short_device_name(card));
    for (const published_row& row : entry.rows) part.records.push_back(published_record(entry, row, runs, card));
    const std::string card_name = card.empty() ? "here" : short_device_name(card);
    part.columns = {{"", "#", side::right, [](const record& row) { return counted(number_at(row, "rung")); }},
                    {"", "as published", side::left, [](const record& row) { return text_at(row, "published/name"); }}};
    if (entry.counts()) {
        const std::string of =
            entry.against == 0 ? "" : fmt::format(" of rung {} divided by this rung's", entry.against);
        part.columns.push_back(number_column("", entry.counter + of, "published/value", as_printed));
    }
    for (const bool ours : {false, true}) {
        const std::string group = ours ? card_name : "published";
        const std::string from = ours ? "" : "published/";
        const auto format = ours ? measured : as_printed;
        append(part.columns, {number_column("", group + " ms", ours ? "time/kernel_us/median" : "published/kernel_us",
                                            format, 0, 1e-3),
                              number_column("", group + " GB/s", from + "bandwidth_gbps", format),
                              number_column("", group + " total", from + "cumulative_speedup", factor)});
    }
    if (!entry.remark.empty()) part.notes.push_back(entry.remark);
    return part;
}

}  // namespace

std::vector<section> published_tables(const reported_ladder& reported) {
    std::vector<section> tables;
    for (const exhibit& entry : exhibits()) {
        if (entry.pattern != reported.pattern->name) continue;
        for (const std::string& card : cards_of(entry, reported.published))
            tables.push_back(published_table(entry, reported.published, card));
    }
    return tables;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
