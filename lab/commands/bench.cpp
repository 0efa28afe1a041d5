// strider bench [NAME...]: the library beside what else there is, over types and sizes: on a GPU the contenders of the
// ladders, on the CPU what a program can do without the library.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/base/type_names.hpp>
#include <lab/bench/call.hpp>
#include <lab/bench/on_cpu.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

struct bench_options {
    std::vector<std::string> patterns;
    std::string device = "auto";
    std::vector<std::string> types;
    std::string least, most;
    std::optional<double> time_limit;
    output_options output;
};

constexpr std::string_view timed_devices[] = {"gpu", "cpu"};

/// Each 16 times the one before.
std::vector<std::uint64_t> sizes_of(const bench_options& options, const char* usual_least, const char* usual_most) {
    const std::uint64_t least = parse_size(options.least.empty() ? usual_least : options.least),
                        most = parse_size(options.most.empty() ? usual_most : options.most);
    if (least == 0 || most < least) {
        throw usage_error(fmt::format("--least {} --most {}: give 1 or more, and a --most that is not below --least",
                                      options.least, options.most));
    }
    std::vector<std::uint64_t> sizes{least};
    while (sizes.back() <= most / 16) sizes.push_back(sizes.back() * 16);
    if (sizes.back() != most) sizes.push_back(most);
    return sizes;
}

std::vector<ladders::element_type> types_of(const bench_options& options, const ladders::pattern& pattern) {
    if (options.types.empty()) return {pattern.types.begin(), pattern.types.end()};
    std::vector<ladders::element_type> types;
    for (const std::string& name : options.types) {
        const ladders::element_type type = type_named(name);
        if (std::ranges::find(pattern.types, type) != pattern.types.end()) types.push_back(type);
    }
    return types;
}

double seconds_of(const bench_options& options, double usual) {
    const double seconds = options.time_limit.value_or(usual);
    if (!(seconds > 0))
        throw usage_error(fmt::format("--time-limit {}: it takes a number of seconds above 0", seconds));
    return seconds;
}

/// The library and the contenders of every problem on the GPU.
std::vector<planned_ladder> plan(const bench_options& options) {
    const double seconds = seconds_of(options, 0.5);
    const std::vector<std::uint64_t> sizes = sizes_of(options, "2^16", "2^24");
    std::vector<const ladders::pattern*> patterns(all_patterns.begin(), all_patterns.end());
    if (!options.patterns.empty()) {
        patterns.clear();
        for (const std::string& name : options.patterns) patterns.push_back(&pattern_named(name));
    }
    std::vector<planned_ladder> plans;
    for (const ladders::pattern* const pattern : patterns) {
        const std::vector<ladders::element_type> types = types_of(options, *pattern);
        if (types.empty()) continue;
        const opened_device& on = require_device("gpu", pattern->name, timed_devices);
        for (const ladders::element_type type : types) {
            for (const std::uint64_t size : sizes) {
                ladder_request request;
                request.pattern = pattern;
                request.instance = ladders::usual_instance(*pattern, size);
                request.instance.type = type;
                request.instance = settle(*pattern, pattern->fitting(request.instance));
                request.sampling.seconds = seconds;
                planned_ladder plan{&on, request, {}};
                for (const ladders::rung* entry : rungs_of(on, pattern->name)) {
                    const bool is_step = entry->kind == ladders::rung_kind::rung;
                    if (!is_step && entry->supports(request.instance)) plan.rungs.push_back(entry);
                }
                if (!plan.rungs.empty()) plans.push_back(std::move(plan));
            }
        }
    }
    if (plans.empty())
        throw usage_error(
            fmt::format("--type {}: these patterns do not take it", fmt::join(options.types, " --type ")));
    return plans;
}

/// The contender that comes nearest to the library, or is ahead of it; null where there is none.
const record* best_ratio(const record& row) {
    const record* const ratios = find(row, "ratios");
    if (!ratios || ratios->empty()) return nullptr;
    return &*std::ranges::min_element(*ratios, {}, [](const record& row) { return number_at(row, "ratio"); });
}

