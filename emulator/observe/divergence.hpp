// Barriers that not all threads come to, or at different places, and shuffles that ask threads which do not take part.
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
    void collective(worker& w, unsigned warp, const open_collective& at) override;
    void touch(worker& w, touched_memory& what) override {
        if (!held_.empty() && what.writes()) [[unlikely]]
            note_store(w, what);
    }
    void settle(worker& w) override {
        if (!held_.empty()) [[unlikely]]
            settle_store(w);
    }
    void begin_block(worker& w) override;

private:
    /// What a lane has of a shuffle, directly or through other lanes.
    struct held_value {
        undefined_value origin;
        unsigned taker = 0;          ///< the lane that asked
        bool was_undefined = false;  ///< so was what the lane brought
        std::uint64_t own = 0, received = 0;
    };
    struct held_values {
        std::vector<held_value> values;  ///< of shuffles, the last ones
        memory_access stored;            ///< by the lane, last
    };

    static void describe(const worker& w, unsigned lane, const undefined_value& value, raw_finding& what);
    static void report(worker& w, const held_value& held);
    void note_store(const worker& w, const memory_access& what);
    void settle_store(worker& w);
    static void check_barrier(worker& w);

    std::unordered_map<unsigned, held_values> held_;    ///< by lane
    std::unordered_map<unsigned, held_value> brought_;  ///< to the last shuffle
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
