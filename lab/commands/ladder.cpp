// strider ladder PATTERN: every rung verified, then timed or counted.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/output/columns.hpp>
#include <lab/output/destination.hpp>
#include <lab/output/numbers.hpp>
#include <lab/recorded.hpp>

namespace strider::lab {
namespace {

struct ladder_options {
    std::string pattern = "reduce";
    std::string device = "auto";
    std::string elements;
    std::string type = "i32";
    std::string operation = "sum";
    std::string rungs;
    bool whole_program = false;
    output_options output;
};

constexpr std::string_view ladder_devices[] = {"gpu", "simt", "cpu"};

/// Large enough for the memory roof; on the executor, small enough for a few seconds.
std::uint64_t default_elements(const std::string& device) {
    constexpr std::uint64_t one = 1;
    return device == "simt" ? one << 20 : one << 26;
}

/// `auto` is the GPU where there is one, else the executor, and, unless rungs were picked by number, the CPU after it.
std::vector<const opened_device*> choose_devices(const ladder_options& given) {
    if (given.device != "auto") return {&require_device(given.device)};
    if (const opened_device& gpu = open_device("gpu"); gpu.device) return {&gpu};
    std::vector<const opened_device*> chosen;
    for (const char* name : {"simt", "cpu"}) {
        const opened_device& found = open_device(name);
        if (found.device && (chosen.empty() || given.rungs.empty())) chosen.push_back(&found);
    }
    if (chosen.empty()) return {&require_device("simt")};
    return chosen;
}

section ladder_section(const opened_device& on, const ladder_request& request, std::vector<record> records) {
    section part;
    const std::string device_name = records.empty() ? on.name : text_at(records.front(), "device_name");
    part.title = fmt::format("{}: {} of {} {}, {}", request.problems->name, ladders::name(request.op),
                             format_size(request.elements), ladders::name(request.type), device_name);
    for (auto columns : {rung_columns(), counter_columns(), time_columns()}) {
        part.columns.insert(part.columns.end(), columns.begin(), columns.end());
    }
    part.columns.push_back(verified_column());
    const auto with = [&records](const char* field) {
        return std::find_if(records.begin(), records.end(), [&](const record& one) { return one.contains(field); });
    };
    if (with("counters") != records.end()) part.notes.push_back(counter_legend);
    if (const auto timed = with("roof_gbps"); timed != records.end()) {
        part.notes.push_back(time_legend);
        part.notes.push_back(fmt::format("roof: reading at {} GB/s, measured on this device in this run",
                                         measured(number_at(*timed, "roof_gbps"))));
    }
    if (on.name == "simt") {
        const recorded_ladder recorded =
            choose_recorded(recorded_results(), request.problems->name, ladders::name(request.type),
                            ladders::name(request.op), request.elements);
        for (column& one : recorded_columns(recorded)) part.columns.push_back(std::move(one));
        if (!recorded.rungs.empty()) {
            part.notes.push_back(
                fmt::format("recorded: times of the same rungs on a GPU that is not here ({}, {}, {} elements)",
                            recorded.device_name, recorded.date, format_size(recorded.elements)));
        }
    }
    part.warnings = measuring_errors(records);
    part.details = [](const record& row) { return row.value("findings", std::vector<std::string>()); };
    part.records = std::move(records);
    return part;
}

/// The same rungs as whole programs.
section program_section(const section& kernels) {
    section part;
    part.is_view = true;
    part.title = "as whole programs";
    part.records = kernels.records;
    part.columns = rung_columns();
    for (column& one : program_columns()) part.columns.push_back(std::move(one));
    part.notes.push_back("one call each, with input and output in host memory: median of several runs");
    return part;
}

int run(const ladder_options& given) {
    const output_format& format = format_named(given.output.format);
    ladder_request request;
    request.problems = &pattern_named(given.pattern);
    request.type = type_named(given.type);
    request.op = operation_named(given.operation);
    request.whole_program = given.whole_program;
    if (!given.rungs.empty()) request.rungs = parse_rungs(given.rungs);

    // Whatever can be refused is refused before anything is run.
    std::vector<std::pair<const opened_device*, ladder_request>> requests;
    for (const opened_device* device : choose_devices(given)) {
        request.elements = given.elements.empty() ? default_elements(device->name) : parse_size(given.elements);
        check_request(request);
        select_rungs(*device, request);
        requests.emplace_back(device, request);
    }

    destination out(given.output.file);
    report all;
    bool right = true;
    {
        progress said;
        for (const auto& [device, one] : requests) {
            std::vector<record> records = run_ladder(*device, one, select_rungs(*device, one), said);
            right = right && all_right(records);
            all.push_back(ladder_section(*device, one, std::move(records)));
            if (one.whole_program && device->name != "simt") all.push_back(program_section(all.back()));
        }
    }
    if (const opened_device& gpu = open_device("gpu"); given.device == "auto" && !gpu.device) {
        all.front().lead.push_back(fmt::format("no GPU is used: {}", gpu.why));
    }
    deliver(all, format, out);
    return right ? exit_success : exit_failure;
}

}  // namespace

action declare_ladder(CLI::App& options) {
    const auto given = std::make_shared<ladder_options>();
    options.add_option("pattern", given->pattern, "the pattern; reduce where none is named")->type_name("PATTERN");
    declare_device(options, given->device, ladder_devices);
    options.add_option("--elements", given->elements, "1000000, 2^20, 2^20+1; else 2^26, on the executor 2^20")
        ->type_name("COUNT");
    options.add_option("--type", given->type, "element type: i32, u32, i64, f32, f64")->type_name("TYPE");
    options.add_option("--operation", given->operation, "sum, product, min, max")->type_name("OPERATION");
    options.add_option("--rungs", given->rungs, "only these: 3, 1-7 or 1-7,90")->type_name("NUMBERS");
    options.add_flag("--whole-program", given->whole_program, "also time allocate, copy in, run, copy out, free");
    declare_output(options, given->output);
    return [given] { return run(*given); };
}

}  // namespace strider::lab
