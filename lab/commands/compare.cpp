// strider compare BEFORE AFTER: two files of records, row by row.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/sizes.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/statistics.hpp>
#include <lab/records/recorded.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

struct compare_options {
    std::string before, after;
    std::optional<double> threshold;
    output_options output;
};

/// What makes two records the same row.
constexpr const char* row_fields[] = {"pattern", "exhibit", "rung",     "name", "kind",       "gpus",
                                      "scaling", "device",  "elements", "type", "parameters", "input"};

/// The records of a file by row: several of one that was run several times. `order` has the rows as they come.
struct record_file {
    std::string path;
    std::map<std::string, std::vector<record>> rows;
    std::vector<std::string> order;
};

std::string shortened(const std::string& text) { return text.size() > 60 ? text.substr(0, 60) + " ..." : text; }

bool is_verified(const std::vector<record>& runs) {
    return std::ranges::all_of(runs, [](const record& row) {
        const record* const verified = find(row, "verified");
        return verified && *verified == true;
    });
}

record_file read(const std::string& path) try {
    record_file file{path, {}, {}};
    for (const record& entry : read_records(path)) {
        if (!entry.contains("pattern")) continue;  // of a command that measures nothing
        if (!entry.contains("elements") || !entry["elements"].is_number_unsigned()) {
            throw usage_error(fmt::format("{}: a record has no number of elements: {}", path, shortened(entry.dump())));
        }
        record row;
        for (const char* field : row_fields) {
            if (entry.contains(field)) row[field] = entry[field];
        }
        std::vector<record>& runs = file.rows[row.dump()];
        if (runs.empty()) file.order.push_back(row.dump());
        runs.push_back(entry);
    }
    if (file.rows.empty()) throw usage_error(fmt::format("{}: has no records of rungs to compare", path));
    return file;
} catch (const usage_error&) {
    throw;
} catch (const std::exception& why) {
    throw usage_error(one_line(why.what()));
}

/// The time of a row with its interval; nothing where it has none, or is wrong. What differs from run to run is no part
/// of a run's interval: of several runs it reaches over all of theirs.
std::optional<estimate> time_of(const std::vector<record>& runs) {
    std::vector<double> medians;
    estimate overall{0, std::numeric_limits<double>::infinity(), 0, runs.size()};
    for (const record& row : runs) {
        const record* const time = find(row, row.contains("gpus") ? "time/call_us" : "time/kernel_us");
        if (!time) return std::nullopt;
        medians.push_back(number_at(*time, "median"));
        const double low = number_at(*time, "low"), high = number_at(*time, "high");
        if (!(low > 0 && low <= medians.back() && medians.back() <= high)) return std::nullopt;
        overall.low = std::min(overall.low, low);
        overall.high = std::max(overall.high, high);
    }
    if (!is_verified(runs)) return std::nullopt;
    overall.median = median(medians);
    return overall;
}

/// The interval of the quotient of two medians, of theirs: on logarithms, the distances of the ends are joined as those
/// of independent errors are (MOVER: Zou and Donner 2008). The two runs had no rounds in common to resample.
comparison change_between(const estimate& before, const estimate& after) {
    const double ratio = after.median / before.median;
    const double up = std::hypot(std::log(after.high / after.median), std::log(before.median / before.low));
    const double down = std::hypot(std::log(after.median / after.low), std::log(before.high / before.median));
    return {ratio, ratio * std::exp(-down), ratio * std::exp(up), verdict::same};
}

/// "same" is said only where the change is surely below the threshold.
const char* verdict_of(const comparison& change, double threshold) {
    switch (lab::verdict_of(change.low, change.high)) {
        case verdict::faster:  // a time that rose
            return "slower";
        case verdict::slower:
            return "faster";
        case verdict::same:
            break;
    }
    return change.low > 1 / (1 + threshold) && change.high < 1 + threshold ? "same" : "unclear";
}

record row_of(const record& shown) {
    record row = record_of("compare");
    for (const char* field : row_fields) {
        if (shown.contains(field)) row[field] = shown[field];
    }
    return row;
}

/// A counter of a row, the median of its runs; NaN where one of them does not have it.
double counter_of(const std::vector<record>& runs, const std::string& name) {
    std::vector<double> values;
    for (const record& row : runs) values.push_back(number_at(row, "counters/" + name));
    return std::ranges::any_of(values, [](double value) { return std::isnan(value); }) ? std::nan("") : median(values);
}

/// How many times as much a counter says that there is to do: of lanes at work, fewer are more.
double growth_of(const std::string& counter, double before, double after) {
    return counter.starts_with("threads_per_") ? before / after : after / before;
}

