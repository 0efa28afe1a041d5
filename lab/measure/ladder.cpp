#include <lab/measure/ladder.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>

#include <lab/errors.hpp>
#include <lab/fingerprint.hpp>
#include <lab/interruption.hpp>
#include <lab/measure/device_memory.hpp>
#include <lab/measure/speedups.hpp>
#include <lab/measure/whole_program.hpp>
#include <lab/output/numbers.hpp>
#include <lab/records/details.hpp>

namespace strider::lab {
namespace {

using ladders::arguments;
using ladders::instance;
using ladders::problem;
using ladders::rung;

/// The inputs are the same in every run, so that two runs can be compared.
constexpr std::uint64_t seed = 20071120;

/// A problem with its inputs on the device, and the roof for its traffic. Shared by the rungs that run it.
struct placed_problem {
    instance of;
    problem data;
    device_memory input, side_input;
    std::optional<double> roof;

    placed_problem(ladders::device& on, const ladders::pattern& pattern, const instance& which)
        : of(which),
          data(pattern.make(which, seed)),
          input(on, data.input.size()),
          side_input(on, data.side_input.size()) {
        on.copy_in(input.get(), data.input.data(), data.input.size());
        on.copy_in(side_input.get(), data.side_input.data(), data.side_input.size());
    }
};

/// A rung with memory of its own and what has been learnt of it.
struct attempt {
    const rung* entry;
    const placed_problem* placed;
    arguments with;
    std::unique_ptr<device_memory> output, scratch;
    std::optional<double> error;  ///< of the result; nothing where the rung could not be run
    std::vector<std::pair<std::string, double>> counters;
    std::vector<std::string> findings;
    std::optional<simt::details> details;
    std::vector<double> cold, hot;  ///< kernel times in microseconds, a round each; NaN where discarded
    std::vector<program_samples> programs;
    std::string refused;  ///< why there are no counters

