// strider reproduce [EXHIBIT]: a published table, run again, side by side.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/base/suggest.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/measure/statistics.hpp>
#include <lab/records/exhibits.hpp>
#include <lab/records/patterns.hpp>
#include <lab/records/recorded.hpp>
#include <lab/report/exhibit.hpp>

namespace strider::lab {
namespace {

struct reproduce_options {
    std::string exhibit;
    std::string device = "auto";
    std::string elements;
    output_options output;
};

constexpr std::string_view reproduce_devices[] = {"gpu", "emulator"};

/// What one side of the table says of a row, by the names of records. Fields that are NaN are left out.
record side_of(double kernel_us, double gbps, const speedup& gain, double whole_program_us) {
    record side = record::object();
    const auto add = [&side](const char* name, double value) {
        if (!std::isnan(value)) side[name] = value;
    };
    add("kernel_us", kernel_us);
    add("bandwidth_gbps", gbps);
    add("step_speedup", gain.step);
    add("cumulative_speedup", gain.cumulative);
    add("whole_program_us", whole_program_us);
    return side;
}

/// Whether two rows are steps of one ladder: run on the same device, with the same parameters.
bool same_ladder(const published_row& a, const published_row& b) {
    return a.device == b.device && a.settings == b.settings;
}

/// The ladder that a row is a step of, as it is asked for on a device.
ladder_request ladder_of(const exhibit& published, const published_row& row, std::uint64_t elements) {
    ladder_request request;
    request.pattern = &pattern_named(published.pattern);
    request.instance = ladders::usual_instance(*request.pattern, elements);
    request.instance.type = published.type;
    request.instance.op = published.op;
    set_parameters(*request.pattern, published.settings, request.instance);
    set_parameters(*request.pattern, row.settings, request.instance);
    request.instance = settle(*request.pattern, request.instance);
    request.whole_program = published.whole_program;
    request.steps_in_order = true;
    return request;
}

/// The speedups of an exhibit's rows from their times: each step is against the row before it in its ladder.
std::vector<speedup> speedups_of(const exhibit& published, const std::vector<double>& times) {
    std::vector<speedup> gains(published.rows.size());
    for (std::size_t first = 0; first < published.rows.size(); ++first) {
        std::vector<std::size_t> places;
        std::vector<step_time> ladder;
        for (std::size_t i = 0; i < published.rows.size(); ++i) {
            const published_row& row = published.rows[i];
            if (!same_ladder(published.rows[first], row)) continue;
            const int before = ladder.empty() ? 0 : ladder.back().number;
            const bool on_gpu = row.device == "gpu";
            ladder.push_back({on_gpu ? row.rung : 0, on_gpu ? before : 0, on_gpu, times[i]});
            places.push_back(i);
        }
        if (places.front() != first) continue;  // this ladder has been seen
        const std::vector<speedup> gained = speedups(ladder);
        for (std::size_t i = 0; i < places.size(); ++i) gains[places[i]] = gained[i];
    }
    return gains;
}

/// The published column; the speedups that the source does not print are those of its times.
std::vector<record> published_sides(const exhibit& published) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto microseconds = [](const std::optional<double>& ms) { return ms ? *ms * 1e3 : none; };
    std::vector<double> times;
    for (const published_row& row : published.rows) times.push_back(microseconds(row.milliseconds));
    const std::vector<speedup> gains = speedups_of(published, times);
    std::vector<record> sides;
    for (std::size_t i = 0; i < published.rows.size(); ++i) {
        const published_row& row = published.rows[i];
        const speedup gain{row.step.value_or(gains[i].step), row.cumulative.value_or(gains[i].cumulative)};
        record side = side_of(times[i], row.gbps.value_or(none), gain, microseconds(row.whole_program_milliseconds));
        side["name"] = row.name;
        side["device_name"] = published.device_name;
        sides.push_back(std::move(side));
    }
    return sides;
}

/// The recorded column: of this exhibit where that was recorded, else of the same rungs in the ladder. `from` is where
/// the first of them is from.
std::vector<record> recorded_sides(const exhibit& published, recorded_ladder& from) {
    const std::vector<record> results = recorded_results();
    std::vector<recorded_ladder> ladders(published.rows.size());
    std::vector<const record*> same(published.rows.size(), nullptr);
    std::vector<double> times(published.rows.size(), std::nan("")), times_of_an_element = times;
    for (std::size_t i = 0; i < published.rows.size(); ++i) {
        const published_row& row = published.rows[i];
        if (row.device != "gpu") continue;
        const ladder_request ladder = ladder_of(published, row, published.elements);
        ladders[i] = choose_recorded(results, *ladder.pattern, ladder.instance, published.name);
        if (ladders[i].rungs.empty()) ladders[i] = choose_recorded(results, *ladder.pattern, ladder.instance);
        same[i] = ladders[i].rung(row.rung);
        if (!same[i]) continue;
        times[i] = number_at(*same[i], "time/kernel_us/median");
        times_of_an_element[i] = times[i] / number_at(*same[i], "elements");
        if (from.rungs.empty()) from = ladders[i];
    }
    const std::vector<speedup> gains = speedups_of(published, times_of_an_element);
    std::vector<record> sides(published.rows.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (!same[i]) continue;
        sides[i] = side_of(times[i], number_at(*same[i], "bandwidth_gbps"), gains[i],
                           number_at(*same[i], "time/whole_program_us/median"));
        sides[i]["device_name"] = ladders[i].device_name;
        sides[i]["date"] = ladders[i].date;
        sides[i]["elements"] = ladders[i].elements;
    }
    return sides;
}

/// Runs the rows of one kind of device; into `ran`, at their places.
void run_rows(const exhibit& published, const std::string& kind, const opened_device& on, std::uint64_t elements,
              std::vector<record>& ran, progress& said) {
    for (std::size_t first = 0; first < published.rows.size(); ++first) {
        if (published.rows[first].device != kind || !ran[first].is_null()) continue;
        ladder_request request = ladder_of(published, published.rows[first], elements);
        for (const published_row& row : published.rows) {
            if (same_ladder(published.rows[first], row)) request.rungs.push_back({row.rung, row.rung});
        }
        for (const record& row : run_ladder(plan_ladder(on, request), said)) {
            for (std::size_t i = 0; i < published.rows.size(); ++i) {
                if (same_ladder(published.rows[first], published.rows[i]) && row["rung"] == published.rows[i].rung)
                    ran[i] = row;
            }
        }
    }
}

/// A ladder's record as a row of the exhibit.
record as_row(const record& ran, const exhibit& table, const record& published, const record& recorded) {
    record row = record_of("reproduce");
    row["exhibit"] = table.name;
    for (const auto& [name, value] : ran.items()) row[name] = value;
    row["published"] = published;
    if (!recorded.is_null()) row["recorded"] = recorded;
    return row;
}

int list_exhibits(const std::vector<exhibit>& known, const output_format& format, const output_options& output) {
    section part;
    for (const exhibit& entry : known) {
        part.records.push_back({{"schema", record_schema},
                                {"command", "reproduce"},
                                {"exhibit", entry.name},
                                {"pattern", entry.pattern},
                                {"title", entry.title},
                                {"citation", entry.citation},
                                {"device_name", entry.device_name},
                                {"elements", entry.elements},
                                {"type", ladders::name(entry.type)}});
    }
    part.title = "exhibits: published tables that `strider reproduce NAME` runs again";
    const auto text = [](const char* field) { return [field](const record& row) { return text_at(row, field); }; };
    part.columns = {
        {"", "name", side::left, text("exhibit")},
        {"", "pattern", side::left, text("pattern")},
        {"", "elements", side::right,
         [](const record& row) { return format_size(row.value("elements", std::uint64_t{0})); }},
        {"", "type", side::left, text("type")},
        {"", "published for", side::left, text("device_name")},
    };
    part.details = [](const record& row) {
        return std::vector<std::string>{text_at(row, "title") + " (" + text_at(row, "citation") + ")"};
    };
    destination out(output.report_path());
    deliver({part}, format, out);
    return exit_success;
}

const exhibit& exhibit_named(const std::vector<exhibit>& entries, const std::string& name) {
    std::vector<std::string_view> known;
    for (const exhibit& entry : entries) {
        if (entry.name == name) return entry;
        known.push_back(entry.name);
    }
    throw usage_error(fmt::format("there is no exhibit \"{}\"; the exhibits are: {}{}", name, fmt::join(known, ", "),
                                  did_you_mean(name, known)));
}

/// A row of an exhibit that counts, run on the emulator: its value beside the published one. `right` becomes false
/// where it is not near, or a rung not right.
record counted_row(const exhibit& table, const published_row& row, const opened_device& on, progress& said,
                   bool& right) {
    ladder_request request = ladder_of(table, row, row.elements.value_or(table.elements));
    request.rungs = {{row.rung, row.rung}};
    if (table.against != 0) request.rungs.push_back({table.against, table.against});
    const std::vector<record> ran = run_ladder(plan_ladder(on, request), said);
    const auto of_rung = [&](int number) {
        return std::ranges::find_if(ran, [&](const record& row) { return row["rung"] == number; });
    };
    const auto counter = [&](int number) { return number_at(*of_rung(number), "counters/" + table.counter); };
    const double value = table.against == 0 ? counter(row.rung) : counter(table.against) / counter(row.rung);
    const bool near = std::abs(value - *row.value) <= table.tolerance;
    right = right && near && all_right(ran);
    const record published = {{"name", row.name}, {"value", *row.value}};
    record entry = as_row(*of_rung(row.rung), table, published, record());
    entry["value"] = number(value);
    entry["matches"] = near;
    return entry;
}

int run_counted(const exhibit& shown, const reproduce_options& options, const output_format& format) {
    if (options.device == "gpu")
        throw usage_error(fmt::format("{} is counted, and only the emulator counts", shown.name));
    if (!options.elements.empty())
        throw usage_error(fmt::format("{} has a number of elements for each row", shown.name));
    const opened_device& on = require_device("emulator", shown.pattern);
    destination out(options.output.report_path());
    std::vector<record> rows;
    bool right = true;
    {
        progress said;
        for (const published_row& row : shown.rows) rows.push_back(counted_row(shown, row, on, said, right));
    }
    deliver({counted_exhibit(shown, std::move(rows))}, format, out);
    return right ? exit_success : exit_failure;
}

int run_timed(const exhibit& shown, const reproduce_options& options, const output_format& format) {
    const bool has_gpu = options.device == "auto" && open_device("gpu", shown.pattern).device != nullptr;
    const opened_device& on = require_device(options.device != "auto" ? options.device
                                             : has_gpu                ? "gpu"
                                                                      : "emulator",
                                             shown.pattern);
    std::uint64_t elements = shown.elements, cpu_elements = shown.elements;
    if (!on.device->times()) elements = std::min(elements, pattern_named(shown.pattern).counted_elements);
    if (!options.elements.empty()) elements = cpu_elements = parse_size(options.elements);

    destination out(options.output.report_path());
    std::vector<record> ran(shown.rows.size());
    {
        progress said;
        run_rows(shown, "gpu", on, elements, ran, said);
        if (const opened_device& cpu = open_device("cpu", shown.pattern); cpu.device) {
            run_rows(shown, "cpu", cpu, cpu_elements, ran, said);
        }
    }
    recorded_ladder recorded;
    std::vector<record> recorded_columns(shown.rows.size());
    if (on.name != "gpu") recorded_columns = recorded_sides(shown, recorded);
    const std::vector<record> published = published_sides(shown);
    std::vector<record> rows;
    for (std::size_t i = 0; i < shown.rows.size(); ++i) {
        if (!ran[i].is_null()) rows.push_back(as_row(ran[i], shown, published[i], recorded_columns[i]));
    }
    report sections = {timed_exhibit(shown, rows, recorded)};
    if (section counted = counted_rows(rows); !counted.records.empty()) sections.push_back(std::move(counted));
    deliver(sections, format, out);
    return all_right(rows) ? exit_success : exit_failure;
}

int run(const reproduce_options& options) {
    const output_format& format = format_of(options.output);
    const std::vector<exhibit> known = exhibits();
    if (options.exhibit.empty()) {
        if (options.device != "auto" || !options.elements.empty()) {
            throw usage_error("--device and --elements are for one exhibit; name it as well");
        }
        return list_exhibits(known, format, options.output);
    }
    const exhibit& shown = exhibit_named(known, options.exhibit);
    return shown.counts() ? run_counted(shown, options, format) : run_timed(shown, options, format);
}

}  // namespace

action declare_reproduce(command_line& options) {
    const auto values = std::make_shared<reproduce_options>();
    options.add("exhibit", "EXHIBIT", values->exhibit, "the exhibit; without one, they are listed");
    declare_device(options, values->device, reproduce_devices);
    options.add("--elements", "COUNT", values->elements, "another number of elements than the exhibit's");
    declare_report(options, values->output);
    options.example("harris-2007 --elements 1e5", "a published table, beside what is measured here");
    options.fails_where("a rung is wrong, or its counters differ from the published ones");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
