#include <lab/measure/speedups.hpp>

#include <cmath>

namespace strider::lab {
namespace {

/// NAME_speedup, NAME_speedup_interval and NAME_verdict.
void add_speedup(record& to, const std::string& name, const timed_row& before, const timed_row& after) {
    to[name + "_speedup"] = median(kept(before.times)) / median(kept(after.times));
    if (const auto match = compare(before.times, after.times)) {
        to[name + "_speedup_interval"] = {match->low, match->high};
        to[name + "_verdict"] = lab::name(match->is);
    }
}

/// How many times as fast a row is as each contender.
record ratios_of(const timed_row& row, std::span<const timed_row> rows) {
    record ratios = record::array();
    for (const timed_row& other : rows) {
        if (other.kind != ladders::rung_kind::contender || other.times.empty()) continue;
        const auto match = compare(other.times, row.times);
        if (!match) continue;
        ratios.push_back({{"rung", other.number},
                          {"name", other.name},
                          {"ratio", match->ratio},
                          {"interval", {match->low, match->high}},
                          {"verdict", lab::name(match->is)}});
    }
    return ratios;
}

}  // namespace

std::vector<record> speedup_records(std::span<const timed_row> rows) {
    std::vector<step_time> steps;
    for (const timed_row& row : rows) {
        const double time = row.times.empty() ? std::nan("") : median(kept(row.times));
        steps.push_back({row.number, row.follows, row.kind == ladders::rung_kind::rung, time});
    }
    const std::vector<references> against = references_of(steps);
    std::vector<record> records(rows.size(), record::object());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].times.empty()) continue;
        if (against[i].step) add_speedup(records[i], "step", rows[*against[i].step], rows[i]);
        if (against[i].first) add_speedup(records[i], "cumulative", rows[*against[i].first], rows[i]);
        if (rows[i].kind == ladders::rung_kind::contender) continue;
        if (record ratios = ratios_of(rows[i], rows); !ratios.empty()) records[i]["ratios"] = std::move(ratios);
    }
    return records;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