/// The counters of a row that are not what they were, by their names, and what is said of them all: "worse" where one
/// grew beyond the threshold.
void compare_counters(record& row, const std::vector<record>& before, const std::vector<record>& after,
                      double threshold) {
    row["compared_by"] = "counters";
    record counters = before.back()["counters"];
    counters.update(after.back()["counters"]);
    double most = 1, least = 1;
    for (const auto& [name, value] : counters.items()) {
        const double was = counter_of(before, name), is = counter_of(after, name);
        if (was == is || (std::isnan(was) && std::isnan(is))) continue;
        record& change = row["counter_changes"][name];
        if (!std::isnan(was)) change["before"] = count_or_ratio(was);
        if (!std::isnan(is)) change["after"] = count_or_ratio(is);
        if (std::isnan(was) || std::isnan(is)) continue;
        change["change"] = number(is / was);
        const double growth = growth_of(name, was, is);
        if (growth > most) row["most_grown"] = name;
        most = std::max(most, growth);
        least = std::min(least, growth);
    }
    row["verdict"] = most > 1 + threshold ? "worse" : least < 1 / (1 + threshold) ? "better" : "same";
    row["is_regression"] = most > 1 + threshold;
}

record time_record(const estimate& time) {
    return {{"median", time.median}, {"low", time.low}, {"high", time.high}, {"runs", time.samples}};
}

/// One row that both files have.
record compared(const std::vector<record>& before, const std::vector<record>& after, double threshold) {
    record row = row_of(after.back());
    const auto was = time_of(before), is = time_of(after);
    if (was) row["before_us"] = time_record(*was);
    if (is) row["after_us"] = time_record(*is);
    const bool is_wrong = is_verified(before) && !is_verified(after);
    const auto counts = [](const record& row) { return row.contains("counters") && row["counters"].is_object(); };
    if (was && is) {
        const comparison change = change_between(*was, *is);
        row["change"] = change.ratio;
        row["change_interval"] = {change.low, change.high};
        row["verdict"] = verdict_of(change, threshold);
        row["is_regression"] = row["verdict"] == "slower" && change.ratio > 1 + threshold;
    } else if (is_verified(before) && is_verified(after) && counts(before.back()) && counts(after.back())) {
        compare_counters(row, before, after, threshold);
    } else {
        row["verdict"] = is_wrong ? "wrong" : "no time";
        row["is_regression"] = is_wrong;
    }
    return row;
}

