#include <lab/measure/ladder.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/measure/speedups.hpp>
#include <lab/measure/verify.hpp>
#include <lab/measure/whole_program.hpp>
#include <lab/records/details.hpp>
#include <lab/records/fingerprint.hpp>

namespace strider::lab {
namespace {

using ladders::arguments;
using ladders::instance;
using ladders::problem;
using ladders::rung;

/// A rung with what has been learnt of it.
struct attempt : verified_rung {
    std::vector<double> cold, hot;  ///< kernel times in microseconds, a round each; NaN where discarded
    std::vector<program_samples> programs;
};

/// Times all rungs that are right, and looks at their results once more. Nothing is kept of a rung that an interruption
/// left with too few samples.
void time_kernels(ladders::device& on, std::vector<attempt>& attempts, bool cold, const sampling_options& options) {
    constexpr double share_of_hot = 0.25;  // hot times are a side remark
    std::vector<ladders::sampler> samplers;
    std::vector<attempt*> timed;
    for (attempt& trial : attempts) {
        if (!trial.right()) continue;
        prepare_to_time(trial);
        samplers.push_back(on.sampler_of(*trial.entry, trial.with, cold));
        timed.push_back(&trial);
    }
    auto samples = sample_in_rounds(samplers, options, options.seconds * (cold ? 1 - share_of_hot : share_of_hot));
    for (std::size_t i = 0; i < timed.size(); ++i) {
        if (samples[i].empty() && interruption::is_noted()) continue;  // it was not called: nothing is written
        verify_after_timing(*timed[i]);
        const std::size_t samples_kept = kept(samples[i]).size();
        if (samples_kept < fewest_samples(options)) {
            if (interruption::is_noted()) continue;
            timed[i]->findings.push_back(
                fmt::format("not-timed: {} of {} samples were taken below three quarters of the default clock",
                            samples[i].size() - samples_kept, samples[i].size()));
            continue;
        }
        (cold ? timed[i]->cold : timed[i]->hot) = std::move(samples[i]);
    }
}

/// The rows of the ladder with their times for an element, a round each.
std::vector<timed_row> rows_of(const std::vector<attempt>& attempts, const ladder_request& request) {
    std::vector<timed_row> rows;
    for (const attempt& trial : attempts) {
        const int before = rows.empty() ? 0 : rows.back().number;
        timed_row& row = rows.emplace_back();
        row.number = trial.entry->number;
        row.name = trial.entry->name;
        row.kind = trial.entry->kind;
        row.follows = request.steps_in_order ? before : trial.entry->follows;
        if (request.is_self_test) row.follows = before == row.number ? before : 0;
        if (!trial.right()) continue;
        const double elements = static_cast<double>(std::max<std::uint64_t>(trial.with.elements, 1));
        for (const double time : trial.cold) row.times.push_back(time / elements);
    }
    return rows;
}

/// The first fields of a rung's record: the rung, its device and its problem.
record identity_record(const attempt& trial, const planned_ladder& plan, const std::string& device_name) {
    const auto& [on, request, rungs] = plan;
    record out;
    out["schema"] = record_schema;
    out["pattern"] = trial.entry->pattern;
    out["rung"] = trial.entry->number;
    out["name"] = trial.entry->name;
    out["kind"] = ladders::name(trial.entry->kind);
    if (trial.entry->kind == ladders::rung_kind::own) out["file"] = request.own->file;
    out["device"] = on->name;
    out["device_name"] = device_name;
    out["elements"] = trial.with.elements;
    if (trial.with.elements != request.instance.elements) out["ladder_elements"] = request.instance.elements;
    out["type"] = ladders::name(trial.with.type);
    out["parameters"] = parameters_record(*request.pattern, trial.with);
    if (trial.entry->block != 0) out["parameters"]["block"] = trial.entry->block;
    if (request.input) request.input->describe(out, trial.placed->tolerance);
    out["minimum_bytes"] = trial.placed->data.minimum_bytes;
    return out;
}

void add_verdict(record& out, const attempt& trial) {
    out["verified"] = trial.right();
    if (trial.right())
        out["error"] = 0;
    else if (trial.error)
        out["error"] = number(*trial.error);
    if (trial.wrong) out["wrong"] = wrong_record(*trial.wrong);
}

void add_times(record& out, const attempt& trial, const record& gains, bool raw) {
    if (!trial.right() || trial.cold.empty()) return;
    out["time"]["kernel_us"] = time_record(trial.cold, raw);
    if (!trial.hot.empty()) out["time"]["hot_kernel_us"] = time_record(trial.hot, raw);
    const double microseconds = number_at(out, "time/kernel_us/median");
    const double gbps = static_cast<double>(trial.placed->data.minimum_bytes) / microseconds / 1e3;
    out["elements_per_us"] = static_cast<double>(trial.with.elements) / microseconds;
    out["bandwidth_gbps"] = gbps;
    if (trial.placed->roof) {
        out["roof_gbps"] = *trial.placed->roof;
        out["roof_fraction"] = gbps / *trial.placed->roof;
    }
    out.update(gains);
    for (const program_samples& programs : trial.programs) {
        out["time"][field_of(programs.mode)] = program_record(programs.times, raw);
    }
}

void add_counters(record& out, const attempt& trial) {
    if (trial.counters.empty()) return;
    out["counters"] = record::object();
    for (const auto& [name, value] : trial.counters) out["counters"][name] = count_or_ratio(value);
    if (!trial.issued) return;
    out["counters"]["instructions"] = count_or_ratio(std::round(trial.issued->instructions));
    out["counters"]["threads_per_instruction"] = trial.issued->threads_per_instruction;
    out["instructions_by"] = trial.issued->by;
}

/// Launches of one kernel share its lines, and so its instructions by their steps.
void add_launch_instructions(record& launch, const issued_instructions& issued) {
    const auto match = issued.kernels.find(text_at(launch, "kernel"));
    if (match == issued.kernels.end()) return;
    record& counters = launch["counters"];
    const issued_instructions::kernel& code = match->second;
    const record instructions = count_or_ratio(std::round(number_at(counters, "steps") * code.per_step));
    counters["instructions"] = launch["counts"]["instructions"] = instructions;
    counters["threads_per_instruction"] = code.threads_per_instruction;
    launch["instructions_by"] = code.is_exact ? "sass" : "estimated";
    if (code.registers == 0) return;
    launch["counts"]["registers"] = count_or_ratio(code.registers);
    launch["counts"]["static_shared_bytes"] = count_or_ratio(code.static_shared_bytes);
}

record to_record(const attempt& trial, const record& gains, const planned_ladder& plan, const std::string& device_name,
                 const record& print) {
    record out = identity_record(trial, plan, device_name);
    add_verdict(out, trial);
    add_times(out, trial, gains, plan.request.sampling.keeps_raw);
    add_counters(out, trial);
    if (trial.details) {
        add_details(out, *trial.details);
        for (record& launch : out["launches"]) add_launch_instructions(launch, *trial.issued);
    }
    if (!trial.refused.empty()) out["counters_refused"] = one_line(trial.refused);
    out["findings"] = trial.findings;
    out["fingerprint"] = print;
    return out;
}

std::string list_numbers(const std::vector<const rung*>& rungs) {
    std::string list;
    for (const rung* candidate : rungs) list += fmt::format("{}{}", list.empty() ? "" : ", ", candidate->number);
    return list;
}

bool is_own(const rung* candidate) { return candidate->kind == ladders::rung_kind::own; }

/// The rungs of a device, and behind them those of the user's file.
std::vector<const rung*> rungs_there(const opened_device& on, const ladder_request& request) {
    std::vector<const rung*> rungs = rungs_of(on, request.pattern->name);
    if (rungs.empty()) {
        throw usage_error(fmt::format("the {} device has no rungs of the {} ladder", on.name, request.pattern->name));
    }
    if (request.own) {
        for (const rung& candidate : request.own->rungs) rungs.push_back(&candidate);
    }
    return rungs;
}

/// Throws usage_error where a rung that is to be run cannot run the request's instance on this device.
void require_taken(const rung* candidate, const opened_device& on, const ladder_request& request) {
    if (candidate->supports(request.instance)) return;
    const std::string kind = kind_of(*request.pattern, request.instance);
    if (is_own(candidate)) {
        throw usage_error(
            fmt::format("{}: rung {} takes no {}; see its .supports", request.own->file, candidate->number, kind));
    }
    throw usage_error(fmt::format("rung {} takes no {} on {}; leave \"{}\" out of --rungs", candidate->number, kind,
                                  on.name, candidate->name));
}

/// The rungs that a request names. All of the user's file are run where it names none of them.
std::vector<const rung*> select_rungs(const opened_device& on, const ladder_request& request) {
    const std::vector<const rung*> rungs = rungs_there(on, request);
    std::vector<const rung*> chosen;
    if (request.rungs.empty()) {
        std::ranges::copy_if(rungs, std::back_inserter(chosen), [&](const rung* candidate) {
            return is_own(candidate) || candidate->supports(request.instance);
        });
    }
    for (const number_range& range : request.rungs) {
        bool is_there = false;
        for (const rung* candidate : rungs) {
            if (candidate->number < range.first || candidate->number > range.last) continue;
            is_there = true;
            if (std::find(chosen.begin(), chosen.end(), candidate) == chosen.end()) chosen.push_back(candidate);
        }
        if (!is_there) {
            const std::string asked = range.first == range.last ? fmt::format("{}", range.first)
                                                                : fmt::format("{}-{}", range.first, range.last);
            throw usage_error(fmt::format("no rung {} in the {} ladder of {}; there are: {}", asked,
                                          request.pattern->name, on.name, list_numbers(rungs)));
        }
    }
    if (std::ranges::none_of(chosen, is_own)) std::ranges::copy_if(rungs, std::back_inserter(chosen), is_own);
    for (const rung* candidate : chosen) require_taken(candidate, on, request);
    std::ranges::sort(chosen, {}, [&](const rung* candidate) {
        return std::pair(request.own ? candidate->kind : ladders::rung_kind::rung, candidate->number);
    });
    return chosen;
}

/// Where a rung is run: the emulator comes with each module, and the user's own has its own.
ladders::device& device_of(const planned_ladder& plan, const rung& entry) {
    return entry.kind == ladders::rung_kind::own ? *plan.request.own->device : *plan.on->device;
}

/// By the device and the number of elements.
using placed_problems = std::map<std::pair<ladders::device*, std::uint64_t>, placed_problem>;

/// The rungs, in their order; in a self-test each is there twice.
std::vector<const rung*> entries_of(const planned_ladder& plan) {
    std::vector<const rung*> entries;
    for (const rung* candidate : plan.rungs)
        entries.insert(entries.end(), plan.request.is_self_test ? 2 : 1, candidate);
    return entries;
}

/// A rung of the user's is verified with sizes that fit no block, too. What it does wrong there is a finding.
void verify_odd_sizes(attempt& trial, const planned_ladder& plan) {
    const ladders::pattern& pattern = *plan.request.pattern;
    std::uint64_t largest = (std::uint64_t{1} << 20) + 1;
    if (!plan.on->device->times()) largest = std::min(largest, 8 * pattern.counted_elements + 1);  // the emulator
    for (const std::uint64_t elements : {std::uint64_t{1}, std::uint64_t{31}, largest}) {
        instance odd = plan.request.instance;
        odd.elements = std::min(elements, trial.entry->most_elements);
        odd = pattern.fitting(odd);
        if (!trial.entry->supports(odd)) continue;
        placed_problem placed(trial.placed->on, pattern, odd);
        verified_rung checked = prepared(*trial.entry, placed);
        verify(checked);
        if (checked.right() && checked.findings.empty()) continue;
        const std::string why = !checked.findings.empty() ? checked.findings.front()
                                : checked.wrong           ? wrong_line(record{{"wrong", wrong_record(*checked.wrong)}})
                                                          : "the result is wrong";
        trial.rejected = true;
        trial.findings.push_back(fmt::format("odd-size: with {} elements: {}", format_size(odd.elements), why));
        return;
    }
}

std::vector<attempt> verify_all(const planned_ladder& plan, placed_problems& problems, progress& said) {
    const ladder_request& request = plan.request;
    const opened_device* const on = plan.on;
    std::vector<attempt> attempts;
    for (const rung* entry : entries_of(plan)) {
        if (interruption::is_noted()) break;
        instance smaller = request.instance;
        smaller.elements = std::min(smaller.elements, entry->most_elements);
        const instance setting = request.pattern->fitting(smaller);
        said.say(fmt::format("{} on {}: making the input of {}", request.pattern->name, on->name, entry->name));
        ladders::device& device = device_of(plan, *entry);
        placed_problem& placed =
            problems.try_emplace({&device, setting.elements}, device, *request.pattern, setting, request.input.get())
                .first->second;
        attempt& trial = attempts.emplace_back(attempt{prepared(*entry, placed), {}, {}, {}});
        said.say(fmt::format("{} on {}: verifying {} {}", request.pattern->name, on->name, entry->number, entry->name));
        verify(trial, request.observing);
        if (is_own(entry) && trial.right() && trial.findings.empty()) verify_odd_sizes(trial, plan);
    }
    return attempts;
}

void time_all(const planned_ladder& plan, placed_problems& problems, std::vector<attempt>& attempts, progress& said) {
    const ladder_request& request = plan.request;
    ladders::device& device = *plan.on->device;
    const std::string ladder = fmt::format("{} on {}", request.pattern->name, plan.on->name);
    said.say(ladder + ": measuring the roof");
    for (auto& [key, placed] : problems) {
        if (request.pattern->roof && placed.instance.elements != 0) {
            placed.roof = device.roof(*request.pattern->roof, placed.data.minimum_bytes);
        }
    }
    for (const bool cold : {true, false}) {
        said.say(fmt::format("{}: timing, {} caches", ladder, cold ? "cold" : "hot"));
        time_kernels(device, attempts, cold, request.sampling);
    }
    if (!request.whole_program) return;
    for (attempt& trial : attempts) {
        if (!trial.right() || interruption::is_noted()) continue;
        said.say(fmt::format("{}: whole program, {}", ladder, trial.entry->name));
        trial.programs = sample_programs(trial, request.sampling);
    }
}

/// Whether an interruption came too late to leave anything out.
bool is_finished(const attempt& trial, bool is_timed) {
    return !interruption::is_noted() || !is_timed || !trial.right() || !trial.cold.empty();
}

}  // namespace

planned_ladder plan_ladder(const opened_device& on, const ladder_request& request) {
    return {&on, request, select_rungs(on, request)};
}

std::vector<record> run_ladder(const planned_ladder& plan, progress& said) {
    placed_problems problems;
    const bool is_timed = plan.on->device->times();
    std::vector<attempt> attempts = verify_all(plan, problems, said);
    if (is_timed && !interruption::is_noted()) time_all(plan, problems, attempts, said);

    const ladders::device_facts facts = plan.on->device->facts();
    const record print = fingerprint(facts);
    std::vector<record> records;
    const std::vector<record> gains = speedup_records(rows_of(attempts, plan.request));
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        if (is_finished(attempts[i], is_timed))
            records.push_back(to_record(attempts[i], gains[i], plan, facts.name, print));
    }
    return records;
}

std::size_t entries(const planned_ladder& plan) { return entries_of(plan).size(); }

bool all_right(const std::vector<record>& records) {
    return std::all_of(records.begin(), records.end(), [](const record& row) {
        return row.value("verified", false) && (!row.contains("findings") || row["findings"].empty());
    });
}

std::vector<std::string> measuring_errors(const std::vector<record>& records) {
    std::vector<std::string> lines;
    for (const record& row : records) {
        const double fraction = number_at(row, "roof_fraction");
        if (!(fraction > 1)) continue;
        lines.push_back(fmt::format(
            "measuring error: rung {} reaches {} of the measured roof, which is impossible: measure both again",
            number_at(row, "rung"), percent(fraction)));
    }
    return lines;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
