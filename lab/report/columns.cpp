#include <lab/report/columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include <lab/base/numbers.hpp>
#include <lab/base/sizes.hpp>
#include <ladders/harness/counters.hpp>

namespace strider::lab {
namespace {

using format = std::string (*)(double);

column explained(column field, std::string legend) {
    field.legend = std::move(legend);
    return field;
}

/// A full bar is the roof; empty where there is none.
std::string roof_bar(const record& row) {
    constexpr int full = 10;
    const double fraction = number_at(row, "roof_fraction");
    if (std::isnan(fraction)) return {};
    const auto length = static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * full));
    return std::string(length, '#') + std::string(full - length, '.');
}

struct counter_words {
    std::string_view counter;  ///< as in records
    const char *group, *title;
    format how;
    int spare;  ///< among the others
    const char* legend;
};

constexpr const char* wavefronts =
    "wavefronts: passes over shared memory; more than 1 per request (2 for 8-byte, 4 for 16-byte accesses) means bank "
    "conflicts";
constexpr const char* sectors =
    "sectors: pieces of 32 bytes of global memory; 32 adjacent 4-byte words take 4 per request (the mean over loads, "
    "or over stores if that is higher)";

constexpr counter_words counters[] = {
    {"threads_per_step", "threads", "/ step", measured, 0,
     "threads / step: threads of a warp, of 32, at work in a step; fewer if the warp diverges"},
    {"threads_per_instruction", "threads", "/ instr.", measured, 8,
     "threads / instr.: the same per machine instruction; nvcc compiles short branches without a jump"},
    {"instructions", "", "instr.", compact, 7,
     "instr.: machine instructions of warps, from nvcc's code for sm_90; ~ marks estimates"},
    {"divergent_branches", "", "divergent", compact, 9, "divergent: branches that only some threads of a warp take"},
    {"shared_wavefronts_per_request", "wavefronts", "/ request", measured, 0, wavefronts},
    {"shared_wavefronts", "wavefronts", "all", compact, 5, wavefronts},
    {"global_sectors_per_request", "sectors", "/ request", measured, 0, sectors},
    {"global_sectors", "sectors", "all", compact, 6, sectors},
    {"global_bytes_requested", "bytes", "asked for", compact, 11, "bytes: requested by loads and stores"},
    {"global_bytes_loaded", "bytes", "loaded", compact, 12, "bytes: requested by loads and stores"},
    {"launches", "", "launches", compact, 13, ""},
    {"blocks", "", "blocks", compact, 10, ""},
    {"barriers", "", "barriers", compact, 3, "barriers: calls of __syncthreads(), counted once per block"},
    {"warp_syncs", "", "warp syncs", compact, 14, ""},
    {"atomics", "atomics", "all", compact, 1, ""},
    {"global_atomics", "atomics", "global", compact, 15, ""},
    {"atomic_max_contention", "atomics", "together", compact, 16,
     "atomics together: the most threads of a warp that update one address at a time"},
    {"operations", "", "work", compact, 4, "work: calls of the operator"},
};
static_assert(std::ranges::all_of(ladders::counters_of_records,
                                  [](const ladders::named_counter& one) {
                                      return one.has_column ==
                                             (std::ranges::find(counters, one.name, &counter_words::counter) !=
                                              std::end(counters));
                                  }),
              "each counter of a record has a column");

/// Empty where the counter is 0. Machine instructions have a mark where they are estimated.
column counter_column(const counter_words& words) {
    const auto text = [path = "counters/" + std::string(words.counter), how = words.how,
                       of_code = words.counter.ends_with("instruction") || words.counter == "instructions"](auto& row) {
        const double value = number_at(row, path);
        if (value == 0 || std::isnan(value)) return std::string();
        return (of_code && text_at(row, "instructions_by") == "estimated" ? "~" : "") + how(value);
    };
    return {words.group, words.title, side::right, text, words.spare, words.legend};
}

/// Half the interval, in percent of the median.
std::string spread(const record& row) {
    const record* time = find(row, "time/kernel_us");
    if (!time) return {};
    const double half = (number_at(*time, "high") - number_at(*time, "low")) / 2 / number_at(*time, "median");
    return std::isnan(half) ? "" : fmt::format("{:.1f}%", half * 100);
}

/// The factor, or "=" where the difference is too close to call.
column speedup_column(const char* title, const std::string& of, int spare, const char* legend) {
    const auto text = [of](const record& row) {
        if (text_at(row, of + "_verdict") == "same") return std::string("=");
        return factor(number_at(row, of + "_speedup"));
    };
    return {"", title, side::right, text, spare, legend};
}

}  // namespace

column text_column(const char* title, const char* field, int spare) {
    return {"", title, side::left, [field](const record& row) { return text_at(row, field); }, spare};
}

column number_column(std::string group, std::string title, std::string path, format how, int spare, double scale) {
    const auto text = [path = std::move(path), how, scale](const record& row) {
        return how(number_at(row, path) * scale);
    };
    return {std::move(group), std::move(title), side::right, text, spare};
}

