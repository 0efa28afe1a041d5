#include <lab/bounds/limit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <lab/base/numbers.hpp>
#include <lab/bounds/occupancy.hpp>

namespace strider::lab {
namespace {

/// What the warps of a multiprocessor have asked for and not got, while all of them wait for loads.
void add_bytes_in_flight(record& to, const record& counted) {
    launch_counts most;
    for (const record& line : counted.value("launches", record::array())) {
        const launch_counts launch = launch_counts_of(line.at("counts"));
        if (launch.load_sectors > most.load_sectors) most = launch;
    }
    if (most.load_batches == 0) return;
    const double warps = std::min(occupancy_of(most, h200).warps, most.blocks * warps_of_block(most));
    to["warps"] = count_or_ratio(warps);
    to["bytes_in_flight"] = warps * most.load_sectors * sector_bytes / most.load_batches;
}

/// Whether lanes of a request add to one address, or a sector takes more atomics than it has words, on average.
bool atomics_meet(const record& counted) {
    if (number_at(counted, "counters/atomic_max_contention") > 1) return true;
    constexpr double words_of_sector = 8;
    double most = 0;
    for (const record& line : counted.value("launches", record::array())) {
        const launch_counts launch = launch_counts_of(line.at("counts"));
        if (launch.atomic_sectors > 0) most = std::max(most, launch.global_atomic_passes / launch.atomic_sectors);
    }
    return most > words_of_sector;
}

}  // namespace

record limit_record(const record& bound, const record& counted) {
    record out{{"by", bound["limit"]}, {"us", bound["us"]}};
    if (!bound.contains("share")) return out;
    out["share"] = bound["share"];
    if (number_at(bound, "share") * latency_factor >= 1) return out;
    out["largest"] = std::exchange(out["by"], "latency");
    if (text_at(out, "largest") == "atomics") out["atomics_meet"] = atomics_meet(counted);
    add_bytes_in_flight(out, counted);
    return out;
}

std::string limit_line(const record& limit) {
    const std::string by = text_at(limit, "by");
    const std::string us = measured(number_at(limit, "us"));
    if (!limit.contains("share"))
        return fmt::format("limited by {}: at least {} us; no time is recorded to compare", by, us);
    const std::string share = percent(number_at(limit, "share"));
    if (number_at(limit, "share") > 1.005)
        return fmt::format(
            "probably limited by {}: the emulator's counts give {} us. That is more than was measured, so the GPU "
            "does less work than the emulator counts",
            by, us);
    if (by != "latency") return fmt::format("limited by {}: at least {} us, {} of the time", by, us, share);
    if (text_at(limit, "largest") == "atomics" && limit.value("atomics_meet", false))
        return fmt::format(
            "limited by latency: warps wait for atomics that meet in one sector. Spread evenly over sectors, the "
            "atomics would take {} of the time",
            share);
    std::string line = fmt::format(
        "limited by latency: warps spend much of the time waiting. The busiest part is {}: at least {} of the time",
        text_at(limit, "largest"), share);
    if (!limit.contains("warps")) return line;
    const double bytes = number_at(limit, "bytes_in_flight");
    line +=
        fmt::format(". A multiprocessor holds {} of {} warps, with about {} KiB of loads in flight",
                    counted(number_at(limit, "warps")), counted(h200.threads / warp_threads), measured(bytes / 1024));
    if (bytes < h200.busy_bytes) line += fmt::format("; DRAM needs {} KiB to be busy", counted(h200.busy_bytes / 1024));
    return line;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
