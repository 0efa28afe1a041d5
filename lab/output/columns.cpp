#include <lab/output/columns.hpp>

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include <lab/output/numbers.hpp>
#include <lab/sizes.hpp>

namespace strider::lab {
namespace {

using format = std::string (*)(double);

column numeric(std::string group, std::string title, const char* path, format how, double scale = 1) {
    return {std::move(group), std::move(title), side::right,
            [path, how, scale](const record& row) { return how(number_at(row, path) * scale); }};
}

/// Half the interval, in percent of the median.
std::string spread(const record& row) {
    const record* time = find(row, "time/kernel_us");
    if (!time) return {};
    const double half = (number_at(*time, "high") - number_at(*time, "low")) / 2 / number_at(*time, "median");
    return std::isnan(half) ? "" : fmt::format("{:.1f}%", half * 100);
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
        numeric("shared wavefronts", "/request", "counters/shared_wavefronts_per_request", measured),
        numeric("shared wavefronts", "all", "counters/shared_wavefronts", counted),
        numeric("global sectors", "/request", "counters/global_sectors_per_request", measured),
        numeric("global sectors", "all", "counters/global_sectors", counted),
        numeric("", "barriers", "counters/barriers", counted),
        {"", "atomics", side::right,
         [](const record& row) {
             const double atomics = number_at(row, "counters/atomics");
             return atomics == 0 ? std::string() : counted(atomics);
         }},
    };
}

std::vector<column> time_columns() {
    constexpr double milliseconds = 1e-3;
    const std::string whole = "whole program, ms";
    return {
        numeric("", "us", "time/kernel_us/median", measured),
        {"", "+-", side::right, spread},
        numeric("", "hot us", "time/hot_kernel_us/median", measured),
        numeric("", "GB/s", "bandwidth_gbps", measured),
        numeric("", "of roof", "roof_fraction", percent),
        numeric("", "step", "step_speedup", factor),
        numeric("", "total", "cumulative_speedup", factor),
        numeric(whole, "all", "time/whole_program_us/median", measured, milliseconds),
        numeric(whole, "allocate", "time/whole_program_us/phases/allocate", measured, milliseconds),
        numeric(whole, "in", "time/whole_program_us/phases/copy_in", measured, milliseconds),
        numeric(whole, "run", "time/whole_program_us/phases/run", measured, milliseconds),
        numeric(whole, "out", "time/whole_program_us/phases/copy_out", measured, milliseconds),
        numeric(whole, "free", "time/whole_program_us/phases/release", measured, milliseconds),
    };
}

column verified_column() {
    return {"", "verified", side::right, [](const record& row) {
                const record* verified = find(row, "verified");
                return !verified ? "" : *verified == true ? "yes" : "WRONG";
            }};
}

std::vector<column> recorded_columns(const recorded_ladder& recorded) {
    const std::string group = fmt::format("recorded: {}, {}, {}", short_device_name(recorded.device_name),
                                          recorded.date, format_size(recorded.elements));
    std::vector<column> columns;
    for (column one : time_columns()) {
        if (one.title != "us" && one.title != "GB/s" && one.title != "of roof" && one.title != "step" &&
            one.title != "total") {
            continue;
        }
        one.group = group;
        one.text = [text = std::move(one.text), recorded](const record& row) {
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