    bool right() const { return error && *error == 0; }
};

double error_of(ladders::device& on, const attempt& one) {
    const problem& of = one.placed->data;
    std::vector<std::byte> result(of.expected.size());
    on.copy_out(result.data(), one.with.output, result.size());
    return of.error(result);
}

/// Runs the rung once, counted where the device can count, and compares its result.
void verify(ladders::device& on, attempt& one, const ladders::observing_options& how) {
    const problem& of = one.placed->data;
    try {
        one.output = std::make_unique<device_memory>(on, of.expected.size());
        one.with.output = one.output->get();
        one.scratch = std::make_unique<device_memory>(on, one.entry->scratch_bytes(one.with));
        one.with.scratch = one.scratch->get();
        const std::vector<std::byte> poison = poison_for(of);
        on.copy_in(one.with.output, poison.data(), poison.size());
        if (auto seen = on.observe(*one.entry, one.with, how)) {
            one.counters = std::move(seen->counters);
            one.findings = std::move(seen->findings);
            one.details = std::move(seen->details);
            one.refused = std::move(seen->refused);
        } else {
            on.run(*one.entry, one.with);
        }
        one.error = error_of(on, one);
    } catch (const std::exception& failure) {
        one.findings.push_back(one_line(fmt::format("run-failed: {}", failure.what())));
    }
}

/// Times all rungs that are right, and looks at their results once more. Nothing is kept of a rung that an interruption
/// left with too few samples.
void time_kernels(ladders::device& on, std::vector<attempt>& attempts, bool cold, const sampling_options& how) {
    constexpr double share_of_hot = 0.25;  // hot times are a side remark
    std::vector<ladders::sampler> samplers;
    std::vector<attempt*> timed;
    for (attempt& one : attempts) {
        if (!one.right()) continue;
        samplers.push_back(on.sampler_of(*one.entry, one.with, cold));
        timed.push_back(&one);
    }
    auto samples = sample_in_rounds(samplers, how, how.seconds * (cold ? 1 - share_of_hot : share_of_hot));
    for (std::size_t at = 0; at < timed.size(); ++at) {
        timed[at]->error = error_of(on, *timed[at]);
        const std::size_t samples_kept = kept(samples[at]).size();
        if (samples_kept < fewest_samples(how)) {
            if (interruption::is_noted()) continue;
            timed[at]->findings.push_back(
                fmt::format("not-timed: {} of {} samples were taken below three quarters of the default clock",
                            samples[at].size() - samples_kept, samples[at].size()));
            continue;
        }
        (cold ? timed[at]->cold : timed[at]->hot) = std::move(samples[at]);
    }
}

/// The rows of the ladder with their times for an element, a round each.
std::vector<timed_row> rows_of(const std::vector<attempt>& attempts, const ladder_request& request) {
    std::vector<timed_row> rows;
    for (const attempt& one : attempts) {
        const int before = rows.empty() ? 0 : rows.back().number;
        timed_row& row = rows.emplace_back();
        row.number = one.entry->number;
        row.name = one.entry->name;
        row.kind = one.entry->kind;
        row.follows = request.steps_in_order ? before : one.entry->follows;
        if (request.is_self_test) row.follows = before == row.number ? before : 0;
        if (!one.right()) continue;
        const double elements = static_cast<double>(std::max<std::uint64_t>(one.with.elements, 1));
        for (const double time : one.cold) row.times.push_back(time / elements);
    }
    return rows;
}

record to_record(const attempt& one, const record& gains, const planned_ladder& plan,
                 const ladders::device_facts& facts, const record& print) {
    const auto& [on, request, rungs] = plan;
    record out;
    out["schema"] = record_schema;
    out["pattern"] = one.entry->pattern;
    out["rung"] = one.entry->number;
    out["name"] = one.entry->name;
    out["kind"] = ladders::name(one.entry->kind);
    out["device"] = on->name;
    out["device_name"] = facts.name;
    out["elements"] = one.with.elements;
    if (one.with.elements != request.instance.elements) out["ladder_elements"] = request.instance.elements;
    out["type"] = ladders::name(one.with.type);
    out["parameters"] = parameters_record(*request.of, one.with);
    if (one.entry->block != 0) out["parameters"]["block"] = one.entry->block;
    out["verified"] = one.right();
    if (one.right())
        out["error"] = 0;
    else if (one.error)
        out["error"] = number(*one.error);
    if (one.right() && !one.cold.empty()) {
        const bool raw = request.sampling.keeps_raw;
        out["time"]["kernel_us"] = time_record(one.cold, raw);
        if (!one.hot.empty()) out["time"]["hot_kernel_us"] = time_record(one.hot, raw);
        const double microseconds = number_at(out, "time/kernel_us/median");
        const double gbps = static_cast<double>(one.placed->data.minimum_bytes) / microseconds / 1e3;
        out["elements_per_us"] = static_cast<double>(one.with.elements) / microseconds;
        out["bandwidth_gbps"] = gbps;
        if (one.placed->roof) {
            out["roof_gbps"] = *one.placed->roof;
            out["roof_fraction"] = gbps / *one.placed->roof;
        }
        out.update(gains);
        for (const program_samples& programs : one.programs) {
            out["time"][field_of(programs.how)] = program_record(programs.times, raw);
        }
    }
    if (!one.counters.empty()) {
        out["counters"] = record::object();
        for (const auto& [name, value] : one.counters) out["counters"][name] = count_or_ratio(value);
    }
    if (!one.refused.empty()) out["counters_refused"] = one_line(one.refused);
    if (one.details) add_details(out, *one.details);
    out["findings"] = one.findings;
    out["fingerprint"] = print;
    return out;
}

std::string list_numbers(const std::vector<const rung*>& rungs) {
    std::string list;
    for (const rung* one : rungs) list += fmt::format("{}{}", list.empty() ? "" : ", ", one->number);
    return list;
}

/// The rungs that a request names.
std::vector<const rung*> select_rungs(const opened_device& on, const ladder_request& request) {
    const std::vector<const rung*> all = rungs_of(on, request.of->name);
    if (all.empty()) {
        throw usage_error(fmt::format("the {} device has no rungs of the {} ladder", on.name, request.of->name));
    }
    const auto takes = [&](const rung* one) { return one->supports(request.instance); };
    std::vector<const rung*> chosen;
    if (request.rungs.empty()) {
        std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), takes);
        return chosen;
    }
    for (const number_range& range : request.rungs) {
        bool found = false;
        for (const rung* one : all) {
            if (one->number < range.first || one->number > range.last) continue;
            found = true;
            if (!takes(one)) {
                throw usage_error(fmt::format("rung {} takes no {}; leave it out of --rungs", one->number,
                                              kind_of(*request.of, request.instance)));
            }
            if (std::find(chosen.begin(), chosen.end(), one) == chosen.end()) chosen.push_back(one);
        }
        if (!found) {
            const std::string asked = range.first == range.last ? fmt::format("{}", range.first)
                                                                : fmt::format("{}-{}", range.first, range.last);
            throw usage_error(fmt::format("no rung {} in the {} ladder of {}; there are: {}", asked, request.of->name,
                                          on.name, list_numbers(all)));
        }
    }
    std::sort(chosen.begin(), chosen.end(), [](const rung* a, const rung* b) { return a->number < b->number; });
    return chosen;
}

