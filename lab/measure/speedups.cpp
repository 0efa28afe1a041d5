#include <lab/measure/speedups.hpp>

#include <cmath>

namespace strider::lab {
namespace {

/// NAME_speedup, NAME_speedup_interval and NAME_verdict.
void add_speedup(record& to, const std::string& name, const timed_row& before, const timed_row& after) {
    to[name + "_speedup"] = median(kept(before.times)) / median(kept(after.times));
    if (const auto found = compare(before.times, after.times)) {
        to[name + "_speedup_interval"] = {found->low, found->high};
        to[name + "_verdict"] = lab::name(found->is);
    }
}

/// How many times as fast a row is as each contender.
record ratios_of(const timed_row& row, std::span<const timed_row> rows) {
    record ratios = record::array();
    for (const timed_row& other : rows) {
        if (other.kind != ladders::rung_kind::contender || other.times.empty()) continue;
        const auto found = compare(other.times, row.times);
        if (!found) continue;
        ratios.push_back({{"rung", other.number},
                          {"name", other.name},
                          {"ratio", found->ratio},
                          {"interval", {found->low, found->high}},
                          {"verdict", lab::name(found->is)}});
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
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (rows[at].times.empty()) continue;
        if (against[at].step) add_speedup(records[at], "step", rows[*against[at].step], rows[at]);
        if (against[at].first) add_speedup(records[at], "cumulative", rows[*against[at].first], rows[at]);
        if (rows[at].kind == ladders::rung_kind::contender) continue;
        if (record ratios = ratios_of(rows[at], rows); !ratios.empty()) records[at]["ratios"] = std::move(ratios);
    }
    return records;
}

}  // namespace strider::lab
