#include "spinning.hpp"

#include <algorithm>
#include <bit>
#include <thread>
#include <utility>

#include "code/module.hpp"
#include "deadlock.hpp"
#include "events.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

/// A quantum in which no more different cells than this were read, and none written, can be a spin.
constexpr unsigned spin_cells = 4;
/// Quanta without any event, for each lane that can run, before accesses are watched. Only costs time.
constexpr unsigned unwatched_quanta = 8;
/// After so many quanta a block gives way to others, if it has not waited yet: for what they do may be waited for in
/// ways that are not recognised.
constexpr unsigned turn_quanta = 1 << 14;
/// A loop that only reads plain memory may as well be computing: it is given so many times more time.
constexpr unsigned patient_weight = 256;

unsigned ready_lanes(const worker& w) {
    unsigned count = 0;
    for (unsigned i = 0; i < w.warp_count; ++i) count += std::popcount(w.warps[i].ready);
    return count;
}

void watch(worker& w, bool on) {
    if (w.spin.watching == on) return;
    w.spin.watching = on;
    watchers.fetch_add(on ? 1 : -1, std::memory_order_relaxed);
}

bool unchanged(const watched_cell& cell) { return value_at(cell.address, cell.bytes) == cell.value; }

// Whether the lane has done no more in its quantum so far than look at a few cells.
bool may_only_look(const worker& w) {
    return !w.spin.changed && w.spin.cells <= spin_cells * (w.lock_step ? warp_lanes : 1);
}

// Whether the lane that has just had its quantum did nothing in it but look at a few cells, which are as they were.
bool only_looked(const worker& w) {
    const spin_watch& spin = w.spin;
    const unsigned known = std::min<unsigned>(spin.cells, std::size(spin.cell));
    return spin.watching && may_only_look(w) && spin.cells != 0 && std::all_of(spin.cell, spin.cell + known, unchanged);
}

void begin_spinning(worker& w) {
    w.spin.spun_quanta = w.spin.turn_quanta = 0;
    w.spin.turn_cells.clear();
    w.spin.unpolled = false;
    for (unsigned i = 0; i < w.warp_count; ++i) w.warps[i].stepped = 0;
}

// The lanes of the block have looked on for one more quantum. Other blocks get their turn when all of its lanes have
// had theirs, and a deadlock is declared when no block of the launch has done anything else for the whole spin budget.
void judge_looking(worker& w) {
    launch_state& launch = *w.launch;
    spin_watch& spin = w.spin;
    // Once the launch has failed elsewhere, what this block waits for may never come: no finding of its own.
    const auto give_up = [&] {
        if (launch.progress.dead) outside_of_lane(w, [&] { report_dead_block(w); });
        abandon_block(w);
    };
    if (launch.stop) give_up();
    const unsigned weight = spin.waited ? patient_weight : 1;
    spin.unpolled = spin.unpolled || !spin.waited;
    spin.spun_quanta += weight;
    spin.turn_quanta += weight;
    const unsigned all_lanes = 2 * patient_weight * ready_lanes(w);
    if (spin.turn_quanta < all_lanes) return;
    // Blocks that wait together share the budget; what may as well compute has its own.
    const std::uint64_t budget =
        launch.how.spin_budget / (spin.unpolled ? 1 : std::max(1u, launch.progress.live.load()));
    const bool stuck = spin.spun_quanta >= all_lanes && spin.spun_quanta / patient_weight * quantum_steps >= budget;
    if (note_looking(w, stuck)) give_up();
    suspend_block(w);
}

// Follows what the block does in quanta without events.
void judge_quantum(worker& w) {
    launch_state& launch = *w.launch;
    spin_watch& spin = w.spin;
    if (++spin.idle_quanta >= std::uint64_t{unwatched_quanta} * ready_lanes(w)) {
        if (!spin.watching || !only_looked(w)) {
            watch(w, true);
            begin_spinning(w);
            note_progress(launch);
        } else if (spin.progress != launch.progress.count) {
            begin_spinning(w);
        } else {
            judge_looking(w);
        }
    }
    spin.progress = launch.progress.count;
    spin.changed = false;
    spin.waited = false;
    spin.cells = 0;
}

}  // namespace

void note_event(worker& w) {
    w.spin.idle_quanta = 0;
    if (!w.spin.watching) [[likely]]
        return;
    watch(w, false);
    note_progress(*w.launch);
}

void end_quantum(worker& w, const void* pc) {
    const bool polled = std::exchange(w.turns.polled, false);
    ++(polled ? w.block.polled_quanta : w.block.quanta);
    if (w.observed_by != nullptr && w.block.quanta % 16 == 0) end_check_at_limit(w);
    spend_work_of_block(w);
    // The block that this one waits for may need the processor.
    if (polled && w.uninstrumented) std::this_thread::yield();
    // While the worker watches, a lane's place is where it looked last.
    if (!w.spin.watching) w.current->pc = pc;
    // What uninstrumented code does between two atomic operations is not seen: it may as well compute as wait.
    if (!w.uninstrumented) judge_quantum(w);
    if (++w.turns.since >= turn_quanta) {
        w.turns.ended = true;
        suspend_block(w);
    }
    const unsigned warp = w.current->index / warp_lanes;
    if (w.warps[warp].at_convergence != 0) release_converged(w, warp);
    yield(w);
}

void watch_access(worker& w, const void* address, std::size_t bytes, unsigned kind, const void* pc) {
    spin_watch& spin = w.spin;
    w.current->pc = pc;
    if (!may_only_look(w)) return;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    // An atomic operation may write what stood there before, as a failing attempt to take a lock does, and so may a
    // lane on its own stack, where clang builds the atomic_ref of each attempt anew.
    const bool atomic = (kind & access_atomic) != 0;
    const bool own = place - reinterpret_cast<std::uintptr_t>(w.current->slot->low) < stack_stride;
    if ((kind & access_store) != 0 && !atomic && !own) spin.changed = true;
    if (atomic || (kind & access_volatile) != 0) spin.waited = true;
    const unsigned known = std::min<unsigned>(spin.cells, std::size(spin.cell));
    const std::uint64_t value = value_at(place, bytes);
    for (auto* cell = spin.cell; cell != spin.cell + known; ++cell)
        if (cell->address == place) {
            if (std::exchange(cell->value, value) != value) spin.changed = true;
            return;
        }
    const watched_cell seen{place, bytes, value};
    if (spin.cells < std::size(spin.cell))
        spin.cell[spin.cells] = seen;
    else if ((kind & access_store) != 0)  // not followed
        spin.changed = true;
    ++spin.cells;
    const auto before = std::find_if(spin.turn_cells.begin(), spin.turn_cells.end(),
                                     [&](const watched_cell& cell) { return cell.address == place; });
    if (before == spin.turn_cells.end())
        spin.turn_cells.push_back(seen);
    else
        *before = seen;
}

bool waits_in_vain(const worker& w) {
    const std::span<const std::byte> own = own_thread_locals();
    // What stands in the thread's static shared memory now may be another block's; its own nobody else can change.
    const auto is_own = [begin = reinterpret_cast<std::uintptr_t>(own.data()), &own](const watched_cell& cell) {
        return cell.address - begin < own.size();
    };
    const bool is_shared = w.cluster != nullptr;  // with other blocks
    return !w.turns.ended && std::all_of(w.spin.turn_cells.begin(), w.spin.turn_cells.end(),
                                         [&](const auto& cell) { return is_own(cell) ? !is_shared : unchanged(cell); });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