/// By the number of elements.
using placed_problems = std::map<std::uint64_t, placed_problem>;

/// The rungs, in their order; in a self-test each is there twice.
std::vector<const rung*> entries_of(const planned_ladder& plan) {
    std::vector<const rung*> entries;
    for (const rung* one : plan.rungs) entries.insert(entries.end(), plan.request.is_self_test ? 2 : 1, one);
    return entries;
}

std::vector<attempt> verify_all(const planned_ladder& plan, placed_problems& problems, progress& said) {
    const ladder_request& request = plan.request;
    const opened_device* const on = plan.on;
    ladders::device& device = *on->device;
    std::vector<attempt> attempts;
    for (const rung* entry : entries_of(plan)) {
        if (interruption::is_noted()) break;
        instance smaller = request.instance;
        smaller.elements = std::min(smaller.elements, entry->most_elements);
        const instance of = request.of->fitting(smaller);
        said.say(fmt::format("{} on {}: making the input of {}", request.of->name, on->name, entry->name));
        placed_problem& placed = problems.try_emplace(of.elements, device, *request.of, of).first->second;
        attempt& one = attempts.emplace_back();
        one.entry = entry;
        one.placed = &placed;
        static_cast<instance&>(one.with) = of;
        one.with.input = placed.input.get();
        one.with.side_input = placed.side_input.get();
        one.with.side_input_on_host = placed.data.side_input.data();
        said.say(fmt::format("{} on {}: verifying {} {}", request.of->name, on->name, entry->number, entry->name));
        verify(device, one, request.observing);
    }
    return attempts;
}

void time_all(const planned_ladder& plan, placed_problems& problems, std::vector<attempt>& attempts, progress& said) {
    const ladder_request& request = plan.request;
    ladders::device& device = *plan.on->device;
    const std::string what = fmt::format("{} on {}", request.of->name, plan.on->name);
    said.say(what + ": measuring the roof");
    for (auto& [elements, placed] : problems) {
        if (request.of->roof && elements != 0) {
            placed.roof = device.roof(*request.of->roof, placed.data.minimum_bytes);
        }
    }
    for (const bool cold : {true, false}) {
        said.say(fmt::format("{}: timing, {} caches", what, cold ? "cold" : "hot"));
        time_kernels(device, attempts, cold, request.sampling);
    }
    if (!request.whole_program) return;
    for (attempt& one : attempts) {
        if (!one.right() || interruption::is_noted()) continue;
        said.say(fmt::format("{}: whole program, {}", what, one.entry->name));
        one.programs = sample_programs(device, *one.entry, one.with, one.placed->data, request.sampling, *one.error);
    }
}

/// Whether an interruption came too late to leave anything out.
bool is_finished(const attempt& one, bool is_timed) {
    return !interruption::is_noted() || !is_timed || !one.right() || !one.cold.empty();
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
    for (std::size_t at = 0; at < attempts.size(); ++at) {
        if (is_finished(attempts[at], is_timed))
            records.push_back(to_record(attempts[at], gains[at], plan, facts, print));
    }
    return records;
}

std::size_t entries(const planned_ladder& plan) { return entries_of(plan).size(); }

bool all_right(const std::vector<record>& records) {
    return std::all_of(records.begin(), records.end(), [](const record& one) {
        return one.value("verified", false) && (!one.contains("findings") || one["findings"].empty());
    });
}

std::vector<std::string> measuring_errors(const std::vector<record>& records) {
    std::vector<std::string> lines;
    for (const record& one : records) {
        const double fraction = number_at(one, "roof_fraction");
        if (!(fraction > 1)) continue;
        lines.push_back(
            fmt::format("measuring error: rung {} reaches {} of the measured roof, and nothing can: take both again",
                        number_at(one, "rung"), percent(fraction)));
    }
    return lines;
}

}  // namespace strider::lab
