// The emulator's counters by their names in records.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <strider/emulator/session.hpp>

namespace strider::ladders {

struct named_counter {
    std::string_view name;
    double (*value)(const emulation::counters&);
    bool has_column = true;  ///< in tables: see lab/report/columns.cpp
};

template <auto... Members>
double sum_of(const emulation::counters& c) {
    return static_cast<double>(((c.*Members) + ...));
}

/// The counters of a record.
inline constexpr auto counters_of_records = [] {
    using c = emulation::counters;
    return std::to_array<named_counter>({
        {"launches", sum_of<&c::launches>},
        {"blocks", sum_of<&c::blocks>},
        {"steps", sum_of<&c::warp_steps>, false},
        {"threads_per_step", [](const c& seen) { return seen.threads_per_step(); }},
        {"divergent_branches", sum_of<&c::divergent_branches>},
        {"shared_wavefronts_per_request", [](const c& seen) { return seen.shared_wavefronts_per_request(); }},
        {"shared_wavefronts", sum_of<&c::shared_load_wavefronts, &c::shared_store_wavefronts>},
        {"shared_excess_wavefronts", sum_of<&c::shared_excess_wavefronts>, false},
        {"global_sectors_per_request", [](const c& seen) { return seen.global_sectors_per_request(); }},
        {"global_sectors", sum_of<&c::global_load_sectors, &c::global_store_sectors>},
        {"global_bytes_requested", sum_of<&c::global_load_bytes, &c::global_store_bytes>},
        {"global_bytes_loaded", sum_of<&c::global_load_bytes>},
        {"barriers", sum_of<&c::barriers>},
        {"warp_syncs", sum_of<&c::warp_syncs>},
        {"atomics", sum_of<&c::atomics>},
        {"global_atomics", [](const c& seen) { return static_cast<double>(seen.atomics - seen.shared_atomics); }},
        {"atomic_max_contention", sum_of<&c::atomic_max_contention>},
        {"operations", sum_of<&c::operations>},
    });
}();

inline std::vector<std::pair<std::string, double>> named_counters(const emulation::counters& seen) {
    std::vector<std::pair<std::string, double>> made;
    for (const named_counter& one : counters_of_records) made.emplace_back(one.name, one.value(seen));
    return made;
}

/// The counters that the hardware has as well: loads, stores, atomics and asynchronous copies separately.
inline std::vector<std::pair<std::string, double>> named_requests(const emulation::counters& seen) {
    constexpr std::string_view names[] = {"shared_load_requests",    "shared_load_wavefronts", "shared_store_requests",
                                          "shared_store_wavefronts", "shared_copy_requests",   "shared_copy_wavefronts",
                                          "global_load_requests",    "global_load_sectors",    "global_store_requests",
                                          "global_store_sectors",    "atomic_requests"};
    std::vector<std::pair<std::string, double>> made;
    for (const auto& [name, member, how] : emulation::counter_fields)
        if (std::ranges::find(names, name) != std::end(names))
            made.emplace_back(name, static_cast<double>(seen.*member));
    return made;
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
