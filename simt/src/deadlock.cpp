#include "deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>

#include "findings.hpp"
#include "observe.hpp"
#include "places.hpp"
#include "scheduler.hpp"

namespace simt {

namespace {

/// A quantum in which no more different cells than this were read, and none written, can be a spin.
constexpr unsigned spin_cells = 4;
/// Quanta without any event, for each lane that can run, before accesses are watched. Only costs time.
constexpr unsigned unwatched_quanta = 8;
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

void count_as_spinning(worker& w, bool yes) {
    if (w.spin.counted == yes) return;
    w.spin.counted = yes;
    w.launch->spinning += yes ? 1 : -1;
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
                           const auto at = w.changed_by.find(cell.address);
                           return at != w.changed_by.end() && at->second == lane;
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
    if (!w.lane_lost)
        add_finding(w, finding_kind::deadlock, pc, nullptr, [&](raw_finding& what) {
            what.message = message;
            what.fix = fix;
        });
    launch.stop = true;
}

void report_spinning(worker& w, const void* pc) {
    std::string message = fmt::format("no lane of block {} can go on: {}", block_text(w), situation(w, true));
    std::string fix =
        "let what the lanes spin on be written by a lane that can run: of a block that started "
        "earlier, and not behind a barrier";
    if (w.lock_step) {
        message += "; in lock step the spinning lanes of a warp never let its other lanes run";
        fix =
            "keep the critical section inside of the loop that tries to enter it, so that the lane that has the "
            "lock leaves it in the same iteration";
    }
    report_stuck(w, pc, message, fix);
}

[[noreturn]] void give_up_spinning(worker& w, const void* pc) {
    outside_of_lane(w, [&] { report_spinning(w, pc); });
    abandon_block(w);
}

// Whether the lane that has just had its quantum did nothing in it but look at a few cells.
bool only_looked(const worker& w) {
    return w.spin.watching && !w.spin.changed && w.spin.cells != 0 &&
           w.spin.cells <= spin_cells * (w.lock_step ? warp_lanes : 1);
}

void begin_spinning(worker& w) {
    w.spin.spun_quanta = 0;
    for (unsigned i = 0; i < w.warp_count; ++i) w.warps[i].stepped = 0;
}

// Follows what the block does in quanta without events. A deadlock is declared when all lanes have done nothing but
// look at a few cells for the whole spin budget, and no other block of the launch has got on meanwhile.
void judge_quantum(worker& w, const void* pc) {
    launch_state& launch = *w.launch;
    spin_watch& spin = w.spin;
    const unsigned lanes = ready_lanes(w);
    if (++spin.idle_quanta < std::uint64_t{unwatched_quanta} * lanes) return;
    const std::uint64_t progress = launch.progress.load(std::memory_order_relaxed);
    if (!spin.watching) {
        watch(w, true);
        begin_spinning(w);
    } else if (!only_looked(w)) {
        begin_spinning(w);
        count_as_spinning(w, false);
        ++launch.progress;
    } else if (spin.progress != progress) {
        begin_spinning(w);
        count_as_spinning(w, false);
    } else if (spin.spun_quanta += spin.waited ? patient_weight : 1;
               spin.spun_quanta / patient_weight * quantum_steps >= launch.how.spin_budget &&
               spin.spun_quanta / patient_weight >= 2 * lanes) {
        // Once the launch has failed elsewhere, what this block waits for may never come: no finding of its own.
        if (launch.stop.load(std::memory_order_relaxed)) abandon_block(w);
        count_as_spinning(w, true);
        if (launch.spinning == launch.running) give_up_spinning(w, pc);
    }
    spin.progress = launch.progress.load(std::memory_order_relaxed);
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
    count_as_spinning(w, false);
    ++w.launch->progress;
}

void end_quantum(worker& w, const void* pc) {
    w.current->pc = pc;
    judge_quantum(w, pc);
    const unsigned warp = w.current->index / warp_lanes;
    if (w.warps[warp].at_convergence != 0) release_converged(w, warp);
    const lane_state* before = w.current;
    yield(w);
    if (w.current == before) std::this_thread::yield();
}

void watch_access(worker& w, const void* address, std::size_t bytes, unsigned how) {
    spin_watch& spin = w.spin;
    // An atomic operation may write what stood there before, as a failing attempt to take a lock does.
    const bool atomic = (how & access_atomic) != 0;
    if ((how & access_store) != 0 && !atomic) spin.changed = true;
    if (atomic || (how & access_volatile) != 0) spin.waited = true;
    std::uint64_t value = 0;
    std::memcpy(&value, address, std::min(bytes, sizeof(value)));
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    const unsigned known = std::min<unsigned>(spin.cells, std::size(spin.cell));
    for (auto* cell = spin.cell; cell != spin.cell + known; ++cell)
        if (cell->address == place) {
            if (std::exchange(cell->value, value) != value) spin.changed = true;
            return;
        }
    if (spin.cells < std::size(spin.cell)) spin.cell[spin.cells] = {place, value};
    ++spin.cells;
}

void report_deadlock(worker& w) {
    outside_of_lane(w, [&] {
        report_stuck(w, w.current->pc,
                     fmt::format("no lane of block {} can go on: {}", block_text(w), situation(w, false)),
                     "let all lanes that a barrier or warp operation waits for come to it");
    });
}

void report_outside_of_mask(worker& w, const void* pc, unsigned mask) {
    add_finding(w, finding_kind::warp_divergence, pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format("{} (lane {}) takes part with mask {:#x}, which does not name it",
                                   who(w, w.current->index), w.current->index % warp_lanes, mask);
        what.fix = "name every calling lane in the mask, or keep the others from calling";
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
