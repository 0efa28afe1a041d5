// Counts the work of a GPU's memory system: see recorder.hpp.
#pragma once

#include "analysis.hpp"
#include "block.hpp"
#include "recorder.hpp"

namespace strider::emulation {

class counting final : public analysis {
public:
    void begin_launch(worker& w) override;
    void end_launch(worker& w) override;
    bool follows_steps() const override { return on_; }

    void begin_block(worker& w) override {
        if (!on_) return;
        end_path(w);
        clear_logs(*record_, w);
    }
    void step(worker& w, const void* pc) override {
        log(w, event_kind::step, pc);
        ++phase_[w.current->index];
    }
    void enter(worker& w, const void* caller) override { log(w, event_kind::enter, caller); }
    void leave(worker& w, const void* pc) override { log(w, event_kind::leave, pc); }
    void arrival(worker& w, const void* pc, bool of_block) override {
        if (!of_block) log(w, event_kind::sync, pc);
    }
    void quiet_warp(worker& w, unsigned warp) override {
        if (on_) replay(*record_, w, warp);
    }
    /// Lanes whose logs are full must not lose their turn.
    void between_steps(worker& w, unsigned warp) override {
        if (on_ && record_->starved[warp] != 0) replay(*record_, w, warp);
    }

    void on_access(worker& w, touched_memory& what) override {
        if (on_ && !what.has(access_async)) log_access(w, what.at.space, what);
    }
    void on_repeated_access(worker& w, const memory_access& what) override {
        if (on_) log_access(w, locate(w, what.address, what.bytes).space, what);
    }
    void on_local_access(worker&, const memory_access&) override { ++local_accesses_; }
    void begin_copy_to(worker& w, const located& to, const pending_copy& copy) override;

    void block_barrier(worker& w) override { count_barrier(w); }
    void left_grid_barrier(worker& w) override { count_barrier(w); }
    void operation(worker&) override { ++operations_; }

private:
    void log(worker& w, event_kind kind, const void* pc) {
        if (on_) record(*record_, w, kind, 0, 0, pc);
    }
    void log_access(worker& w, memory_space space, const memory_access& what);
    void count_barrier(const worker& w);
    void end_phase_of_path(const worker& w);
    void end_path(const worker& w);

    bool on_ = false;                   ///< whether this launch is counted
    std::unique_ptr<recorder> record_;  ///< made at the first launch that is counted
    std::uint64_t local_accesses_ = 0;  ///< in all blocks of the launch
    std::uint64_t barriers_ = 0;        ///< block barriers in all blocks
    std::uint64_t operations_ = 0;      ///< noted by lanes in all blocks
    std::array<std::uint32_t, most_lanes>
        phase_{};                                ///< by lane: its path since the barrier; see counters::longest_path
    std::uint64_t path_ = 0, longest_path_ = 0;  ///< of the block up to the barrier; of the blocks before it
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
