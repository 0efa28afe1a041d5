#include <lab/commands/first_screen.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/measure/times.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

constexpr unsigned widest = 80;

/// A rung that was timed, with what it changes. Of its name the part before a comma is enough beside that.
record row_of(const ladders::rung& entry, const record& timed, const record* followed, int number_before) {
    record row = {{"rung", entry.number}};
    for (const char* field : {"time", "elements_per_us", "roof_fraction"}) {
        if (timed.contains(field)) row[field] = timed[field];
    }
    const std::string name = entry.name;
    row["name"] = name.substr(0, name.find(','));
    const bool follows_another = entry.follows != 0 && entry.follows != number_before;
    row["change"] = follows_another ? fmt::format("from {}: {}", entry.follows, entry.change) : entry.change;
    const double rate = number_at(timed, "elements_per_us");
    if (followed && rate < number_at(*followed, "elements_per_us")) row["change"] = text_at(row, "change") + ", slower";
    return row;
}

std::vector<record> rows_of(const std::vector<const ladders::rung*>& rungs, const recorded_ladder& times) {
    std::vector<record> rows;
    for (const ladders::rung* entry : rungs) {
        const record* const timed = times.rung(entry->number);
        if (!timed || !timed->contains("time") || entry->kind == ladders::rung_kind::contender) continue;
        rows.push_back(
            row_of(*entry, *timed, times.rung(entry->follows), rows.empty() ? 0 : rows.back().value("rung", 0)));
    }
    return rows;
}

section times_section(const std::vector<const ladders::rung*>& rungs, const recorded_ladder& times,
                      const ladders::pattern& pattern) {
    section part;
    part.records = rows_of(rungs, times);
    if (part.records.empty()) return part;
    const auto speedup = [first = number_at(part.records.front(), "elements_per_us")](const record& row) {
        return fmt::format("{:.1f}x", number_at(row, "elements_per_us") / first);
    };
    part.title = fmt::format(
        "{} CUDA kernels, rungs of a ladder, add up {} integers {}. Each changes one thing in the rung above, or in "
        "the rung that \"from\" names. The last is {} as fast as the first.",
        part.records.size(), format_size(times.elements),
        times.date == "now" ? fmt::format("on the {} here", times.device_name)
                            : fmt::format("on an {} (recorded; no GPU is used here)", times.device_name),
        speedup(part.records.back()));
    part.columns = rung_columns();
    part.columns.push_back({"", "us", side::right, [](const record& row) {
                                return fmt::format("{:.0f}", number_at(row, "time/kernel_us/median"));
                            }});
    part.columns.push_back({"", "speedup", side::right, speedup});
    std::vector<column> timing = time_columns(pattern);
    const auto bar = std::ranges::find(timing, "roof", &column::title);
    bar->title = "bandwidth";
    bar->spare = 0;
    part.columns.push_back(std::move(*bar));
    part.columns.push_back(text_column("what changed", "change"));
    part.notes.emplace_back("us: microseconds. speedup: over rung 1. bandwidth: share of memory's top speed.");
    return part;
}

/// What rungs 1, 3 and 4 teach, each in a counter that shows it.
constexpr const char* lessons[][2] = {
    {"divergent_branches", "branches that split a warp: some of its threads wait"},
    {"threads_per_step", "threads at work in an average step, of a warp's 32"},
    {"shared_wavefronts_per_request", "passes a shared memory access takes; 1: no conflict"},
};

section counted_section(const std::vector<record>& counted) {
    section part;
    part.title = "Counted just now on this CPU: rung 1 splits warps, rung 3 has bank conflicts.";
    part.columns = {text_column("", "what")};
    for (const auto& [counter, words] : lessons) {
        record row = {{"what", words}};
        for (const record& entry : counted) {
            row[entry.at("rung").dump()] = number_at(entry, std::string("counters/") + counter);
        }
        part.records.push_back(std::move(row));
    }
    for (const record& entry : counted) {
        const std::string number = entry.at("rung").dump();
        part.columns.push_back({"", "rung " + number, side::right,
                                [number](const record& row) { return measured(number_at(row, number)); }});
    }
    return part;
}

section next_section() {
    const bool in_clone = std::getenv("STRIDER_BUILDER") != nullptr;
    const std::string program = in_clone ? "./run" : "strider";
    section part;
    part.records = {
        {{"command", program + " explain reduce --rungs 1-3"}, {"what", "why each is faster, line by line"}},
        {{"command", program + " check " + (in_clone ? "examples/check/race.cu" : "FILE.cu")},
         {"what", "find races in a CUDA program"}},
        {{"command", program + " ladder scan"}, {"what", "the same for prefix sums"}}};
    part.columns = {text_column("", "command"), text_column("", "what")};
    return part;
}

}  // namespace

int show_first_screen() {
    ladder_request request;
    request.pattern = &pattern_named("reduce");
    request.instance =
        settle(*request.pattern, ladders::usual_instance(*request.pattern, request.pattern->usual_elements));
    destination out{std::string(standard_stream)};
    const opened_device& gpu = open_device("gpu", request.pattern->name);
    const opened_device& on = gpu.device ? gpu : require_device("emulator", request.pattern->name);
    const opened_device& emulator = open_device("emulator", request.pattern->name);
    recorded_ladder times;
    std::vector<record> counted;
    {
        progress said;
        times = gpu.device ? time_now(gpu, request, said) : recorded_times(request);
        if (emulator.device) {
            request.instance =
                settle(*request.pattern, ladders::usual_instance(*request.pattern, request.pattern->counted_elements));
            request.rungs = parse_rungs("1,3-4");
            counted = run_ladder(plan_ladder(emulator, request), said);
        }
    }
    report screen = {times_section(rungs_of(on, request.pattern->name), times, *request.pattern)};
    if (!counted.empty()) screen.push_back(counted_section(counted));
    const bool is_right = all_right(counted) && (!gpu.device || all_right(times.rungs));
    if (!is_right) screen.back().warnings.emplace_back("A rung is wrong; `ladder reduce` says which.");
    screen.push_back(next_section());
    style how = out.table_style();
    how.width = std::min(how.width, widest);
    out.write(write_table(screen, how));
    return is_right ? exit_success : exit_failure;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
