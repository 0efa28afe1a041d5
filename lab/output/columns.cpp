#include <lab/output/columns.hpp>

#include <fmt/format.h>

#include <cmath>

#include <lab/output/numbers.hpp>
#include <lab/sizes.hpp>

namespace strider::lab {
namespace {

using format = std::string (*)(double);

column numeric(std::string group, std::string title, const char* path, format how, int spare = 0, double scale = 1) {
    return {std::move(group), std::move(title), side::right,
            [path, how, scale](const record& row) { return how(number_at(row, path) * scale); }, spare};
}

/// Half the interval, in percent of the median.
std::string spread(const record& row) {
    const record* time = find(row, "time/kernel_us");
    if (!time) return {};
    const double half = (number_at(*time, "high") - number_at(*time, "low")) / 2 / number_at(*time, "median");
    return std::isnan(half) ? "" : fmt::format("{:.1f}%", half * 100);
}

/// The factor, or "=" where it is no difference.
column speedup_column(const char* title, const std::string& of) {
    return {"", title, side::right, [of](const record& row) {
                if (text_at(row, of + "_verdict") == "same") return std::string("=");
                return factor(number_at(row, of + "_speedup"));
            }};
}

}  // namespace

std::vector<column> rung_columns() {
    return {
        {"", "#", side::right, [](const record& row) { return counted(number_at(row, "rung")); }},
        {"", "rung", side::left, [](const record& row) { return text_at(row, "name"); }},
    };
}

std::vector<column> counter_columns() {
    return {
        numeric("", "threads", "counters/threads_per_instruction", measured),
        numeric("", "instr.", "counters/instructions", compact, 1),
        numeric("wavefronts", "/req", "counters/shared_wavefronts_per_request", measured),
        numeric("wavefronts", "all", "counters/shared_wavefronts", compact),
        numeric("sectors", "/req", "counters/global_sectors_per_request", measured),
        numeric("sectors", "all", "counters/global_sectors", compact, 4),
        numeric("", "barriers", "counters/barriers", compact),
        {"", "atomics", side::right,
         [](const record& row) {
             const double atomics = number_at(row, "counters/atomics");
             return atomics == 0 ? std::string() : compact(atomics);
         }},
        {"", "work", side::right,
         [](const record& row) {
             const double operations = number_at(row, "counters/operations");
             return operations == 0 ? std::string() : compact(operations);
         }},
    };
}

std::vector<column> time_columns(const ladders::pattern& of) {
    std::vector<column> columns = {
        numeric("", "us", "time/kernel_us/median", measured),
        {"", "+-", side::right, spread, 2},
        numeric("", "hot us", "time/hot_kernel_us/median", measured, 3),
    };
    if (!of.rate.empty()) {
        columns.push_back(numeric("", std::string(of.rate), "elements_per_us", measured, 0, of.rate_per_element_us));
    }
    if (of.roof) {
        columns.push_back(numeric("", "GB/s", "bandwidth_gbps", measured));
        columns.push_back(numeric("", "of roof", "roof_fraction", percent));
    }
    columns.push_back(speedup_column("step", "step"));
    columns.push_back(speedup_column("total", "cumulative"));
    return columns;
}

std::vector<column> program_columns() {
    constexpr double milliseconds = 1e-3;
    const auto phase = [](const char* title, const char* path) {
        return numeric("", title, path, measured, 0, milliseconds);
    };
    return {
        phase("whole program, ms", "time/whole_program_us/median"),
        phase("pinned", "time/whole_program_pinned_us/median"),
        phase("overlapped", "time/whole_program_overlapped_us/median"),
        phase("allocate", "time/whole_program_us/phases/allocate"),
        phase("copy in", "time/whole_program_us/phases/copy_in"),
        phase("run", "time/whole_program_us/phases/run"),
        phase("copy out", "time/whole_program_us/phases/copy_out"),
        phase("free", "time/whole_program_us/phases/release"),
    };
}

std::vector<column> scaling_columns() {
    return {
        {"", "GPUs", side::right, [](const record& row) { return counted(number_at(row, "gpus")); }},
        {"", "scaling", side::left, [](const record& row) { return text_at(row, "scaling"); }},
        {"", "elements", side::right,
         [](const record& row) { return format_size(row.value("elements", std::uint64_t{0})); }},
        numeric("", "us", "time/call_us/median", measured),
        numeric("", "speedup", "speedup", factor),
        numeric("", "efficiency", "efficiency", percent),
    };
}

column verified_column() {
    return {"", "ok", side::right, [](const record& row) {
                const record* verified = find(row, "verified");
                return !verified ? "" : *verified == true ? "yes" : "WRONG";
            }};
}

std::vector<column> recorded_columns(const recorded_ladder& recorded, const ladders::pattern& of) {
    std::vector<column> columns;
    for (column one : time_columns(of)) {
        if (one.title == "+-" || one.title == "hot us") continue;
        if (one.title == "of roof") one.spare = 3;
        if (one.title == "total") one.spare = 2;
        one.group = fmt::format("recorded {}", recorded.date);
        one.text = [text = std::move(one.text), recorded](const record& row) {
            if (text_at(row, "kind") == "own") return std::string();
            const record* same = recorded.rung(row.value("rung", 0));
            return same ? text(*same) : std::string();
        };
        columns.push_back(std::move(one));
    }
    return columns;
}

std::string short_device_name(const std::string& name) {
    constexpr std::string_view maker = "NVIDIA ";
    return name.starts_with(maker) ? name.substr(maker.size()) : name;
}

}  // namespace strider::lab