std::vector<column> bench_columns() {
    const auto number = [](const char* title, const char* path, std::string legend) {
        column shown = number_column("", title, path, measured);
        shown.legend = std::move(legend);
        return shown;
    };
    return {
        text_column("pattern", "pattern"),
        text_column("type", "type"),
        {"", "elements", side::right,
         [](const record& row) { return format_size(row.value("elements", std::uint64_t{0})); }},
        number("us", "time/kernel_us/median", "us: median of single cold runs (caches flushed)"),
        number("hot us", "time/hot_kernel_us/median", "hot: caches not flushed"),
        number("GB/s", "bandwidth_gbps", "GB/s: minimum bytes divided by time"),
        {"", "as fast as", side::right,
         [](const record& row) {
             const record* const best = best_ratio(row);
             return best ? factor(number_at(*best, "ratio")) : std::string();
         },
         0, "as fast as: the best contender of this size, cold"},
        {"", "contender", side::left,
         [](const record& row) {
             const record* const best = best_ratio(row);
             return best ? text_at(*best, "name") + (text_at(*best, "verdict") == "same" ? " (no difference)" : "")
                         : std::string();
         }},
        verified_column(),
    };
}

/// A line for each pattern: what the library is worth against the best contender.
std::vector<std::string> mean_notes(const std::vector<record>& rows) {
    struct sum {
        double of_logarithms = 0;
        unsigned count = 0, ahead = 0;
    };
    std::map<std::string, sum> sums;
    for (const record& row : rows) {
        const record* const best = best_ratio(row);
        if (!best) continue;
        sum& ratios = sums[text_at(row, "pattern")];
        ratios.of_logarithms += std::log(number_at(*best, "ratio"));
        ratios.ahead += number_at(*best, "ratio") >= 1 ? 1 : 0;
        ++ratios.count;
    }
    std::vector<std::string> notes;
    for (const auto& [pattern, ratios] : sums) {
        notes.push_back(fmt::format("{}: {} as fast as the best contender (geometric mean of {}, ahead in {})", pattern,
                                    factor(std::exp(ratios.of_logarithms / ratios.count)), ratios.count, ratios.ahead));
    }
    return notes;
}

/// Hot and, where it was measured, cold: "4.20 / 1.30".
column size_column(std::uint64_t elements) {
    return {"", format_size(elements), side::right, [elements](const record& row) {
                const std::string path = fmt::format("elements/{}/", elements);
                if (find(row, path + "wrong") != nullptr) return std::string("WRONG");
                const double hot = number_at(row, path + "hot/ratio"), cold = number_at(row, path + "cold/ratio");
                return std::isnan(hot)    ? std::string()
                       : std::isnan(cold) ? fmt::format("{:.2f}", hot)
                                          : fmt::format("{:.2f} / {:.2f}", hot, cold);
            }};
}

/// One line for each call that is slower than another way: its worst ratio of each type.
std::vector<std::string> slower_notes(const std::vector<record>& rows) {
    constexpr double as_fast = 0.95;
    std::map<std::string, std::string> slower;
    unsigned ratios = 0, below = 0;
    for (const record& row : rows) {
        double worst = as_fast;
        std::string place;
        for (const auto& [elements, times] : row.at("elements").items()) {
            for (const char* const temperature : {"hot", "cold"}) {
                const record* const entry = find(times, temperature);
                if (entry == nullptr) continue;
                const double ratio = number_at(*entry, "ratio");
                ++ratios;
                below += ratio < as_fast;
                if (!(ratio < worst)) continue;
                worst = ratio;
                place = fmt::format("{} {:.2f} (2^{:.0f} {})", text_at(row, "type"), ratio,
                                    std::log2(std::stod(elements)), temperature);
            }
        }
        if (place.empty()) continue;
        std::string& of_call = slower[text_at(row, "call")];
        of_call += (of_call.empty() ? "" : ", ") + place;
    }
    std::vector<std::string> notes{
        fmt::format("{} of {} ratios are below {}; the worst of each type:", below, ratios, as_fast)};
    for (const auto& [call, places] : slower) notes.push_back(call + ": " + places);
    return notes;
}