/// What the records of a file hold under this path, each once.
std::string all_of(const record_file& file, const char* path) {
    std::set<std::string> texts;
    for (const auto& [key, runs] : file.rows) {
        for (const record& row : runs) {
            if (std::string text = text_at(row, path); !text.empty()) texts.insert(std::move(text));
        }
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// Where the records come from, and where that differs.
void say_origins(section& part, const record_file& before, const record_file& after) {
    for (const record_file* file : {&before, &after}) {
        const std::string commits = all_of(*file, "fingerprint/commit");
        part.notes.push_back(fmt::format("{}: {}, commit {}", file->path, all_of(*file, "device_name"),
                                         commits.empty() ? "unknown" : commits));
    }
    const std::string was = all_of(before, "device_name"), is = all_of(after, "device_name");
    if (was != is) part.warnings.push_back(fmt::format("the records are of different devices: {} and {}", was, is));
}

std::string percent_text(double ratio) { return fmt::format("{:+.1f}", (ratio - 1) * 100); }

std::string change_text(const record& row) {
    if (row.contains("most_grown")) return text_at(row, "most_grown");
    if (!row.contains("change")) return {};
    return fmt::format("{}% ({} to {})", percent_text(number_at(row, "change")),
                       percent_text(row["change_interval"][0].get<double>()),
                       percent_text(row["change_interval"][1].get<double>()));
}

std::string counter_text(const record& change, const char* side) {
    if (!change.contains(side)) return "not counted";
    const record& value = change[side];
    return value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump();
}

/// A line for each counter that changed: "barriers: 8, now 24 (+200.0%)".
std::vector<std::string> counter_lines(const record& row) {
    std::vector<std::string> lines;
    if (!row.contains("counter_changes")) return lines;
    for (const auto& [name, change] : row["counter_changes"].items()) {
        const double ratio = number_at(change, "change");
        lines.push_back(fmt::format("{}: {}, now {}{}", name, counter_text(change, "before"),
                                    counter_text(change, "after"),
                                    std::isfinite(ratio) ? fmt::format(" ({}%)", percent_text(ratio)) : ""));
    }
    return lines;
}

std::vector<column> compare_columns() {
    std::vector<column> columns = rung_columns();
    columns.insert(columns.begin(), text_column("pattern", "pattern", 1));  // names of rungs say it mostly
    columns.push_back(text_column("device", "device", 3));
    columns.push_back({"", "elements", side::right,
                       [](const record& row) { return format_size(row.value("elements", std::uint64_t{0})); }});
    columns.push_back(text_column("type", "type", 2));
    columns.push_back(number_column("", "before us", "before_us/median", measured, 4));  // the change says it
    columns.push_back(number_column("", "after us", "after_us/median", measured));
    columns.push_back({"", "change", side::right, change_text});
    columns.push_back(text_column("", "verdict"));
    return columns;
}

std::vector<record> compare_rows(const record_file& before, const record_file& after, double threshold) {
    std::vector<record> rows;
    for (const std::string& key : before.order) {
        const auto other = after.rows.find(key);
        if (other != after.rows.end()) {
            rows.push_back(compared(before.rows.at(key), other->second, threshold));
        } else {
            rows.push_back(row_of(before.rows.at(key).back()));
            rows.back()["verdict"] = fmt::format("only in {}", before.path);
        }
    }
    for (const std::string& key : after.order) {
        if (before.rows.contains(key)) continue;
        rows.push_back(row_of(after.rows.at(key).back()));
        rows.back()["verdict"] = fmt::format("only in {}", after.path);
    }
    return rows;
}

int run(const compare_options& options) {
    const output_format& format = format_of(options.output);
    const double threshold = options.threshold.value_or(5);
    if (!(threshold > 0 && std::isfinite(threshold))) {
        throw usage_error(fmt::format("--threshold {}: it takes a percentage above 0", threshold));
    }
    const record_file before = read(options.before), after = read(options.after);
    section part;
    part.records = compare_rows(before, after, threshold / 100);
    part.columns = compare_columns();
    const auto count = [&](auto is) { return std::ranges::count_if(part.records, is); };
    const auto with_verdict = [&](const char* letter) {
        return count([&](const record& row) { return row["verdict"] == letter; });
    };
    std::string counts;
    for (const char* letter : {"faster", "slower", "same", "unclear", "better", "worse"}) {
        const auto rows = with_verdict(letter);
        const bool is_of_counters = letter == std::string_view("better") || letter == std::string_view("worse");
        if (rows == 0 && is_of_counters) continue;
        counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", rows, letter);
    }
    part.title = fmt::format("{} against {}: {}", options.after, options.before, counts);
    const auto regressions = count([](const record& row) { return row.value("is_regression", false); });
    const auto worse = with_verdict("worse"), slower = regressions - worse;
    if (slower != 0) {
        part.warnings.push_back(fmt::format("{} {} slower by more than {}%, or wrong", slower,
                                            slower == 1 ? "row is" : "rows are", threshold));
    }
    if (worse != 0) {
        part.warnings.push_back(fmt::format("{} {} a counter that grew by more than {}%", worse,
                                            worse == 1 ? "row has" : "rows have", threshold));
    }
    part.details = counter_lines;
    part.notes.emplace_back(
        "change: of the median, with its interval; unclear: the interval includes both 0% and a change above the "
        "threshold");
    if (std::ranges::any_of(part.records, [](const record& row) { return row.contains("compared_by"); })) {
        part.notes.emplace_back(
            "Rows without times are compared by their counters; change names the counter that grew most. For "
            "threads_per_step and threads_per_instruction, less is worse.");
    }
    say_origins(part, before, after);
    destination out(options.output.report_path());
    deliver({part}, format, out);
    return regressions == 0 ? exit_success : exit_failure;
}

}  // namespace

action declare_compare(command_line& options) {
    const auto values = std::make_shared<compare_options>();
    options.require("before", "BEFORE", values->before, "a file of records, as --format jsonl or json writes them");
    options.require("after", "AFTER", values->after,
                    "a file of records of the same rungs; both files may hold several runs");
    options.reads(values->before);
    options.reads(values->after);
    options.add("--threshold", "PERCENT", values->threshold,
                "exit with status 1 if a time (without times: a counter) grew by more, or a rung is wrong; default: 5");
    declare_report(options, values->output);
    options.example("before.jsonl after.jsonl --threshold 10", "what became slower by more than 10%");
    options.fails_where("a time, or without times a counter, grew by more than the threshold, or a rung is wrong");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
