// The emulator's counters by their names in records.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <strider/emulator/session.hpp>

namespace strider::ladders {

inline std::vector<std::pair<std::string, double>> named_counters(const emulation::counters& c) {
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    return {{"launches", count(c.launches)},
            {"blocks", count(c.blocks)},
            {"steps", count(c.warp_steps)},
            {"threads_per_step", c.threads_per_instruction()},
            {"divergent_branches", count(c.divergent_branches)},
            {"shared_wavefronts_per_request", c.shared_wavefronts_per_request()},
            {"shared_wavefronts", count(c.shared_load_wavefronts + c.shared_store_wavefronts)},
            {"shared_excess_wavefronts", count(c.shared_excess_wavefronts)},
            {"global_sectors_per_request", c.global_sectors_per_request()},
            {"global_sectors", count(c.global_load_sectors + c.global_store_sectors)},
            {"global_bytes_requested", count(c.global_load_bytes + c.global_store_bytes)},
            {"global_bytes_loaded", count(c.global_load_bytes)},
            {"barriers", count(c.barriers)},
            {"warp_syncs", count(c.warp_syncs)},
            {"atomics", count(c.atomics)},
            {"global_atomics", count(c.atomics - c.shared_atomics)},
            {"atomic_max_contention", count(c.atomic_max_contention)},
            {"operations", count(c.operations)}};
}

/// The same of loads, stores, atomics and asynchronous copies apart, as the hardware counts them.
inline std::vector<std::pair<std::string, double>> named_requests(const emulation::counters& c) {
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    return {{"shared_load_requests", count(c.shared_load_requests)},
            {"shared_load_wavefronts", count(c.shared_load_wavefronts)},
            {"shared_store_requests", count(c.shared_store_requests)},
            {"shared_store_wavefronts", count(c.shared_store_wavefronts)},
            {"shared_copy_requests", count(c.shared_copy_requests)},
            {"shared_copy_wavefronts", count(c.shared_copy_wavefronts)},
            {"global_load_requests", count(c.global_load_requests)},
            {"global_load_sectors", count(c.global_load_sectors)},
            {"global_store_requests", count(c.global_store_requests)},
            {"global_store_sectors", count(c.global_store_sectors)},
            {"atomic_requests", count(c.atomic_requests)}};
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
