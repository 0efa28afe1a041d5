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
    std::string type;
    std::string operation = "sum";
    std::vector<std::string> settings;
    std::string rungs;
    bool whole_program = false;
    output_options output;
};

constexpr std::string_view ladder_devices[] = {"gpu", "simt", "cpu"};

/// `auto` is the GPU where there is one, else the executor, and, unless rungs were picked by number, the CPU after it.
std::vector<const opened_device*> choose_devices(const ladder_options& given) {
    if (given.device != "auto") return {&require_device(given.device, given.pattern)};
    if (const opened_device& gpu = open_device("gpu", given.pattern); gpu.device) return {&gpu};
    std::vector<const opened_device*> chosen;
    for (const char* name : {"simt", "cpu"}) {
        const opened_device& found = open_device(name, given.pattern);
        if (found.device && (chosen.empty() || given.rungs.empty())) chosen.push_back(&found);
    }
    if (chosen.empty()) return {&require_device("simt", given.pattern)};
    return chosen;
}

const char* traffic_words(ladders::traffic mix) {
    switch (mix) {
        case ladders::traffic::read:
            return "reading";
        case ladders::traffic::write:
            return "writing";
        case ladders::traffic::copy:
            return "copying (reads and writes counted)";
        case ladders::traffic::triad:
            return "reading two arrays and writing one (all counted)";
    }
    throw std::logic_error("traffic_words: not a mix of reads and writes");
}

section ladder_section(const opened_device& on, const ladder_request& request, std::vector<record> records) {
    section part;
    const std::string device_name = records.empty() ? on.name : text_at(records.front(), "device_name");
    const ladders::pattern& of = *request.of;
    part.title = fmt::format("{}: {}{} {}{}, {}", of.name,
                             of.operations.empty() ? "" : fmt::format("{} of ", ladders::name(request.instance.op)),
                             format_size(request.instance.elements), ladders::name(request.instance.type),
                             unusual_parameters(of, request.instance), device_name);
    for (auto columns : {rung_columns(), counter_columns(), time_columns(of)}) {
        part.columns.insert(part.columns.end(), columns.begin(), columns.end());
    }
    part.columns.push_back(verified_column());
    const auto with = [&records](const char* field) {
        return std::find_if(records.begin(), records.end(), [&](const record& one) { return one.contains(field); });
    };
    if (with("counters") != records.end()) part.notes.emplace_back(counter_legend);
    if (with("time") != records.end()) part.notes.emplace_back(time_legend);
    if (const auto timed = with("roof_gbps"); timed != records.end()) {
        part.notes.push_back(fmt::format("roof: {} at {} GB/s, measured on this device in this run",
                                         traffic_words(*of.roof), measured(number_at(*timed, "roof_gbps"))));
    }
    const auto smaller = [&](const record& one) { return one["elements"] != request.instance.elements; };
    for (const record& one : records) {
        if (smaller(one)) {
            part.notes.push_back(fmt::format("rung {} ran on {} elements, the most that it takes", one.value("rung", 0),
                                             format_size(one.value("elements", std::uint64_t{0}))));
        }
    }
    if (on.name == "simt") {
        const recorded_ladder recorded = choose_recorded(recorded_results(), of, request.instance);
        for (column& one : recorded_columns(recorded, of)) part.columns.push_back(std::move(one));
        if (!recorded.rungs.empty()) {
            part.notes.emplace_back(
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
    part.notes.emplace_back("one call each, with input and output in host memory: median of several runs");
    return part;
}

int run(const ladder_options& given) {
    const output_format& format = format_named(given.output.format);
    ladder_request request;
    request.of = &pattern_named(given.pattern);
    request.instance = ladders::usual_instance(*request.of, 0);
    if (!given.type.empty()) request.instance.type = type_named(given.type);
    request.instance.op = operation_named(given.operation);
    set_parameters(*request.of, given.settings, request.instance);
    request.whole_program = given.whole_program;
    if (!given.rungs.empty()) request.rungs = parse_rungs(given.rungs);
    const ladders::instance asked = request.instance;

    // Whatever can be refused is refused before anything is run.
    std::vector<std::pair<const opened_device*, ladder_request>> requests;
    for (const opened_device* on : choose_devices(given)) {
        request.instance = asked;
        request.instance.elements = !given.elements.empty() ? parse_size(given.elements)
                                    : on->device->times()   ? request.of->usual_elements
                                                            : request.of->counted_elements;
        request.instance = settle(*request.of, request.instance);
        select_rungs(*on, request);
        requests.emplace_back(on, request);
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
    if (const opened_device& gpu = open_device("gpu", given.pattern); given.device == "auto" && !gpu.device) {
        all.front().lead.push_back(fmt::format("no GPU is used: {}", gpu.why));
    }
    deliver(all, format, out);
    return right ? exit_success : exit_failure;
}

}  // namespace

action declare_ladder(command_line& options) {
    const auto given = std::make_shared<ladder_options>();
    options.add("pattern", "PATTERN", given->pattern, "the pattern; reduce where none is named");
    declare_device(options, given->device, ladder_devices);
    options.add("--elements", "COUNT", given->elements, "1000000, 2^20, 2^20+1; else as many as suit the device");
    options.add("--type", "TYPE", given->type, "element type: i32, u32, i64, f32, f64; for some u8");
    options.add("--operation", "OPERATION", given->operation, "of reduce and scan: sum, product, min, max");
    options.add("--set", "NAME=VALUE", given->settings,
                "a parameter of the pattern (`strider list PATTERN` names them)");
    options.add("--rungs", "NUMBERS", given->rungs, "only these: 3, 1-7 or 1-7,90");
    options.add_flag("--whole-program", given->whole_program, "also time allocate, copy in, run, copy out, free");
    declare_output(options, given->output);
    return [given] { return run(*given); };
}

}  // namespace strider::lab
