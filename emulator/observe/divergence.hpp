// Barriers that not all threads reach, or reach at different places, and shuffles that read absent threads.
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

class divergence final : public analysis {
public:
    void block_barrier(worker& w) override { check_barrier(w); }
    void left_grid_barrier(worker& w) override { check_barrier(w); }
    void missing_source(worker& w, const undefined_value& value) override;
    void collective(worker& w, unsigned warp, const open_collective& shuffle) override;
    void on_access(worker& w, touched_memory& what) override {
        if (!held_.empty() && what.writes()) [[unlikely]]
            note_store(w, what);
    }
    void settle(worker& w) override {
        if (!held_.empty()) [[unlikely]]
            settle_store(w);
    }
    void begin_block(worker& w) override;

private:
    /// A value that a lane got from a shuffle, directly or through other lanes.
    struct held_value {
        undefined_value origin;
        unsigned taker = 0;          ///< the lane that made the shuffle
        bool was_undefined = false;  ///< the lane also brought an undefined value
        std::uint64_t own = 0, received = 0;
    };
    struct held_values {
        std::vector<held_value> values;  ///< results of the last shuffles
        memory_access stored;            ///< the lane's last store
    };

    static void describe(const worker& w, unsigned lane, const undefined_value& value, raw_finding& what);
    static void report(worker& w, const held_value& held);
    void note_store(const worker& w, const memory_access& what);
    void settle_store(worker& w);
    static void check_barrier(worker& w);

    std::unordered_map<unsigned, held_values> held_;    ///< by lane
    std::unordered_map<unsigned, held_value> brought_;  ///< by lane: its value in the last shuffle
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
