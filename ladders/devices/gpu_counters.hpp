// Hardware counters of a GPU by CUPTI's range profiler, which is loaded when they are first asked for.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace strider::ladders {

/// Why there are no counters, in one line.
class counters_refused : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// The counters of a chip. The driver may refuse them to whoever is not root: counting throws `counters_refused` then,
/// as it does where CUPTI is missing, now or when this was built.
class gpu_counters {
public:
    /// `chip` is CUPTI's name, such as GH100; empty: the present device's.
    explicit gpu_counters(std::string chip = "");
    ~gpu_counters();
    gpu_counters(const gpu_counters&) = delete;
    gpu_counters& operator=(const gpu_counters&) = delete;

    /// How often the work has to run, since the hardware has few counters. Needs no GPU.
    std::size_t passes();

    /// Runs `before` and then `work` once a pass, and counts what `work` does on the current device; it waits for its
    /// end itself. By their names in records: those that the emulator has too, and bytes of DRAM, hits in L2,
    /// occupancy and issue slots, which it does not.
    std::vector<std::pair<std::string, double>> count(const std::function<void()>& before,
                                                      const std::function<void()>& work);

private:
    struct profiler;
    std::unique_ptr<profiler> profiler_;
};

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
