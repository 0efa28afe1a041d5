#include <lab/measure/ladder.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include <lab/errors.hpp>
#include <lab/fingerprint.hpp>
#include <lab/measure/statistics.hpp>
#include <lab/output/numbers.hpp>

namespace strider::lab {
namespace {

using ladders::arguments;
using ladders::rung;

/// Memory of a device, given back at the end of its scope.
class device_memory {
public:
    device_memory(ladders::device& on, std::size_t bytes)
        : device_(&on), memory_(on.allocate(std::max<std::size_t>(bytes, 1))) {}
    ~device_memory() { device_->release(memory_); }
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    void* get() const { return memory_; }

private:
    ladders::device* device_;
    void* memory_;
};

/// A rung with memory of its own and what has been learnt of it.
struct attempt {
    const rung* entry;
    arguments with;
    std::unique_ptr<device_memory> output, scratch;
    std::optional<double> error;  ///< of the result; nothing where the rung could not be run
    std::vector<std::pair<std::string, double>> counters;
    std::vector<std::string> findings;
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

double error_of(ladders::device& on, const problem& of, const attempt& one) {
    std::vector<std::byte> result(of.expected.size());
    on.copy_out(result.data(), one.with.output, result.size());
    return of.error(result);
}

/// Runs the rung once, counted where the device can count, and compares its result.
void verify(ladders::device& on, const problem& of, attempt& one) {
    try {
        one.output = std::make_unique<device_memory>(on, of.expected.size());
        one.with.output = one.output->get();
        one.scratch = std::make_unique<device_memory>(on, one.entry->scratch_bytes(one.with));
        one.with.scratch = one.scratch->get();
        const std::vector<std::byte> poison = poison_for(of);
        on.copy_in(one.with.output, poison.data(), poison.size());
        if (auto seen = on.observe(*one.entry, one.with)) {
            one.counters = std::move(seen->counters);
            one.findings = std::move(seen->findings);
        } else {
            on.run(*one.entry, one.with);
        }
        one.error = error_of(on, of, one);
    } catch (const std::exception& failure) {
        one.findings.push_back(one_line(fmt::format("run-failed: {}", failure.what())));
    }
}

/// Times all rungs that are right, in turns, and looks at their results once more.
void time_kernels(ladders::device& on, const problem& of, std::vector<attempt>& attempts, bool cold) {
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
        timed[at]->error = error_of(on, of, *timed[at]);
    }
}

void time_programs(ladders::device& on, const problem& of, attempt& one) {
    constexpr unsigned warm_up = 1, runs = 7;
    if (!one.right()) return;
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
        rows.push_back({.number = one.entry->number,
                        .follows = steps_in_order ? before : one.entry->follows,
                        .is_rung = one.entry->kind == ladders::rung_kind::rung,
                        .time = timed ? median(one.cold) : std::nan("")});
    }
    return speedups(rows);
}

record to_record(const attempt& one, const speedup& gain, const opened_device& on, const ladder_request& request,
                 const problem& of, std::optional<double> roof, const ladders::device_facts& facts,
                 const record& print) {
    record out;
    out["schema"] = record_schema;
    out["pattern"] = one.entry->pattern;
    out["rung"] = one.entry->number;
    out["name"] = one.entry->name;
    out["kind"] = ladders::name(one.entry->kind);
    out["device"] = on.name;
    out["device_name"] = facts.name;
    out["elements"] = request.elements;
    out["type"] = ladders::name(request.type);
    out["parameters"] = record::object();
    out["parameters"]["operation"] = ladders::name(request.op);
    if (one.entry->block != 0) out["parameters"]["block"] = one.entry->block;
    out["verified"] = one.right();
    if (one.right())
        out["error"] = 0;
    else if (one.error)
        out["error"] = number(*one.error);
    if (one.right() && !one.cold.empty()) {
        out["time"]["kernel_us"] = time_record(one.cold);
        if (!one.hot.empty()) out["time"]["hot_kernel_us"] = time_record(one.hot);
        const double gbps = static_cast<double>(of.minimum_bytes) / number_at(out, "time/kernel_us/median") / 1e3;
        out["bandwidth_gbps"] = gbps;
        if (roof) {
            out["roof_gbps"] = *roof;
            out["roof_fraction"] = gbps / *roof;
        }
        if (!std::isnan(gain.step)) out["step_speedup"] = gain.step;
        if (!std::isnan(gain.cumulative)) out["cumulative_speedup"] = gain.cumulative;
    }
    if (one.right() && !one.programs.empty()) out["time"]["whole_program_us"] = program_record(one.programs);
    if (!one.counters.empty()) {
        out["counters"] = record::object();
        for (const auto& [name, value] : one.counters) {
            // Counts are integers, and are written as such; ratios are not.
            if (value == std::floor(value) && std::abs(value) < 0x1p53)
                out["counters"][name] = static_cast<std::int64_t>(value);
            else
                out["counters"][name] = number(value);
        }
    }
    out["findings"] = one.findings;
    out["fingerprint"] = print;
    return out;
}

std::string list_numbers(const std::vector<const rung*>& rungs) {
    std::string list;
    for (const rung* one : rungs) list += fmt::format("{}{}", list.empty() ? "" : ", ", one->number);
    return list;
}

}  // namespace

