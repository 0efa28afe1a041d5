// Two accesses to the same bytes, one of them a write, by different threads with nothing that orders them.
#pragma once

#include <atomic>
#include <unordered_map>
#include <utility>

#include "analysis.hpp"
#include "shadow.hpp"

namespace strider::executor {

/// A store to where another lane has stored. Only when it is done can both values be compared.
struct begun_store {
    located at;
    std::size_t bytes = 0;
    access_record before, now;
    const void* pc = nullptr;
    std::uint64_t value[2] = {};  ///< what the other lane has stored
};

/// What a lane has last looked at or written by a volatile access.
struct volatile_access {
    std::uintptr_t address = 0;
    const void* pc = nullptr;
    bool polled = false;
};

class races final : public analysis {
public:
    void begin_launch(worker& w) override;
    void begin_block(worker& w) override;
    void end_launch(worker&) override { end_storing(); }
    void settle(worker& w) override {
        end_storing();
        if (!begun_.empty()) [[unlikely]]
            settle_store(w);
    }
    void step(worker& w, const void*) override { settle(w); }
    void touch(worker& w, touched_memory& what) override;
    void copied(worker& w, touched_memory& what) override { check(w, what); }

private:
    void check(worker& w, touched_memory& what);
    void check_cell(worker& w, shadow_cell& cell, const touched_memory& what, access_record now);
    void judge_pair(worker& w, const touched_memory& what, const access_record& before, const access_record& now);
    void note_read(worker& w, const access_record& read, const access_record& now);
    void begin_store(worker& w, const touched_memory& what, const access_record& before, const access_record& now);
    void note_polling(worker& w, const touched_memory& what);
    void settle_store(worker& w);
    void end_storing() {
        if (storing_ != nullptr) std::exchange(storing_, nullptr)->fetch_sub(1, std::memory_order_release);
    }

    std::uint32_t guess_ = 0;                          ///< the load that was last seen to guess for a compare-and-swap
    std::unordered_map<unsigned, begun_store> begun_;  ///< by lane
    std::atomic<unsigned>* storing_ = nullptr;         ///< where the lane's last store is counted until it is done
    std::array<volatile_access, most_lanes> last_volatile_;
};

/// The load of an element that the lane which loaded it then stored, of the store at `pc`, or the other way around;
/// null: none is known.
const void* other_half_of_update(const void* pc);

/// What the block has stored to these bytes of its shared memory without a proxy fence since; null: nothing.
const access_record* unfenced_write(const worker& w, const located& at, std::size_t bytes);

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
