#include <lab/measure/ladder.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>

#include <lab/errors.hpp>
#include <lab/fingerprint.hpp>
#include <lab/measure/device_memory.hpp>
#include <lab/measure/statistics.hpp>
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
    std::vector<double> cold, hot;  ///< kernel times in microseconds
    std::vector<ladders::program_times> programs;

    bool right() const { return error && *error == 0; }
};

/// Not one bit of it is right, so a result that was never written cannot pass.
std::vector<std::byte> poison_for(const problem& of) {
    std::vector<std::byte> poison(of.expected.begin(), of.expected.end());
    for (std::byte& one : poison) one = ~one;
    return poison;
}

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
        } else {
            on.run(*one.entry, one.with);
        }
        one.error = error_of(on, one);
    } catch (const std::exception& failure) {
        one.findings.push_back(one_line(fmt::format("run-failed: {}", failure.what())));
    }
}

/// Times all rungs that are right, in turns, and looks at their results once more.
void time_kernels(ladders::device& on, std::vector<attempt>& attempts, bool cold) {
    std::vector<std::pair<const rung*, arguments>> entries;
    std::vector<attempt*> timed;
    for (attempt& one : attempts) {
        if (!one.right()) continue;
        entries.emplace_back(one.entry, one.with);
        timed.push_back(&one);
    }
    if (entries.empty()) return;
    ladders::timing_options how{.cold = cold};
    if (!cold) how.seconds /= 4;  // hot times are a side remark
    const auto samples = on.time(entries, how);
    for (std::size_t at = 0; at < timed.size(); ++at) {
        (cold ? timed[at]->cold : timed[at]->hot) = samples.at(at);
        timed[at]->error = error_of(on, *timed[at]);
    }
}

/// Only of patterns with one input.
void time_programs(ladders::device& on, attempt& one) {
    constexpr unsigned warm_up = 1, runs = 7;
    const problem& of = one.placed->data;
    if (!one.right() || !of.side_input.empty()) return;
    arguments with = one.with;
    with.input = nullptr;  // a whole program allocates its own
    with.output = with.scratch = nullptr;
    for (unsigned run = 0; run < warm_up + runs; ++run) {
        std::vector<std::byte> output = poison_for(of);
        const ladders::program_times times =
            on.time_program(*one.entry, with, of.input.data(), of.input.size(), output.data(), output.size());
        one.error = of.error(output);
        if (!one.right()) return;
        if (run >= warm_up) one.programs.push_back(times);
    }
}

record time_record(const std::vector<double>& samples) {
    const estimate found = estimate_median(samples);
    return {{"median", found.median}, {"low", found.low}, {"high", found.high}, {"samples", found.samples}};
}

record program_record(const std::vector<ladders::program_times>& programs) {
    constexpr std::pair<const char*, double ladders::program_times::*> phases[] = {
        {"allocate", &ladders::program_times::allocate}, {"copy_in", &ladders::program_times::copy_in},
        {"run", &ladders::program_times::run},           {"copy_out", &ladders::program_times::copy_out},
        {"release", &ladders::program_times::release},
    };
    std::vector<double> totals(programs.size(), 0.0);
    record medians = record::object();
    for (const auto& [name, member] : phases) {
        std::vector<double> times;
        for (std::size_t at = 0; at < programs.size(); ++at) {
            times.push_back(programs[at].*member);
            totals[at] += times.back();
        }
        medians[name] = median(times);
    }
    record whole = time_record(totals);
    whole["phases"] = std::move(medians);
    return whole;
}

std::vector<speedup> speedups_of(const std::vector<attempt>& attempts, bool steps_in_order) {
    std::vector<step_time> rows;
    for (const attempt& one : attempts) {
        const int before = rows.empty() ? 0 : rows.back().number;
        const bool timed = one.right() && !one.cold.empty();
        rows.push_back(
            {.number = one.entry->number,
             .follows = steps_in_order ? before : one.entry->follows,
             .is_rung = one.entry->kind == ladders::rung_kind::rung,
             .time = timed ? median(one.cold) / static_cast<double>(std::max<std::uint64_t>(one.with.elements, 1))
                           : std::nan("")});
    }
    return speedups(rows);
}

record to_record(const attempt& one, const speedup& gain, const opened_device& on, const ladders::pattern& of,
                 const instance& asked, const ladders::device_facts& facts, const record& print) {
    record out;
    out["schema"] = record_schema;
    out["pattern"] = one.entry->pattern;
    out["rung"] = one.entry->number;
    out["name"] = one.entry->name;
    out["kind"] = ladders::name(one.entry->kind);
    out["device"] = on.name;
    out["device_name"] = facts.name;
    out["elements"] = one.with.elements;
    if (one.with.elements != asked.elements) out["ladder_elements"] = asked.elements;
    out["type"] = ladders::name(one.with.type);
    out["parameters"] = parameters_record(of, one.with);
    if (one.entry->block != 0) out["parameters"]["block"] = one.entry->block;
    out["verified"] = one.right();
    if (one.right())
        out["error"] = 0;
    else if (one.error)
        out["error"] = number(*one.error);
    if (one.right() && !one.cold.empty()) {
        out["time"]["kernel_us"] = time_record(one.cold);
        if (!one.hot.empty()) out["time"]["hot_kernel_us"] = time_record(one.hot);
        const double microseconds = number_at(out, "time/kernel_us/median");
        const double gbps = static_cast<double>(one.placed->data.minimum_bytes) / microseconds / 1e3;
        out["elements_per_us"] = static_cast<double>(one.with.elements) / microseconds;
        out["bandwidth_gbps"] = gbps;
        if (one.placed->roof) {
            out["roof_gbps"] = *one.placed->roof;
            out["roof_fraction"] = gbps / *one.placed->roof;
        }
        if (!std::isnan(gain.step)) out["step_speedup"] = gain.step;
        if (!std::isnan(gain.cumulative)) out["cumulative_speedup"] = gain.cumulative;
    }
    if (one.right() && !one.programs.empty()) out["time"]["whole_program_us"] = program_record(one.programs);
    if (!one.counters.empty()) {
        out["counters"] = record::object();
        for (const auto& [name, value] : one.counters) out["counters"][name] = count_or_ratio(value);
    }
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

std::vector<attempt> verify_all(const planned_ladder& plan, placed_problems& problems, progress& said) {
    const auto& [on, request, rungs] = plan;
    ladders::device& device = *on->device;
    std::vector<attempt> attempts;
    for (const rung* entry : rungs) {
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
        time_kernels(device, attempts, cold);
    }
    if (!request.whole_program) return;
    for (attempt& one : attempts) {
        said.say(fmt::format("{}: whole program, {}", what, one.entry->name));
        time_programs(device, one);
    }
}

}  // namespace

planned_ladder plan_ladder(const opened_device& on, const ladder_request& request) {
    return {&on, request, select_rungs(on, request)};
}

std::vector<record> run_ladder(const planned_ladder& plan, progress& said) {
    const ladder_request& request = plan.request;
    placed_problems problems;
    std::vector<attempt> attempts = verify_all(plan, problems, said);
    if (plan.on->device->times()) time_all(plan, problems, attempts, said);

    const ladders::device_facts facts = plan.on->device->facts();
    const record print = fingerprint(facts);
    std::vector<record> records;
    const std::vector<speedup> gains = speedups_of(attempts, request.steps_in_order);
    for (std::size_t at = 0; at < attempts.size(); ++at) {
        records.push_back(to_record(attempts[at], gains[at], *plan.on, *request.of, request.instance, facts, print));
    }
    return records;
}

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
