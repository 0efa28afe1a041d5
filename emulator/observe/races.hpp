// Races: two threads access the same bytes, at least one writes, and nothing orders them.
#pragma once

#include <atomic>
#include <cstring>
#include <map>
#include <utility>

#include "analysis.hpp"
#include "race_report.hpp"
#include "shadow.hpp"

namespace strider::emulation {

/// A store whose bytes can be compared with the old ones only when it is done.
struct begun_store {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;  ///< 0: no store
    std::uint64_t earlier[2] = {};

    void begin(std::uintptr_t where, std::size_t size) {
        address = where;
        bytes = size;
        const auto* const from = reinterpret_cast<const void*>(where);
        if (size == 4)  // the usual size, without a call
            std::memcpy(earlier, from, 4);
        else
            std::memcpy(earlier, from, size);
    }
    /// Whether the store left the bytes unchanged.
    bool keeps() const {
        const auto* const now = reinterpret_cast<const void*>(address);
        return (bytes == 4 ? std::memcmp(earlier, now, 4) : std::memcmp(earlier, now, bytes)) == 0;
    }
};

/// The worker's last plain store.
struct last_store : begun_store {
    std::array<std::uint32_t*, 5> kept;  ///< entries of its cells in `kept`
    unsigned count = 0;
    std::uint32_t block = 0, pc = 0;  ///< as in its access record
    bool may_keep = true;             ///< no unordered store has changed the bytes
    bool had_value = true;            ///< the bytes were written before
};

/// The last volatile access of a lane.
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
        if (last_.bytes != 0) settle_last();
        end_storing();
        if (!begun_.empty()) [[unlikely]]
            settle_races(w);
    }
    void step(worker& w, const void*) override { settle(w); }
    void on_access(worker& w, touched_memory& what) override;
    void copied(worker& w, touched_memory& what) override { check(w, what); }

private:
    void check(worker& w, touched_memory& what);
    void check_cell(worker& w, shadow_cell& cell, std::uint32_t& kept, const touched_memory& what, access_record now);
    void judge_pair(worker& w, const touched_memory& what, const access_record& before, const access_record& now,
                    const std::uint32_t* kept);
    void note_read(worker& w, const access_record& read, const access_record& now);
    void begin_race(worker& w, const racing_pair& race);
    void note_polling(worker& w, const touched_memory& what);
    void settle_races(worker& w);
    void settle_last();
    void end_storing() {
        if (storing_ != nullptr) std::exchange(storing_, nullptr)->fetch_sub(1, std::memory_order_release);
    }

    std::uint32_t guess_ = 0;  ///< the last load that was seen to guess for a compare-and-swap
    std::multimap<unsigned, std::pair<begun_store, racing_pair>> begun_;  ///< by lane
    last_store last_;
    std::atomic<unsigned>* storing_ = nullptr;  ///< counts the lane's last store until it is done
    std::array<volatile_access, most_lanes> last_volatile_;
};

/// An update is a load and a store of one element by one lane. For the store at `pc`, its load, or the reverse; null if
/// none is known.
const void* other_half_of_update(const void* pc);

/// Whether the store at this offset in the module has changed memory that had been written before.
bool changes_elsewhere(std::uint32_t pc);

/// The block's last store to these bytes of its shared memory without a later proxy fence, or null.
const access_record* unfenced_write(const worker& w, const located& memory, std::size_t bytes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
