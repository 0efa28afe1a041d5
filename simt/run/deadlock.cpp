#include "deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

#include "cluster.hpp"
#include "code/module.hpp"
#include "code/places.hpp"
#include "findings.hpp"
#include "observe/observe.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace simt {

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
    observers.fetch_add(on ? 1 : -1, std::memory_order_relaxed);
}

// What a lane does in a block that cannot go on.
struct standing {
    enum { spins, holds, waits } how;
    waiting reason;
    std::string line;

    auto operator<=>(const standing&) const = default;
};

const char* words(waiting reason) {
    switch (reason) {
        case waiting::nothing:
        case waiting::log_room:
            return "to go on at ";
        case waiting::block_barrier:
            return "at the block barrier of ";
        case waiting::named_barrier:
            return "at the named barrier of ";
        case waiting::grid_barrier:
            return "at the grid barrier of ";
        case waiting::cluster_barrier:
            return "at the cluster barrier of ";
        case waiting::warp_collective:
            return "for other lanes of the warp at ";
        case waiting::convergence:
            return "for the warp to converge at ";
    }
    return "";
}

std::string words(const standing& of, bool one) {
    if (of.how == standing::spins) return fmt::format("{} at {}", one ? "spins" : "spin", of.line);
    return fmt::format("{}{} {}{}", of.how == standing::holds ? "holds what they spin for, and " : "",
                       one ? "waits" : "wait", words(of.reason), of.line);
}

// Whether the lane was the last to change one of the cells that others look at.
bool changed_watched(const worker& w, unsigned lane) {
    const spin_watch& spin = w.spin;
    return std::any_of(spin.cell, spin.cell + std::min<unsigned>(spin.cells, std::size(spin.cell)),
                       [&](const auto& cell) {
                           const auto at = w.in_step.changed_by.find(cell.address);
                           return at != w.in_step.changed_by.end() && at->second == lane;
                       });
}

standing stand(const worker& w, unsigned lane, bool spinning, std::string line) {
    waiting reason = w.lanes[lane].waits_at;
    if (reason == waiting::log_room) reason = waiting::nothing;
    // In lock step there are lanes that could run and never get their turn.
    const bool runs = !w.lock_step || (w.lanes[lane].warp->stepped & w.lanes[lane].mask) != 0;
    if (spinning && reason == waiting::nothing && runs) return {standing::spins, reason, std::move(line)};
    return {spinning && changed_watched(w, lane) ? standing::holds : standing::waits, reason, std::move(line)};
}

// "threads 1-31 spin at file:line; thread 0 holds what they spin for, and waits to go on at ..."
std::string situation(const worker& w, bool spinning) {
    std::vector<unsigned> live;
    std::vector<const void*> addresses;
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        if ((w.warps[i / warp_lanes].live >> i % warp_lanes & 1) == 0) continue;
        live.push_back(i);
        addresses.push_back(w.lanes[i].pc);
    }
    const std::vector<code_place> places = look_up(addresses);
    std::map<standing, std::vector<unsigned>> groups;
    for (std::size_t i = 0; i < live.size(); ++i)
        groups[stand(w, live[i], spinning, text(places[i].line))].push_back(live[i]);
    std::string result;
    for (const auto& [how, lanes] : groups) {
        if (!result.empty()) result += "; ";
        result += threads(lanes) + " " + words(how, lanes.size() == 1);
    }
    return result;
}

// What is the matter with the block goes to the session as a finding; where there is none that looks for findings,
// the launch throws.
void report_stuck(worker& w, const void* pc, const std::string& message, const std::string& fix) {
    launch_state& launch = *w.launch;
    if (launch.how.speed == speed::run) {
        const std::string text = fmt::format("simt: {} in kernel {}: {}; {}", name(finding_kind::deadlock),
                                             kernel_name(launch.call.kernel), message, fix);
        return launch.fail(std::make_exception_ptr(std::runtime_error(text)));
    }
    if (!launch.lane_lost)
        add_finding(w, finding_kind::deadlock, pc, nullptr, [&](raw_finding& what) {
            what.message = message;
            what.fix = fix;
        });
}

// Where the first of the lanes that spin does.
const void* place_of_spinning(const worker& w) {
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        const warp_state& warp = *w.lanes[i].warp;
        const unsigned spinning = w.lock_step ? warp.ready & warp.stepped : warp.ready;
        if ((spinning & w.lanes[i].mask) != 0) return w.lanes[i].pc;
    }
    return nullptr;
}

void report_spinning(worker& w) {
    const launch_progress& all = w.launch->progress;
    std::string message = fmt::format("no lane of block {} can go on: {}", block_text(w), situation(w, true));
    std::string fix =
        "let what the lanes spin on be written by a lane that can run: not behind the loop that waits for it, and not "
        "behind a barrier";
    if (all.next_block < w.launch->blocks) {
        message += fmt::format("; {} blocks are alive, and no more fit, so that others cannot start",
                               all.live.load(std::memory_order_relaxed));
        fix = "wait only for blocks that are sure to have started: take block numbers from an atomic counter";
    }
    if (w.lock_step) {
        message += "; in lock step the spinning lanes of a warp never let its other lanes run";
        fix =
            "keep the critical section inside of the loop that tries to enter it, so that the lane that has the "
            "lock leaves it in the same iteration";
    }
    report_stuck(w, place_of_spinning(w), message, fix);
}

void report_waiting_for_blocks(worker& w) {
    const launch_progress& all = w.launch->progress;
    const std::string message =
        fmt::format("not all blocks of the grid can come to the grid barrier: of {}, {} wait at it and {} ended before",
                    w.launch->blocks, all.at_grid_barrier, all.ended);
    report_stuck(w, w.barriers.pc, message,
                 "let all threads of all blocks reach the grid barrier: put the condition around the work, not around "
                 "the barrier, and do not return before it");
}

