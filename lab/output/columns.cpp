#include <lab/output/columns.hpp>

#include <fmt/format.h>

#include <algorithm>
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

column explained(column one, std::string legend) {
    one.legend = std::move(legend);
    return one;
}

/// A full bar is the roof; empty where there is none.
std::string roof_bar(const record& row) {
    constexpr int full = 10;
    const double fraction = number_at(row, "roof_fraction");
    if (std::isnan(fraction)) return {};
    const auto length = static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * full));
    return std::string(length, '#') + std::string(full - length, '.');
}

/// Of machine instructions, with a mark where they are estimated.
column issued(std::string title, const char* path, format how, int spare) {
    column one = numeric("", std::move(title), path, how, spare);
    one.text = [text = std::move(one.text)](const record& row) {
        const std::string value = text(row);
        return text_at(row, "instructions_by") == "estimated" && !value.empty() ? "~" + value : value;
    };
    return one;
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
    constexpr const char* wavefronts =
        "wavefronts of shared memory: 1 per request is free of bank conflicts, 2 of 8-byte and 4 of 16-byte accesses";
    constexpr const char* sectors = "sectors of global memory: 4 per request are 32 adjacent 4-byte words";
    const auto unless_zero = [](std::string group, std::string title, const char* path, format how, int spare) {
        column one = numeric(std::move(group), std::move(title), path, how, spare);
        one.text = [path, text = std::move(one.text)](const record& row) {
            return number_at(row, path) == 0 ? std::string() : text(row);
        };
        return one;
    };
    return {
        explained(issued("threads", "counters/threads_per_instruction", measured, 2),
                  "threads: lanes at work per warp instruction, at most 32"),
        explained(issued("instr.", "counters/instructions", compact, 7),
                  "instr.: machine instructions of warps, by nvcc's code for sm_90, ~ where estimated"),
        explained(unless_zero("wavefronts", "/req", "counters/shared_wavefronts_per_request", measured, 0), wavefronts),
        explained(unless_zero("wavefronts", "all", "counters/shared_wavefronts", compact, 5), wavefronts),
        explained(numeric("sectors", "/req", "counters/global_sectors_per_request", measured), sectors),
        explained(numeric("sectors", "all", "counters/global_sectors", compact, 6), sectors),
        explained(unless_zero("", "barriers", "counters/barriers", compact, 3), "barriers: summed over blocks"),
        unless_zero("", "atomics", "counters/atomics", compact, 1),
        explained(unless_zero("", "work", "counters/operations", compact, 4), "work: calls of the operator"),
    };
}

std::vector<column> time_columns(const ladders::pattern& of) {
    std::vector<column> columns = {
        explained(numeric("", "us", "time/kernel_us/median", measured),
                  "us: median of single cold runs (caches flushed)"),
        {"", "+-", side::right, spread, 2, "+-: half the 95% interval"},
        explained(numeric("", "hot us", "time/hot_kernel_us/median", measured, 3), "hot: caches not flushed"),
    };
    if (!of.rate.empty()) {
        columns.push_back(numeric("", std::string(of.rate), "elements_per_us", measured, 4, of.rate_per_element_us));
    }
    if (of.roof) {
        columns.push_back(
            explained(numeric("", "GB/s", "bandwidth_gbps", measured, 4), "GB/s: minimum bytes over time"));
        columns.push_back(numeric("", "of roof", "roof_fraction", percent, 1));
        columns.push_back({"", "roof", side::left, roof_bar, 2});
    }
    columns.push_back(explained(speedup_column("step", "step"),
                                "step: against the rung that this one changes, by the time for an element"));
    columns.push_back(explained(speedup_column("total", "cumulative"),
                                "total: against the first rung; =: no difference that is sure"));
    return columns;
}

std::vector<column> program_columns() {
    constexpr double milliseconds = 1e-3;
    const auto phase = [](const char* title, const char* path, int spare = 0) {
        return numeric("", title, path, measured, spare, milliseconds);
    };
    return {
        phase("all, ms", "time/whole_program_us/median"),
        phase("pinned", "time/whole_program_pinned_us/median"),
        phase("overlapped", "time/whole_program_overlapped_us/median"),
        phase("allocate", "time/whole_program_us/phases/allocate", 1),
        phase("copy in", "time/whole_program_us/phases/copy_in"),
        phase("run", "time/whole_program_us/phases/run"),
        phase("copy out", "time/whole_program_us/phases/copy_out"),
        phase("free", "time/whole_program_us/phases/release", 2),
    };
}

std::vector<column> scaling_columns() {
    constexpr const char* ways = "weak: as many elements on every GPU, strong: as many in all";
    return {
        {"", "GPUs", side::right, [](const record& row) { return counted(number_at(row, "gpus")); }},
        {"", "scaling", side::left, [](const record& row) { return text_at(row, "scaling"); }, 0, ways},
        {"", "elements", side::right,
         [](const record& row) { return format_size(row.value("elements", std::uint64_t{0})); }},
        explained(numeric("", "us", "time/call_us/median", measured), "us: median of whole calls, waited for"),
        numeric("", "speedup", "speedup", factor),
        explained(numeric("", "efficiency", "efficiency", percent), "efficiency: of so many times the rate of one GPU"),
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
        if (one.title == "of roof") one.spare = 5;
        if (one.title == "roof") one.spare = 1;
        if (one.title == "step") one.spare = 3;
        if (one.title == "total") one.spare = 4;
        one.group = "recorded";
        one.text = [text = std::move(one.text), recorded](const record& row) {
            if (text_at(row, "kind") == "own") return std::string();
            const record* same = recorded.rung(row.value("rung", 0));
            return same ? text(*same) : std::string();
        };
        columns.push_back(std::move(one));
    }
    return columns;
}

std::vector<column> predicted_columns() {
    return {
        numeric("predicted", "us", "predicted/us", measured, 4),
        {"predicted", "limiter", side::left, [](const record& row) { return text_at(row, "predicted/limiter"); }, 9},
        {"predicted", "error", side::right,
         [](const record& row) {
             const double error = number_at(row, "predicted/error");
             return std::isnan(error) ? std::string() : fmt::format("{:+.0f}%", error * 100);
         },
         8},
    };
}

std::string short_device_name(const std::string& name) {
    constexpr std::string_view maker = "NVIDIA ";
    return name.starts_with(maker) ? name.substr(maker.size()) : name;
}

}  // namespace strider::lab
