#include <lab/bounds/occupancy.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <lab/base/numbers.hpp>

namespace strider::lab {
namespace {

double rounded_up(double value, double unit) { return std::ceil(value / unit) * unit; }

/// Registers are handed out by 256 to a warp, from the quarter of them that its scheduler has.
double blocks_by_registers(const launch_counts& launch, const chip& on) {
    if (launch.registers == 0) return std::numeric_limits<double>::infinity();
    constexpr double unit = 256, schedulers = 4;
    const double of_a_warp = rounded_up(launch.registers * warp_threads, unit);
    const double warps = std::floor(on.registers / schedulers / of_a_warp) * schedulers;
    return std::floor(warps / warps_of_block(launch));
}

double blocks_by_shared_memory(const launch_counts& launch, const chip& on) {
    constexpr double unit = 128, reserved = 1024;  // the system's share of a block, beside its own
    return std::floor(on.shared_bytes /
                      (rounded_up(launch.shared_bytes + launch.static_shared_bytes, unit) + reserved));
}

}  // namespace

double warps_of_block(const launch_counts& launch) {
    return std::ceil(std::max(launch.block_threads, 1.0) / warp_threads);
}

occupancy occupancy_of(const launch_counts& launch, const chip& on) {
    const std::pair<double, std::string_view> limits[] = {
        {std::floor(on.threads / (warps_of_block(launch) * warp_threads)), "threads"},
        {on.blocks, "blocks"},
        {blocks_by_shared_memory(launch, on), "shared memory"},
        {blocks_by_registers(launch, on), "registers"},
    };
    const auto& [blocks, by] = *std::ranges::min_element(limits, {}, [](const auto& limit) { return limit.first; });
    const double held = std::max(1.0, blocks);  // what does not fit at all is not launched
    return {held, held * warps_of_block(launch), by};
}

record occupancy_records(const record& counted) {
    std::map<std::string, const record*> largest;
    if (const record* const launches = find(counted, "launches")) {
        for (const record& row : *launches) {
            const record*& kernel = largest[text_at(row, "kernel")];
            if (!kernel || number_at(row, "counts/blocks") > number_at(*kernel, "counts/blocks")) kernel = &row;
        }
    }
    record out = record::array();
    for (const auto& [kernel, line] : largest) {
        const launch_counts launch = launch_counts_of(line->at("counts"));
        const occupancy held = occupancy_of(launch, h200);
        record& to = out.emplace_back(record{{"kernel", kernel},
                                             {"warps", count_or_ratio(held.warps)},
                                             {"most_warps", count_or_ratio(h200.threads / warp_threads)},
                                             {"by", held.by}});
        if (launch.registers != 0) to["registers"] = count_or_ratio(launch.registers);
        if (launch.registers != 0 && text_at(*line, "instructions_by") == "estimated") to["estimated"] = true;
        to["shared_bytes"] = count_or_ratio(launch.shared_bytes + launch.static_shared_bytes);
    }
    return out;
}

std::string occupancy_line(const record& kernel) {
    const bool is_full = kernel.at("warps") == kernel.at("most_warps");
    const bool knows_registers = kernel.contains("registers");
    return fmt::format("occupancy of {}: {}{} of {} warps{}{}", text_at(kernel, "kernel"),
                       !knows_registers               ? "at most "
                       : kernel.contains("estimated") ? "about "
                                                      : "",
                       counted(number_at(kernel, "warps")), counted(number_at(kernel, "most_warps")),
                       is_full ? "" : fmt::format(" (limit: {})", text_at(kernel, "by")),
                       knows_registers ? "" : "; its number of registers is not known");
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