bool unchanged(const watched_cell& cell) { return value_at(cell.address, cell.bytes) == cell.value; }

// Whether the lane that has just had its quantum did nothing in it but look at a few cells, which are as they were.
bool only_looked(const worker& w) {
    const spin_watch& spin = w.spin;
    const unsigned known = std::min<unsigned>(spin.cells, std::size(spin.cell));
    return spin.watching && !spin.changed && spin.cells != 0 &&
           spin.cells <= spin_cells * (w.lock_step ? warp_lanes : 1) &&
           std::all_of(spin.cell, spin.cell + known, unchanged);
}

void begin_spinning(worker& w) {
    w.spin.spun_quanta = w.spin.turn_quanta = 0;
    w.spin.turn_cells.clear();
    w.spin.plain = false;
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
    spin.plain = spin.plain || !spin.waited;
    spin.spun_quanta += weight;
    spin.turn_quanta += weight;
    const unsigned all_lanes = 2 * patient_weight * ready_lanes(w);
    if (spin.turn_quanta < all_lanes) return;
    // Blocks that wait together share the budget; what may as well compute has its own.
    const std::uint64_t budget = launch.how.spin_budget / (spin.plain ? 1 : std::max(1u, launch.progress.live.load()));
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
    // While the worker watches, a lane's place is where it looked last.
    if (!w.spin.watching) w.current->pc = pc;
    judge_quantum(w);
    if (++w.turns.since >= turn_quanta) {
        w.turns.ended = true;
        suspend_block(w);
    }
    const unsigned warp = w.current->index / warp_lanes;
    if (w.warps[warp].at_convergence != 0) release_converged(w, warp);
    yield(w);
}

void watch_access(worker& w, const void* address, std::size_t bytes, unsigned how, const void* pc) {
    spin_watch& spin = w.spin;
    w.current->pc = pc;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    // An atomic operation may write what stood there before, as a failing attempt to take a lock does, and so may a
    // lane on its own stack, where clang builds the atomic_ref of each attempt anew.
    const bool atomic = (how & access_atomic) != 0;
    const bool own = place - reinterpret_cast<std::uintptr_t>(w.current->slot->low) < stack_stride;
    if ((how & access_store) != 0 && !atomic && !own) spin.changed = true;
    if (atomic || (how & access_volatile) != 0) spin.waited = true;
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
    else if ((how & access_store) != 0)  // not followed
        spin.changed = true;
    ++spin.cells;
    const auto before = std::find_if(spin.turn_cells.begin(), spin.turn_cells.end(),
                                     [&](const watched_cell& cell) { return cell.address == place; });
    if (before == spin.turn_cells.end())
        spin.turn_cells.push_back(seen);
    else
        *before = seen;
}

void report_deadlock(worker& w) {
    outside_of_lane(w, [&] {
        report_stuck(w, w.current->pc,
                     fmt::format("no lane of block {} can go on: {}", block_text(w), situation(w, false)),
                     "let all lanes that a barrier or warp operation waits for come to it");
    });
}

void report_dead_cluster(const cluster_state& all) {
    worker* first = nullptr;
    const void* pc = nullptr;
    std::string message = "no lane of the cluster can go on:";
    for (worker* block : all.blocks) {
        if (block->block.live == 0) continue;
        message +=
            fmt::format("{} in block {} {}", first == nullptr ? "" : ";", block_text(*block), situation(*block, false));
        if (first == nullptr) first = block;
        // Whoever waits for something else than the cluster keeps it from meeting.
        for (unsigned i = 0; i < block->launch->threads; ++i) {
            const lane_state& lane = block->lanes[i];
            if ((lane.warp->live & lane.mask) == 0) continue;
            if (pc == nullptr || lane.waits_at != waiting::cluster_barrier) pc = lane.pc;
            if (lane.waits_at != waiting::cluster_barrier) break;
        }
    }
    if (first != nullptr)
        report_stuck(*first, pc, message,
                     "let all threads that a barrier waits for come to it, in all blocks of the cluster");
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

void report_dead_block(worker& w) {
    if (w.block.asleep) return report_dead_cluster(*w.cluster);
    w.barriers.at_grid != 0 && w.barriers.at_grid == w.block.live ? report_waiting_for_blocks(w) : report_spinning(w);
}

void report_outside_of_mask(worker& w, const void* pc, unsigned mask) {
    add_finding(w, finding_kind::warp_divergence, pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format("{} (lane {}) takes part with mask {:#x}, which does not name it",
                                   who(w, w.current->index), w.current->index % warp_lanes, mask);
        what.fix = "name every calling lane in the mask, or keep the others from calling";
    });
}

void report_exited_source(worker& w, const void* pc, unsigned mask, unsigned thread) {
    add_finding(w, finding_kind::warp_divergence, pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format(
            "{} takes the value of thread {}, which the mask {:#x} names, but which has exited: it is undefined",
            who(w, w.current->index), thread, mask);
        what.fix =
            "let all threads of the mask come to the shuffle, those without data with a neutral value, or leave them "
            "out "
            "of the mask and do not use their values";
    });
}

void report_different_collectives(worker& w, const void* pc, const open_collective& at) {
    add_finding(w, finding_kind::warp_divergence, pc, at.pc, [&](raw_finding& what) {
        what.message = fmt::format(
            "{} is in another warp operation than the lanes that wait for it at {} with the same mask {:#x}",
            who(w, w.current->index), place(at.pc), at.mask);
        what.fix = "let all lanes of the mask execute the same operation, or give each branch its own mask";
    });
}

}  // namespace simt