std::vector<column> rung_columns() {
    return {
        {"", "#", side::right, [](const record& row) { return counted(number_at(row, "rung")); }},
        text_column("rung", "name"),
    };
}

std::vector<column> counter_columns() {
    std::vector<column> columns;
    for (const counter_words& words : counters) columns.push_back(counter_column(words));
    return columns;
}

std::vector<column> shown_counter_columns(const ladders::pattern& pattern) {
    std::vector<column> columns;
    for (const std::string_view shown : pattern.shown_counters) {
        const auto* const known = std::ranges::find(counters, shown, &counter_words::counter);
        if (known == std::end(counters)) throw std::logic_error(fmt::format("no column for the counter {}", shown));
        columns.push_back(counter_column(*known));
        columns.back().spare = static_cast<int>(columns.size());
    }
    return columns;
}

std::vector<column> time_columns(const ladders::pattern& pattern) {
    std::vector<column> columns = {
        explained(number_column("", "us", "time/kernel_us/median", measured),
                  "us: median of single cold runs (caches flushed)"),
        {"", "+-", side::right, spread, 6, "+-: half the 95% interval"},
        speedup_column("gain", "step", 4, "gain: speedup over the rung that it improves"),
        speedup_column("total", "cumulative", 0, "total: speedup over the first rung; =: too close to call"),
    };
    if (pattern.roof) {
        columns.push_back(explained(number_column("", "of roof", "roof_fraction", percent, 3),
                                    "roof: the measured speed of the memory, which no kernel can exceed"));
        columns.push_back({"", "roof", side::left, roof_bar, 5});
        columns.push_back(
            explained(number_column("", "GB/s", "bandwidth_gbps", measured, 7), "GB/s: minimum bytes divided by time"));
    }
    if (!pattern.rate.empty()) {
        columns.push_back(
            number_column("", std::string(pattern.rate), "elements_per_us", measured, 7, pattern.rate_per_element_us));
    }
    columns.push_back(
        explained(number_column("", "hot us", "time/hot_kernel_us/median", measured, 6), "hot: caches not flushed"));
    return columns;
}

std::vector<column> program_columns() {
    constexpr double milliseconds = 1e-3;
    const auto phase = [](const char* title, const char* path, int spare = 0) {
        return number_column("", title, path, measured, spare, milliseconds);
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
    constexpr const char* ways = "weak: the same number of elements on each GPU; strong: the same number in all";
    return {
        {"", "GPUs", side::right, [](const record& row) { return counted(number_at(row, "gpus")); }},
        {"", "scaling", side::left, [](const record& row) { return text_at(row, "scaling"); }, 0, ways},
        {"", "elements", side::right,
         [](const record& row) { return format_size(row.value("elements", std::uint64_t{0})); }},
        explained(number_column("", "us", "time/call_us/median", measured),
                  "us: median of whole calls, until the result is there"),
        number_column("", "speedup", "speedup", factor),
        explained(number_column("", "efficiency", "efficiency", percent),
                  "efficiency: the rate, divided by the rate of one GPU and the number of GPUs"),
    };
}

column verified_column() {
    return {"", "ok", side::right, [](const record& row) {
                const record* verified = find(row, "verified");
                return !verified ? "" : *verified == true ? "yes" : "WRONG";
            }};
}

std::vector<column> recorded_columns(const recorded_ladder& recorded, const ladders::pattern& pattern, bool detailed) {
    std::vector<column> columns;
    for (column field : time_columns(pattern)) {
        if (field.title == "+-" || field.title == "hot us") continue;
        if (!detailed && (field.title == "GB/s" || field.title == pattern.rate)) continue;
        field.group = "recorded";
        field.text = [text = std::move(field.text), recorded](const record& row) {
            if (text_at(row, "kind") == "own") return std::string();
            const record* same = recorded.rung(row.value("rung", 0));
            return same ? text(*same) : std::string();
        };
        columns.push_back(std::move(field));
    }
    return columns;
}

std::vector<column> bound_columns() {
    return {
        explained(number_column("", "bound", "bound/us", measured, 3),
                  "bound: the least possible time on the GPU that was timed, in us (docs/bounds.md)"),
        explained(number_column("", "of bound", "bound/share", percent, 2), "of bound: the bound divided by the time"),
        {"", "limit", side::left, [](const record& row) { return text_at(row, "bound/limit"); }, 9},
    };
}

column occupancy_column() {
    const auto text = [](const record& row) {
        const record kernels = row.value("occupancy", record::array());
        const record* least = nullptr;
        for (const record& kernel : kernels) {
            if (!least || kernel.at("warps") < least->at("warps")) least = &kernel;
        }
        if (!least) return std::string();
        const char* const mark = !least->contains("registers") ? "<=" : least->contains("estimated") ? "~" : "";
        return mark + percent(number_at(*least, "warps") / number_at(*least, "most_warps"));
    };
    return {"",   "occupancy", side::right,
            text, 8,           "occupancy: of an H200's warps, how many fit (<=: the registers are not known)"};
}

std::string short_device_name(const std::string& name) {
    constexpr std::string_view maker = "NVIDIA ";
    return name.starts_with(maker) ? name.substr(maker.size()) : name;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