void check_request(const ladder_request& request) {
    const auto refuse = [&](std::string_view what, std::string_view given, const auto& taken) {
        std::string list;
        for (const auto one : taken) list += fmt::format("{}{}", list.empty() ? "" : ", ", ladders::name(one));
        throw usage_error(
            fmt::format("the {} ladder takes no {} {}; it takes: {}", request.problems->name, what, given, list));
    };
    const auto& types = request.problems->types;
    const auto& operations = request.problems->operations;
    if (std::find(types.begin(), types.end(), request.type) == types.end()) {
        refuse("type", ladders::name(request.type), types);
    }
    if (std::find(operations.begin(), operations.end(), request.op) == operations.end()) {
        refuse("operation", ladders::name(request.op), operations);
    }
    // The input is held twice: here, for the check, and on the device, which may be this machine too.
    const std::uint64_t memory =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
    const std::uint64_t most = memory / 2 / ladders::size_of(request.type);
    if (request.elements > most) {
        throw usage_error(
            fmt::format("--elements {}: this machine's {:.1f} GiB of memory are enough for at most {} {} elements",
                        format_size(request.elements), static_cast<double>(memory) / 0x1p30, grouped(most),
                        ladders::name(request.type)));
    }
}

std::vector<const rung*> select_rungs(const opened_device& on, const ladder_request& request) {
    const std::vector<const rung*> all = rungs_of(on, request.problems->name);
    if (all.empty()) {
        throw usage_error(fmt::format("the {} device has no rungs of the {} ladder", on.name, request.problems->name));
    }
    const auto takes = [&](const rung* one) { return one->supports(request.type, request.op); };
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
                throw usage_error(fmt::format("rung {} takes no {} of {}; leave it out of --rungs", one->number,
                                              ladders::name(request.op), ladders::name(request.type)));
            }
            if (std::find(chosen.begin(), chosen.end(), one) == chosen.end()) chosen.push_back(one);
        }
        if (!found) {
            const std::string asked = range.first == range.last ? fmt::format("{}", range.first)
                                                                : fmt::format("{}-{}", range.first, range.last);
            throw usage_error(fmt::format("no rung {} in the {} ladder of {}; there are: {}", asked,
                                          request.problems->name, on.name, list_numbers(all)));
        }
    }
    std::sort(chosen.begin(), chosen.end(), [](const rung* a, const rung* b) { return a->number < b->number; });
    return chosen;
}

std::vector<record> run_ladder(const opened_device& on, const ladder_request& request,
                               const std::vector<const rung*>& rungs, progress& said) {
    ladders::device& device = *on.device;
    said.say("making the input");
    const problem of = request.problems->make(request.type, request.op, request.elements);
    const device_memory input(device, of.input.size());
    device.copy_in(input.get(), of.input.data(), of.input.size());

    std::vector<attempt> attempts;
    for (const rung* entry : rungs) {
        attempt& one = attempts.emplace_back();
        one.entry = entry;
        one.with = {.type = request.type, .op = request.op, .elements = request.elements, .input = input.get()};
        said.say(fmt::format("{} on {}: verifying {} {}", request.problems->name, on.name, entry->number, entry->name));
        verify(device, of, one);
    }

    // A device whose rates mean nothing (the executor) has no roof, and is not timed.
    said.say(fmt::format("{} on {}: measuring the roof", request.problems->name, on.name));
    std::optional<double> roof;
    if (!of.input.empty()) roof = device.roof(ladders::traffic::read, of.input.size());
    if (roof) {
        for (const bool cold : {true, false}) {
            said.say(
                fmt::format("{} on {}: timing, {} caches", request.problems->name, on.name, cold ? "cold" : "hot"));
            time_kernels(device, of, attempts, cold);
        }
        for (attempt& one : attempts) {
            if (!request.whole_program) break;
            said.say(fmt::format("{} on {}: whole program, {}", request.problems->name, on.name, one.entry->name));
            time_programs(device, of, one);
        }
    }

    const ladders::device_facts facts = device.facts();
    const record print = fingerprint(facts);
    std::vector<record> records;
    const std::vector<speedup> gains = speedups_of(attempts, request.steps_in_order);
    for (std::size_t at = 0; at < attempts.size(); ++at) {
        records.push_back(to_record(attempts[at], gains[at], on, request, of, roof, facts, print));
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
