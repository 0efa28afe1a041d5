#include "schedules.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace strider::kernel_check {

namespace {

/// Where a finding was seen.
struct sighting {
    std::uint64_t seed = 0;  ///< of the first schedule that showed it
    unsigned schedules = 1;  ///< that showed it
};

std::vector<emulation::finding>::iterator find(std::vector<emulation::finding>& among,
                                               const emulation::finding& found) {
    return std::find_if(among.begin(), among.end(),
                        [&](const emulation::finding& one) { return emulation::same_defect(one, found); });
}

/// Adds what a further run has shown: findings that are new, and a failure where there was none.
void merge(result& all, std::vector<sighting>& seen, const result& more, std::uint64_t seed) {
    for (std::size_t i = 0; i < more.findings.size(); ++i) {
        const auto same = find(all.findings, more.findings[i]);
        if (same != all.findings.end()) {
            ++seen[static_cast<std::size_t>(same - all.findings.begin())].schedules;
            continue;
        }
        // Records of findings come first, in the same order.
        all.records.insert(all.records.begin() + static_cast<std::ptrdiff_t>(all.findings.size()), more.records[i]);
        all.findings.push_back(more.findings[i]);
        seen.push_back({.seed = seed});
    }
    for (const emulation::finding& note : more.notes)
        if (find(all.notes, note) == all.notes.end()) all.notes.push_back(note);
    all.suppressed = std::max(all.suppressed, more.suppressed);
    if (!all.failure.empty() || more.failure.empty()) return;
    all.failure = more.failure;
    all.failed_at = more.failed_at;
    all.failed_seed = more.failed_seed;
    all.output = more.output;
}

/// Says of each finding how often it was seen, and how to see it again.
void tell_seeds(result& all, const std::vector<sighting>& seen) {
    for (std::size_t i = 0; i < all.findings.size(); ++i) {
        const auto& [seed, schedules] = seen[i];
        emulation::finding& found = all.findings[i];
        if (all.schedules > 1)
            found.message += "; seen in " + std::to_string(schedules) + " of " + std::to_string(all.schedules) +
                             " schedules, and again with --seed " + std::to_string(seed);
        nlohmann::json line = nlohmann::json::parse(all.records[i]);
        line["message"] = found.message;
        line["seed"] = seed;
        line["schedules"] = schedules;
        all.records[i] = line.dump();
    }
}

}  // namespace

result run_schedules(const options& request, const std::function<result(std::uint64_t seed)>& run) {
    const std::uint64_t first = request.run.session.seed;
    const auto run_one = [&](std::uint64_t seed) {
        result one = run(seed);
        if (one.failure.empty() || (first == 0 && request.schedules == 1)) return one;
        one.failure += " (--seed " + std::to_string(seed) + ")";
        one.failed_seed = seed;
        return one;
    };
    result all = run_one(first);
    if (first == 0 && request.schedules == 1) return all;
    all.first_seed = first;
    all.schedules = 1;
    std::vector<sighting> seen(all.findings.size(), {.seed = first});
    for (; all.schedules < request.schedules && !processes_end(); ++all.schedules)
        merge(all, seen, run_one(first + all.schedules), first + all.schedules);
    tell_seeds(all, seen);
    return all;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
