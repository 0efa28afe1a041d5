// strider crossover FILE...: the number of elements from which on the GPU is faster than the CPU.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/measure/patterns.hpp>
#include <lab/output/destination.hpp>
#include <lab/output/numbers.hpp>
#include <lab/records/recorded.hpp>
#include <lab/sizes.hpp>

namespace strider::lab {
namespace {

struct crossover_options {
    std::vector<std::string> files;
    output_options output;
};

/// What of the GPU is set against what of the CPU.
struct measure {
    const char* name;
    const char* gpu;
    const char* cpu;
};
constexpr measure measures[] = {
    {"data on the device", "time/kernel_us/median", "time/kernel_us/median"},
    {"whole program", "time/whole_program_us/median", "time/whole_program_us/median"},
    {"whole program, pinned", "time/whole_program_pinned_us/median", "time/whole_program_us/median"},
    {"whole programs, overlapped", "time/whole_program_overlapped_us/median", "time/whole_program_us/median"},
};

/// The best time of any rung on either device, by the number of elements.
struct best_times {
    std::map<std::uint64_t, double> gpu, cpu;
};

/// What the sizes of a problem have in common: not the parameters that are usual for their number of elements.
record problem_of(const record& one) {
    record problem = {{"pattern", text_at(one, "pattern")}, {"type", text_at(one, "type")}};
    const ladders::pattern& of = pattern_named(text_at(one, "pattern"));
    const auto elements = one.value("elements", std::uint64_t{0});
    const record usual = parameters_record(of, of.fitting(ladders::usual_instance(of, elements)));
    const record parameters = one.value("parameters", record::object());
    for (const auto& [name, value] : parameters.items()) {
        const bool is_choice = usual.contains(name) && (name == "operation" || usual[name] != value);
        if (is_choice) problem["parameters"][name] = value;
    }
    return problem;
}

void add(const record& one, const measure& by, best_times& to) {
    const bool on_gpu = text_at(one, "device") == "gpu";
    if (!on_gpu && text_at(one, "device") != "cpu") return;
    const double time = number_at(one, on_gpu ? by.gpu : by.cpu);
    const record* const verified = find(one, "verified");
    if (!(time > 0) || !verified || *verified != true) return;
    const auto [best, is_new] = (on_gpu ? to.gpu : to.cpu).try_emplace(one.value("elements", std::uint64_t{0}), time);
    if (!is_new) best->second = std::min(best->second, time);
}

/// Of the sizes that both have: the last at which the CPU is faster, the GPU being faster at all after it, and where
/// the line between the two, on logarithms, says that they are equal. Nothing where there is no size that both have.
std::optional<record> crossover_of(const best_times& of) {
    struct point {
        std::uint64_t elements;
        double gain;  ///< logarithm of how many times as fast the GPU is
    };
    std::vector<point> points;
    for (const auto& [elements, time] : of.gpu) {
        const auto same = of.cpu.find(elements);
        if (same != of.cpu.end()) points.push_back({elements, std::log(same->second / time)});
    }
    if (points.empty()) return std::nullopt;
    record found = {{"least_elements", points.front().elements}, {"most_elements", points.back().elements}};
    if (points.back().gain <= 0) {
        found["gpu"] = "never faster";
        return found;
    }
    std::size_t first = points.size() - 1;  // from which on the GPU is faster
    while (first > 0 && points[first - 1].gain > 0) --first;
    if (first == 0) {
        found["gpu"] = "always faster";
        return found;
    }
    const point &below = points[first - 1], &above = points[first];
    const double low = std::log(static_cast<double>(below.elements)),
                 high = std::log(static_cast<double>(above.elements));
    const double share = -below.gain / (above.gain - below.gain);
    found["gpu"] = "faster from";
    found["cpu_faster_at"] = below.elements;
    found["gpu_faster_at"] = above.elements;
    found["elements"] = static_cast<std::uint64_t>(std::llround(std::exp(low + share * (high - low))));
    return found;
}

std::string in_words(const record& row) {
    const std::string gpu = text_at(row, "gpu");
    const auto size = [&](const char* field) { return format_size(row.value(field, std::uint64_t{0})); };
    const std::string seen = fmt::format("{} to {}", size("least_elements"), size("most_elements"));
    if (gpu != "faster from") return fmt::format("{}, of {}", gpu, seen);
    return fmt::format("about {}: between {} and {}", grouped(row.value("elements", std::uint64_t{0})),
                       size("cpu_faster_at"), size("gpu_faster_at"));
}

std::vector<record> crossovers(const std::vector<record>& all) {
    std::vector<record> rows;
    for (const measure& by : measures) {
        std::map<std::string, std::pair<record, best_times>> problems;
        for (const record& one : all) {
            if (!one.contains("rung") || one.contains("exhibit")) continue;
            if (!one.contains("elements") || !one["elements"].is_number_unsigned()) {
                throw usage_error("a record of a rung has no number of elements");
            }
            record problem = problem_of(one);
            auto& [kept, times] = problems[problem.dump()];
            kept = std::move(problem);
            add(one, by, times);
        }
        for (auto& [key, problem] : problems) {
            const auto found = crossover_of(problem.second);
            if (!found) continue;
            record row = {{"schema", record_schema}, {"command", "crossover"}};
            row.update(problem.first);
            row["measure"] = by.name;
            row.update(*found);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

std::vector<column> crossover_columns() {
    const auto text = [](const char* title, const char* field) {
        return column{"", title, side::left, [field](const record& row) { return text_at(row, field); }};
    };
    const auto parameters = [](const record& row) {
        std::string words;
        const record chosen = row.value("parameters", record::object());
        for (const auto& [name, value] : chosen.items()) {
            words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name,
                                 value.is_string() ? value.get<std::string>() : value.dump());
        }
        return words;
    };
    return {text("pattern", "pattern"),
            text("type", "type"),
            {"", "parameters", side::left, parameters},
            text("of what", "measure"),
            {"", "the GPU is faster from", side::left, in_words}};
}

int run(const crossover_options& given) {
    const output_format& format = format_of(given.output);
    section part;
    try {
        std::vector<record> all;
        for (const std::string& file : given.files) {
            for (record& one : read_records(file)) all.push_back(std::move(one));
        }
        part.records = crossovers(all);
    } catch (const std::exception& why) {  // files that cannot be read, or whose fields are of other kinds
        throw usage_error(one_line(why.what()));
    }
    if (part.records.empty()) {
        throw usage_error(
            "no size of a problem has times of both gpu and cpu; name records of both, of the same sizes");
    }
    part.title = "where the GPU overtakes the CPU";
    part.columns = crossover_columns();
    part.notes.emplace_back(
        "the best rung of either at every size that both have; between two sizes by a line on logarithms. data on the "
        "device: kernel times alone; whole program: with allocation and copies, which the CPU does not need");
    destination out(given.output.report_path());
    deliver({part}, format, out);
    return exit_success;
}

}  // namespace

action declare_crossover(command_line& options) {
    const auto given = std::make_shared<crossover_options>();
    options.require("files", "FILE", given->files,
                    "records of both devices, as `strider ladder --format jsonl` writes them");
    options.reads(given->files);
    declare_report(options, given->output);
    options.example("before.jsonl gpu.jsonl", "of records of the CPU and of a GPU");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
