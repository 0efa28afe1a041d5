// strider ladder PATTERN: every rung verified, then timed or counted.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/base/type_names.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/crossover.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/measure/scaling.hpp>
#include <lab/measure/verify.hpp>
#include <lab/report/columns.hpp>
#include <lab/report/ladder_section.hpp>

namespace strider::lab {
namespace {

struct ladder_options {
    std::string pattern = "reduce";
    std::string device = "auto";
    std::string elements;
    input_files input;
    std::string type;
    std::string op;
    std::vector<std::string> settings;
    std::string rungs;
    std::string gpus;
    std::string own;
    unsigned multiprocessors = 0;
    bool whole_program = false;
    bool count = false;
    bool details = false;
    std::string samples;
    std::optional<double> time_limit;
    bool raw = false;
    bool self_test = false;
    output_options output;
};

/// `auto` is the GPU where there is one, else the emulator. Rungs of the user's own say by their kind of file what they
/// run on.
const opened_device& choose_device(const ladder_options& options, std::string_view pattern) {
    const bool is_own = !options.own.empty();
    if (is_own && is_kernel_file(options.own) == (options.device == "cpu")) {
        throw usage_error(
            fmt::format("{}: the cpu device takes .cpp files, gpu and emulator take .cu files", options.own));
    }
    if (options.device != "auto") return require_device(options.device, pattern);
    const opened_device& gpu = open_device("gpu", pattern);
    return gpu.device ? gpu : require_device("emulator", pattern);
}

sampling_options sampling_of(const ladder_options& options) {
    sampling_options sampling;
    sampling.keeps_raw = options.raw;
    if (options.time_limit) sampling.seconds = *options.time_limit;
    if (!(sampling.seconds > 0)) {
        throw usage_error(fmt::format("--time-limit {}: it takes a number of seconds above 0", sampling.seconds));
    }
    if (options.samples.empty()) return sampling;
    const std::uint64_t samples = parse_size(options.samples);
    if (samples < 1 || samples > most_samples) {
        throw usage_error(fmt::format("--samples {}: it takes a number from 1 to {}", options.samples, most_samples));
    }
    sampling.samples = static_cast<unsigned>(samples);
    return sampling;
}

/// What is asked for, whatever the device: without a number of elements, where none was given.
ladder_request request_of(const ladder_options& options) {
    ladder_request request;
    request.pattern = &pattern_named(options.pattern);
    request.instance =
        ladders::usual_instance(*request.pattern, options.elements.empty() ? 0 : parse_size(options.elements));
    if (!options.type.empty()) request.instance.type = type_named(options.type);
    if (!options.op.empty()) {
        if (request.pattern->operations.empty()) {
            throw usage_error(fmt::format("the {} ladder has no operator; leave out --operator", options.pattern));
        }
        request.instance.op = operation_named(options.op);
    }
    set_parameters(*request.pattern, options.settings, request.instance);
    request.input =
        open_input(options.input, *request.pattern, options.elements, options.type, options.settings, request.instance);
    request.whole_program = options.whole_program;
    request.is_self_test = options.self_test;
    request.sampling = sampling_of(options);
    request.observing.hardware = options.count;
    request.observing.detailed = options.details;
    if (options.details) request.observing.traced = emulation::traced_warp{};
    if (!options.rungs.empty()) request.rungs = parse_rungs(options.rungs);
    return request;
}

/// What a compiler says of the file comes before the line that says so.
std::shared_ptr<const own_module> compiled(const std::string& file, const opened_device& on,
                                           std::string_view pattern) try {
    progress said;
    said.say(fmt::format("compiling {} for {}", file, on.name));
    return std::make_shared<own_module>(open_own_rungs(file, on, pattern));
} catch (const compile_error& failure) {
    fmt::print(stderr, "{}", failure.output);
    throw;
}

/// Throws usage_error where an option is given that the device makes nothing of.
void refuse_idle_options(const ladder_options& options, const opened_device& on) {
    const bool times = on.device->times(), executes = on.name == "emulator", counts = executes || on.name == "gpu";
    const struct {
        const char* option;
        bool is_given, is_used;
        const char* user;
    } all[] = {
        {"--multiprocessors", options.multiprocessors != 0, executes, "for the emulator; give --device emulator, or"},
        {"--details", options.details, executes, "for the emulator; give --device emulator, or"},
        {"--count", options.count, counts, "for a GPU or the emulator;"},
        {"--whole-program", options.whole_program, times, "for devices that time; give --device cpu, or"},
        {"--samples", !options.samples.empty(), times, "for devices that time; give --device cpu, or"},
        {"--time-limit", options.time_limit.has_value(), times, "for devices that time; give --device cpu, or"},
        {"--raw", options.raw, times, "for devices that time; give --device cpu, or"},
        {"--self-test", options.self_test, times, "for devices that time; give --device cpu, or"},
    };
    for (const auto& [option, is_given, is_used, user] : all) {
        if (is_given && !is_used) throw usage_error(fmt::format("{} is {} leave it out", option, user));
    }
}

std::uint64_t suitable_elements(const ladders::pattern& pattern, const opened_device& on) {
    return on.device->times() ? pattern.usual_elements : pattern.counted_elements;
}

/// Whatever can be refused is refused here, before anything is run, and what no device has, before a module is built.
planned_ladder plan(const ladder_options& options) {
    ladder_request request = request_of(options);
    const ladders::pattern& pattern = *request.pattern;
    const bool is_open = options.elements.empty() && !request.input;
    if (is_open) request.instance.elements = pattern.counted_elements;
    static_cast<void>(settle(pattern, request.instance));
    const opened_device& on = choose_device(options, pattern.name);
    refuse_idle_options(options, on);
    if (options.multiprocessors != 0) on.device->set_multiprocessors(options.multiprocessors);
    if (is_open) request.instance.elements = suitable_elements(pattern, on);
    request.instance = settle(pattern, request.instance);
    if (!options.own.empty()) {
        request.own = compiled(options.own, on, pattern.name);
        request.observing.detailed = on.name == "emulator";  // its bound follows from its launches
        if (options.multiprocessors != 0) request.own->device->set_multiprocessors(options.multiprocessors);
    }
    return plan_ladder(on, request);
}

/// The library's call on 1, 2, 4, ... GPUs in place of the rungs.
int run_on_gpus(const ladder_options& options) {
    const output_format& format = format_of(options.output);
    if (!options.rungs.empty() || options.whole_program || !options.own.empty() || !options.input.values.empty()) {
        throw usage_error("--gpus measures the library's call: leave out --rungs, --whole-program, --with and --input");
    }
    if (options.raw || options.self_test || options.count || options.details || options.multiprocessors != 0) {
        throw usage_error(
            "--gpus cannot be combined with --raw, --self-test, --count, --details or --multiprocessors: leave them "
            "out");
    }
    ladder_request request = request_of(options);
    const ladders::pattern& pattern = *request.pattern;
    const opened_device& on = require_device(options.device == "auto" ? "gpu" : options.device, pattern.name);
    const unsigned gpus = parse_gpus(options.gpus, on);
    if (options.elements.empty()) request.instance.elements = suitable_elements(pattern, on);
    request.instance = settle(pattern, request.instance);
    if (options.type.empty()) request.instance.type = ladders::element_type::i32;  // whatever the ladder's usual one is
    destination out(options.output.report_path());
    section part;
    {
        progress said;
        part.records = run_scaling(on, pattern, request.instance, gpus, request.sampling, said);
    }
    part.title = fmt::format("{} over GPUs: {}, {}", pattern.name, ladders::name(request.instance.type),
                             text_at(part.records.front(), "device_name"));
    part.columns = scaling_columns();
    part.columns.push_back(verified_column());
    const bool right = all_right(part.records);
    deliver({part}, format, out);
    return right ? exit_success : exit_failure;
}

int run(const ladder_options& options) {
    if (!options.gpus.empty()) return run_on_gpus(options);
    const output_format& format = format_of(options.output);
    const planned_ladder planned = plan(options);
    destination out(options.output.report_path());
    interruption stop;
    std::vector<record> records;
    std::string crossover;
    {
        progress said;
        records = run_ladder(planned, said);
        if (options.whole_program) crossover = crossover_line(planned, said);
    }
    if (records.empty()) stop.end_if_noted();
    bool right = all_right(records);
    report sections = {ladder_section(planned, std::move(records))};
    if (options.whole_program) sections.push_back(program_section(sections.front(), std::move(crossover)));
    if (options.device == "auto" && planned.on->name == "emulator") {
        sections.front().lead.emplace_back(
            "no GPU is used (`strider devices` says why); --device cpu times the pattern's C++ on this processor");
    }
    right = deliver_somewhere(sections, format, out) && right;
    stop.end_if_noted();
    return right ? exit_success : exit_failure;
}

}  // namespace

void declare_input(command_line& options, input_files& into) {
    options.add("--input", "FILE.npy", into.values,
                "your own numbers: an array of the ladder's type in C order, flat or of two dimensions");
    options.add("--offsets", "FILE.npy", into.offsets,
                "of segmented-reduce with --input: where segments begin, and the end of the last (uint32)");
    options.add("--indices", "FILE.npy", into.indices, "of gather and scatter with --input (uint32 or uint64)");
    for (const std::string* file : {&into.values, &into.offsets, &into.indices}) options.reads(*file);
}

action declare_ladder(command_line& options) {
    const auto values = std::make_shared<ladder_options>();
    options.add_choice("pattern", "PATTERN", values->pattern, pattern_names(), "default: reduce");
    declare_device(options, values->device, device_names);
    options.add("--elements", "COUNT", values->elements, "1000000, 2^20, 2^20+1; default: what suits the device");
    declare_input(options, values->input);
    options.add_choice("--type", "TYPE", values->type, ladders::element_type_names, "each pattern takes some of them");
    declare_operator(options, values->op);
    options.add("--set", "NAME=VALUE", values->settings,
                "a parameter of the pattern (`strider list PATTERN` names them)");
    options.add("--rungs", "NUMBERS", values->rungs,
                "only these: 3, 1-7 or 1-7,90; all your own rungs, unless you name some");
    options.add("--with", "FILE", values->own,
                "a file with rungs of your own (.cu, or .cpp for the cpu), which run beside ours");
    options.reads(values->own);
    options.add("--gpus", "N|all", values->gpus,
                "the library on 1, 2, 4, ... GPUs of this host, instead of the rungs: weak and strong scaling");
    options.add_count("--multiprocessors", "N", values->multiprocessors, 65'535,
                      "the emulator makes grids for so many multiprocessors; default: 4");
    options.add_flag("--whole-program", values->whole_program,
                     "also time allocate, copy in, run, copy out, free; on a GPU, also find the size from which it is "
                     "faster than the CPU");
    options.add_flag("--count", values->count,
                     "on a GPU: also read its hardware counters, in more runs (the emulator always counts)");
    options.add_flag(
        "--details", values->details,
        "all counters of the emulator; records also hold the counters of each launch and each line of the\n"
        "source, and the requests of the first warp of the first block");
    options.add("--samples", "N", values->samples, "samples of each rung; default: as many as its interval needs");
    options.add("--time-limit", "SECONDS", values->time_limit, "for the cold and hot samples of a rung; default: 2");
    options.add_flag("--raw", values->raw, "records have all samples");
    options.add_flag("--self-test", values->self_test, "run every rung twice, and compare: a test of the measuring");
    declare_report(options, values->output);
    options.footer(
        "A file for --with has the form of the ladder's rungs: start from a copy of one, or from examples/own_rung,\n"
        "and give it a number of its own, such as 50. It is verified on several inputs, also of 1 and 31 elements, and "
        "must not change them. A rung that is wrong, or skips the work, is reported and not timed. A file that does "
        "not "
        "compile gives status 2.");
    options.example("reduce --device emulator --elements 1e5 --rungs 1-4", "counted by the emulator, without a GPU");
    options.example("reduce --device cpu --elements 1e6 --format jsonl -o run.jsonl", "records of times");
    options.fails_where("a rung is wrong or has findings");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