int run_on_cpu(const bench_options& options) {
    const output_format& format = format_of(options.output);
    cpu_bench_request request{options.patterns, options.types, sizes_of(options, "2^12", "2^26"),
                              seconds_of(options, 0.1)};
    if (request.sizes.front() < bench_least) {
        throw usage_error(
            fmt::format("--least {}: calls on the CPU are timed from {} elements on", options.least, bench_least));
    }
    for (const std::string& type : options.types) {
        if (std::ranges::find(bench_types, type) == std::end(bench_types)) {
            throw usage_error(
                fmt::format("--type {}: calls on the CPU are timed for {}", type, fmt::join(bench_types, ", ")));
        }
    }
    destination out(options.output.report_path());
    section part;
    interruption stop;
    {
        progress said;
        part.records = bench_on_cpu(request, said);
    }
    if (part.records.empty()) stop.end_if_noted();
    part.title = "the library beside plain loops, oneTBB and the parallel standard library, " + bench_processor();
    part.lead = {
        "time of the fastest other way divided by the library's, hot / cold (caches flushed; up to 2^20). Above 1, the "
        "library is faster."};
    part.columns = {{"", "call", side::left, [](const record& row) { return text_at(row, "call"); }},
                    {"", "type", side::left, [](const record& row) { return text_at(row, "type"); }}};
    for (const std::uint64_t elements : request.sizes) part.columns.push_back(size_column(elements));
    part.notes = slower_notes(part.records);
    if (interruption::is_noted()) part.warnings.emplace_back("interrupted: the table has only the finished rows");
    bool right = true;
    for (const record& row : part.records) {
        for (const auto& [elements, times] : row.at("elements").items()) {
            if (!times.contains("wrong")) continue;
            right = false;
            part.warnings.push_back(fmt::format("{} {}, {} elements: {} gives another result", text_at(row, "call"),
                                                text_at(row, "type"), elements, text_at(times, "wrong")));
        }
    }
    right = deliver_somewhere({part}, format, out) && right;
    stop.end_if_noted();
    return right ? exit_success : exit_failure;
}

int run(const bench_options& options) {
    if (options.device != "gpu" && (options.device != "auto" || !open_device("gpu", "reduce").device)) {
        if (options.device != "auto" && options.device != "cpu")
            require_device(options.device, "reduce", timed_devices);
        return run_on_cpu(options);
    }
    const output_format& format = format_of(options.output);
    const std::vector<planned_ladder> plans = plan(options);
    destination out(options.output.report_path());
    section part;
    bool right = true;
    interruption stop;
    {
        progress said;
        for (const planned_ladder& plan : plans) {
            for (record& row : run_ladder(plan, said)) {
                right = right && all_right({row});
                // Of contenders the library's record says what they are worth; those that are wrong stand for
                // themselves.
                if (text_at(row, "kind") == "library" || !all_right({row})) part.records.push_back(std::move(row));
            }
            if (interruption::is_noted()) break;
        }
    }
    if (part.records.empty()) stop.end_if_noted();
    part.title = fmt::format("the library beside its contenders, {}", text_at(part.records.front(), "device_name"));
    part.columns = bench_columns();
    part.notes = mean_notes(part.records);
    part.warnings = measuring_errors(part.records);
    part.details = [](const record& row) { return row.value("findings", std::vector<std::string>()); };
    if (interruption::is_noted()) part.warnings.emplace_back("interrupted: the table has only the finished rows");
    right = deliver_somewhere({part}, format, out) && right;
    stop.end_if_noted();
    return right ? exit_success : exit_failure;
}

}  // namespace

action declare_bench(command_line& options) {
    const auto values = std::make_shared<bench_options>();
    options.add("names", "NAME", values->patterns, "patterns on a GPU, calls of the library on the CPU; else all");
    declare_device(options, values->device, timed_devices);
    options.add_repeated("--type", "TYPE", values->types, "may be repeated; else all types");
    options.add("--least", "COUNT", values->least, "elements of the smallest problems; 2^16 on a GPU, 2^12 on the CPU");
    options.add("--most", "COUNT", values->most,
                "elements of the largest problems; sizes grow 16 times a step; 2^24 on a GPU, 2^26 on the CPU");
    options.add("--time-limit", "SECONDS", values->time_limit, "for the samples of each; 0.5 on a GPU, 0.1 on the CPU");
    declare_report(options, values->output);
    options.footer(
        "Every result is verified before it is timed. The library and the others take turns, call by call, under the "
        "same\n"
        "clock. On a GPU the others are CUB, Thrust, cuBLAS, NPP and cuDNN, as far as they were found when the "
        "modules\n"
        "were built. On the CPU they are a plain loop, the same under oneTBB, and the parallel standard library; the\n"
        "table takes some minutes.");
    options.example("reduce --device cpu --type f32", "one row");
    options.fails_where("a result is wrong");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
