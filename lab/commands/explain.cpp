// strider explain PATTERN: step by step, what a rung changes, which counters that changed, and what limits the rung
// now.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/base/type_names.hpp>
#include <lab/bounds/limit.hpp>
#include <lab/bounds/occupancy.hpp>
#include <lab/bounds/rungs.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/claims.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/measure/times.hpp>
#include <lab/records/questions.hpp>
#include <lab/records/recorded.hpp>
#include <lab/records/sources.hpp>
#include <lab/report/columns.hpp>
#include <lab/report/words.hpp>
#include <ladders/harness/claims.hpp>

namespace strider::lab {
namespace {

struct explain_options {
    std::string pattern = "reduce";
    std::string device = "auto";
    std::string elements;
    input_files input;
    std::string type;
    std::vector<std::string> settings;
    std::string rungs;
    output_options output;
};

constexpr std::string_view explain_devices[] = {"gpu", "emulator"};
constexpr std::size_t most_lines = 5;

/// The counted records, by number of elements and rung: a rung is compared with the one before it on as many elements
/// as both take.
using counted_rungs = std::map<std::pair<std::uint64_t, int>, record>;

/// The problem that is asked for, of so many elements where --elements names no other number.
ladders::instance instance_of(const explain_options& options, const ladders::pattern& pattern,
                              std::uint64_t usual_elements) {
    ladders::instance asked =
        ladders::usual_instance(pattern, options.elements.empty() ? usual_elements : parse_size(options.elements));
    if (!options.type.empty()) asked.type = type_named(options.type);
    set_parameters(pattern, options.settings, asked);
    return asked;
}

/// What is asked for, on the emulator.
planned_ladder plan(const explain_options& options) {
    ladder_request request;
    request.pattern = &pattern_named(options.pattern);
    request.instance = instance_of(options, *request.pattern, request.pattern->counted_elements);
    request.input =
        open_input(options.input, *request.pattern, options.elements, options.type, options.settings, request.instance);
    request.instance = settle(*request.pattern, request.instance);
    request.observing.detailed = true;
    if (!options.rungs.empty()) request.rungs = parse_rungs(options.rungs);
    planned_ladder planned = plan_ladder(require_device("emulator", request.pattern->name), request);
    if (options.rungs.empty()) {  // others' rungs are no steps
        std::erase_if(planned.rungs, [](auto* one) { return one->kind == ladders::rung_kind::contender; });
    }
    return planned;
}

const ladders::rung* before(const planned_ladder& plan, const ladders::rung& entry) {
    for (const ladders::rung* candidate : rungs_of(*plan.on, plan.request.pattern->name)) {
        if (candidate->number == entry.follows && candidate->supports(plan.request.instance)) return candidate;
    }
    return nullptr;
}

std::uint64_t shared_elements(const planned_ladder& plan, const ladders::rung& entry, const ladders::rung* before) {
    const std::uint64_t most = std::min(plan.request.instance.elements, entry.most_elements);
    return before ? std::min(most, before->most_elements) : most;
}

counted_rungs count(const planned_ladder& plan, progress& said) {
    std::map<std::uint64_t, std::vector<const ladders::rung*>> wanted;
    for (const ladders::rung* entry : plan.rungs) {
        const ladders::rung* const follows = before(plan, *entry);
        std::vector<const ladders::rung*>& rungs = wanted[shared_elements(plan, *entry, follows)];
        for (const ladders::rung* candidate : {follows, entry}) {
            if (candidate && std::ranges::find(rungs, candidate) == rungs.end()) rungs.push_back(candidate);
        }
    }
    counted_rungs counted;
    for (const auto& [elements, rungs] : wanted) {
        planned_ladder part{plan.on, plan.request, rungs};
        part.request.instance.elements = elements;
        part.request.instance = plan.request.pattern->fitting(part.request.instance);
        for (const record& row : run_ladder(part, said))
            counted.emplace(std::pair(elements, row.value("rung", 0)), row);
    }
    return counted;
}

/// Times of the same rungs: taken now, on the GPU of this machine, or recorded on another.
recorded_ladder times(const explain_options& options, const planned_ladder& plan, progress& said) {
    const ladders::pattern& pattern = *plan.request.pattern;
    ladder_request request = plan.request;
    if (!request.input) request.instance = pattern.fitting(instance_of(options, pattern, pattern.usual_elements));
    if (options.device != "emulator") {
        const opened_device& gpu =
            options.device == "gpu" ? require_device("gpu", pattern.name) : open_device("gpu", pattern.name);
        if (gpu.device) return time_now(gpu, request, said);
    }
    if (request.input) return {};  // no recorded time is of these numbers
    if (options.elements.empty()) return recorded_times(request);
    return choose_recorded(recorded_results(), pattern, request.instance);
}

record timed_record(const record& timed) {
    record out{{"elements", timed["elements"]}, {"kernel_us", timed["time"]["kernel_us"]["median"]}};
    for (const char* field : {"bandwidth_gbps", "roof_gbps", "roof_fraction", "step_speedup", "cumulative_speedup"}) {
        if (timed.contains(field)) out[field] = timed[field];
    }
    return out;
}

/// The times of a record that has some.
const record* timed_rung(const recorded_ladder& times, int number) {
    const record* const match = times.rung(number);
    return match && match->contains("time") ? match : nullptr;
}

record explained(const planned_ladder& plan, const ladders::rung& entry, const counted_rungs& counted,
                 const recorded_ladder& times, const std::vector<record>& results) {
    const ladders::rung* const follows = before(plan, entry);
    const std::uint64_t elements = shared_elements(plan, entry, follows);
    const record& after = counted.at({elements, entry.number});
    const record* const timed = timed_rung(times, entry.number);
    const rung_source source = source_of(entry.pattern, entry.number);

    record row = record_of("explain");
    for (const char* field : {"pattern", "rung", "name", "kind"}) row[field] = after[field];
    if (entry.follows != 0) row["follows"] = entry.follows;
    for (const auto& [field, text] : {std::pair("fault", entry.fault), std::pair("change", entry.change)}) {
        if (*text) row[field] = text;
    }
    row["idea"] = entry.idea;
    row["hypothesis"] = entry.hypothesis;
    row["source"] = entry.source;
    if (!source.file.empty()) row["file"] = source.file;
    for (const char* field : {"elements", "type", "parameters", "verified", "input", "tolerance"})
        if (after.contains(field)) row[field] = after[field];
    if (follows) {
        if (entry.kind == ladders::rung_kind::rung)
            row["diff"] = differences(source_of(follows->pattern, follows->number), source);
        const observed_rung was{&counted.at({elements, follows->number}), timed_rung(times, follows->number)};
        const observed_rung is{&after, timed};
        row["claims"] = claims_record(entry, was, is);
        row["moved"] = moved_record(entry, was, is);
    }
    if (const double sectors = number_at(after, "counters/global_sectors"); sectors > 0) {
        row["minimum_bytes"] = after["minimum_bytes"];
        row["moved_bytes"] = count_or_ratio(sectors * 32);
        row["global_atomics"] = count_or_ratio(number_at(after, "counters/global_atomics"));
    }
    if (record occupied = occupancy_records(after); !occupied.empty()) row["occupancy"] = std::move(occupied);
    if (timed) row["timed"] = timed_record(*timed);
    if (record bound = bound_record(after, timed, results); !bound.empty()) {
        row["limit"] = limit_record(bound, after);
        row["bound"] = std::move(bound);
    }
    row["questions"] = record::array();
    for (const auto& [question, answer] : questions_about(entry.pattern, entry.number)) {
        row["questions"].push_back({{"question", question}, {"answer", answer}});
    }
    row["lines"] = worst_lines(after, source, most_lines);
    row["findings"] = after["findings"];
    row["fingerprint"] = after["fingerprint"];
    return row;
}

std::string in_words(std::string counter) {
    std::ranges::replace(counter, '_', ' ');
    return counter;
}

/// A counter in full where there is room for it, or the nanoseconds for an element.
std::string value_text(const record& row, const char* field) {
    const double value = number_at(row, field);
    if (text_at(row, "counter") == ladders::time_counter) return measured(value);
    return value < 1e8 ? counted(value) : compact(value);
}

section claims_section(const record& entry, std::uint64_t usual_elements) {
    section part;
    part.is_view = true;
    part.title = fmt::format("{} {}", entry.value("rung", 0), text_at(entry, "name"));
    if (entry.contains("follows")) part.title += fmt::format(", compared with rung {}", entry.value("follows", 0));
    const auto elements = entry.value("elements", usual_elements);
    if (elements != usual_elements) part.title += fmt::format(", on {} elements", format_size(elements));
    part.lead = {text_at(entry, "idea"), "claim: " + text_at(entry, "hypothesis"),
                 "source: " + text_at(entry, "source")};
    part.diff = entry.value("diff", std::vector<std::string>());
    for (const char* list : {"claims", "moved"}) {
        if (!entry.contains(list)) continue;
        for (const record& row : entry[list]) part.records.push_back(row);
    }
    part.columns = {
        {"", "counter", side::left,
         [](const record& row) {
             const std::string counter = text_at(row, "counter");
             return counter == ladders::time_counter ? "time for an element, ns" : in_words(counter);
         }},
        {"", "before", side::right, [](const record& row) { return value_text(row, "before"); }},
        {"", "after", side::right, [](const record& row) { return value_text(row, "after"); }},
        {"", "ratio", side::right,
         [](const record& row) {
             const double was = number_at(row, "before"), is = number_at(row, "after");
             return was == 0 ? std::string() : factor(is / was);
         }},
        {"", "claim", side::left, [](const record& row) { return text_at(row, "way"); }},
        {"", "verdict", side::left, [](const record& row) { return text_at(row, "verdict"); }},
    };
    for (const record& row : entry["questions"]) {
        part.notes.push_back(text_at(row, "question") + " " + text_at(row, "answer"));
    }
    if (entry.contains("limit")) part.notes.push_back(limit_line(entry["limit"]));
    if (entry.contains("occupancy")) {
        for (const record& kernel : entry["occupancy"]) {
            if (text_at(kernel, "kernel") != "fill")  // clears memory for the rung
                part.notes.push_back(occupancy_line(kernel));
        }
    }
    const double least = number_at(entry, "minimum_bytes"), moved = number_at(entry, "moved_bytes");
    if (least > 0 && moved > 0) {
        const double ratio = moved / least;
        const bool adds = number_at(entry, "global_atomics") > 0;  // whose sectors are counted apart
        std::string line = fmt::format("bytes: at least {} must move. {} sectors of all requests hold {}, ",
                                       counted(least), adds ? "Without atomics, the" : "The", counted(moved));
        if (std::abs(ratio - 1) < 0.0005)
            line += "as many";
        else if (ratio >= 2)
            line += measured(ratio) + " times as many";
        else
            line += percent(std::abs(ratio - 1)) + (ratio < 1 ? " less" : " more");
        part.notes.push_back(std::move(line));
    }
    return part;
}

section lines_section(const record& entry) {
    section part;
    part.is_view = true;
    if (entry["lines"].empty()) return part;
    part.lead = {"the lines that waste most, in " + text_at(entry, "file")};
    part.records = entry["lines"].get<std::vector<record>>();
    const auto count = [](const char* title, const char* field, const char* legend) {
        return column{"", title, side::right, [field](const record& row) { return compact(number_at(row, field)); },
                      0,  legend};
    };
    part.columns = {{"", "line", side::right, [](const record& row) { return counted(number_at(row, "line")); }},
                    count("wavefronts", "excess_wavefronts", "wavefronts: extra passes, from bank conflicts"),
                    count("sectors", "excess_sectors", "sectors: extra pieces of 32 bytes that memory moves"),
                    count("idle", "idle_steps", "idle: steps in which some lanes of a warp are idle"),
                    {"", "", side::left, [](const record& row) {
                         constexpr std::size_t most = 42;  // so that the table fits
                         const std::string text = text_at(row, "text");
                         return text.size() <= most ? text : text.substr(0, most - 3) + "...";
                     }}};
    return part;
}

/// How many of a rung's claims hold: "2 of 2".
std::string verdicts(const record& entry) {
    if (!entry.contains("claims")) return {};
    const auto& claims = entry["claims"];
    const auto holds = std::ranges::count_if(claims, [](auto& row) { return text_at(row, "verdict") == "confirmed"; });
    return fmt::format("{} of {}", holds, claims.size());
}

/// The ladder as a story: a rung a line, with what was wrong, what changed, and what that gained.
section story_section(const planned_ladder& plan, const recorded_ladder& times, std::vector<record> records) {
    const ladders::pattern& pattern = *plan.request.pattern;
    section part;
    const auto& input = plan.request.input;
    part.title = fmt::format("{}: {} elements{}, {}", pattern.name, format_size(plan.request.instance.elements),
                             input ? fmt::format(" of {}", input->name()) : "",
                             kind_of(pattern, input ? input->shown(plan.request.instance) : plan.request.instance));
    part.lead.emplace_back(pattern.meaning);
    std::string terms;
    for (const auto& [word, meaning, counts] : words)
        if (counts) terms += fmt::format("{}{}: {}", terms.empty() ? "" : "; ", word, meaning);
    part.lead.push_back(std::move(terms));
    part.records = std::move(records);
    std::map<int, std::uint64_t> elsewhere;  // rungs that were timed on another number of elements
    for (const record& row : times.rungs) {
        const auto elements = row.value("elements", times.elements);
        if (elements != times.elements && text_at(row, "kind") != "contender")
            elsewhere[row.value("rung", 0)] = elements;
    }
    part.columns = rung_columns();
    part.columns.back().spare = 2;
    part.columns.push_back(text_column("what was wrong", "fault"));
    part.columns.push_back(text_column("what changed", "change"));
    for (column& field : recorded_columns(times, pattern, false)) {
        if (field.title != "us" && field.title != "gain") continue;
        if (field.title == "gain")
            field.legend = "gain: speedup per element over the rung that it improves; =: too close to call";
        else
            field.text = [text = field.text, elsewhere](const record& row) {
                return (elsewhere.contains(row.value("rung", 0)) ? "*" : "") + text(row);
            };
        field.spare = 0;
        field.group.clear();
        part.columns.push_back(std::move(field));
    }
    part.columns.push_back(text_column("limited by", "limit/by", 1));
    part.columns.push_back({"", "claims", side::right, verdicts, 3, "claims: how many hold"});
    part.details = [](const record& row) { return row.value("findings", std::vector<std::string>()); };
    if (!times.rungs.empty()) {
        part.notes.push_back(fmt::format("counters and bytes: the emulator, {} elements; times: {}, {}, {} elements",
                                         format_size(plan.request.instance.elements), times.device_name, times.date,
                                         format_size(times.elements)));
        part.notes.emplace_back(
            "answers quote times from the ladder's page, which may be of more elements or of other parameters");
        for (const auto& [rung, elements] : elsewhere)
            part.notes.push_back(fmt::format("*: rung {} was timed on {} elements, the most that it takes", rung,
                                             format_size(elements)));
    }
    return part;
}

int run(const explain_options& options) {
    const output_format& format = format_of(options.output);
    const planned_ladder planned = plan(options);
    destination out(options.output.report_path());
    counted_rungs counted;
    recorded_ladder timed;
    {
        progress said;
        timed = times(options, planned, said);
        counted = count(planned, said);
    }
    std::vector<record> records;
    const std::vector<record> results = recorded_results();
    for (const ladders::rung* entry : planned.rungs) {
        records.push_back(explained(planned, *entry, counted, timed, results));
    }
    report sections = {story_section(planned, timed, records)};
    for (const record& row : records) {
        sections.push_back(claims_section(row, planned.request.instance.elements));
        sections.push_back(lines_section(row));
    }
    const bool right = all_right(records);
    deliver(sections, format, out);
    return right ? exit_success : exit_failure;
}

}  // namespace

action declare_explain(command_line& options) {
    const auto values = std::make_shared<explain_options>();
    options.add_choice("pattern", "PATTERN", values->pattern, pattern_names(), "default: reduce");
    options.add_choice("--device", "DEVICE", values->device, explain_devices,
                       "source of the times; auto: the GPU, or else times recorded on a GPU");
    options.add("--elements", "COUNT", values->elements,
                "1000000, 2^20, 2^20+1; default: what suits counting, and timing");
    declare_input(options, values->input);
    options.add_choice("--type", "TYPE", values->type, ladders::element_type_names, "each pattern takes some of them");
    options.add("--set", "NAME=VALUE", values->settings,
                "a parameter of the pattern (`strider list PATTERN` names them)");
    options.add("--rungs", "NUMBERS", values->rungs, "only these: 3, 1-7 or 1-7,90");
    declare_report(options, values->output);
    std::string footer =
        "The first table shows what was wrong, what changed, and the gain of each rung. Then each rung is "
        "compared with the rung that it improves: the idea, the diff, the claims and whether they hold, the other "
        "counters that moved, questions with answers, and what limits the rung. A counter that changes by less than 2% "
        "stays. The last table lists the lines that waste most. A refuted claim is not an error.";
    for (const auto& [word, meaning, counts] : words) footer += fmt::format("\n\n{}: {}", word, meaning);
    options.footer(footer);
    options.example("reduce --rungs 3 --elements 1e5", "what rung 3 changes, and what that moves");
    options.fails_where("a rung is wrong or has findings");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
