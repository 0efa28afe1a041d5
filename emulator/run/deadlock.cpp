#include "deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "asynchronous.hpp"
#include "cluster.hpp"
#include "code/places.hpp"
#include "findings.hpp"
#include "scheduler.hpp"
#include "warpgroup.hpp"

namespace strider::emulation {

namespace {

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
        case waiting::warpgroup:
            return "for the other warps of the warpgroup at ";
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
std::string situation(const worker& w, bool spinning, const char* between = "; ") {
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
        if (!result.empty()) result += between;
        result += threads(lanes) + " " + words(how, lanes.size() == 1);
    }
    return result;
}

// What is the matter with the block goes to the session as a finding; where there is none that looks for findings,
// the launch throws.
void report_stuck(worker& w, const void* pc, const std::string& message, const std::string& fix,
                  finding_kind kind = finding_kind::deadlock) {
    launch_state& launch = *w.launch;
    if (launch.how.speed == speed::run) {
        const std::string text =
            fmt::format("emulator: {} in kernel {}: {}; {}", name(kind), kernel_name(launch.call.kernel), message, fix);
        return launch.fail(std::make_exception_ptr(std::runtime_error(text)));
    }
    if (!launch.lane_lost)
        add_finding(w, kind, pc, nullptr, [&](raw_finding& what) {
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

bool is_nan(const watched_cell& cell) {
    const std::uint64_t bits = cell.value << 1;  // without the sign, and with the usual payload
    return cell.bytes == 8 ? bits == std::uint64_t{0x7FF8} << 49 : cell.bytes == 4 && bits == 0x7FC00000ull << 1;
}

// By what the lanes look at.
std::string fix_of_spinning(worker& w) {
    const auto& barriers = block_of(w).barriers;
    for (const watched_cell& cell : w.spin.turn_cells) {
        if (is_nan(cell))
            return "compare the bits as integers, as by __double_as_longlong(x): NaN is not equal to itself, so that "
                   "this loop never ends";
        const auto barrier = barriers.find(cell.address);
        if (barrier == barriers.end()) continue;
        const phased_barrier& awaited = barrier->second;
        std::uint64_t waits = 0;
        bool left_out = false;
        for (const auto& [who, wait] : block_of(w).awaited) {
            if (who.first != cell.address) continue;
            ++waits;
            left_out = left_out || wait.next < awaited.phase;
        }
        // A wait knows its phase by the parity, so it misses the phase where the next one ends before it looks.
        if (left_out || (waits == 0 && awaited.phase > 1))
            return "let each wait for the barrier have the parity of its phase: 0 for the first, 1 for the second, and "
                   "so on; and let no phase end before all have waited for the one before";
        if (awaited.missing != 0)
            return fmt::format("let {} more threads arrive at the barrier, or initialise it for fewer",
                               awaited.missing);
        return fmt::format("expect {} bytes {} at the barrier: as many as the copies bring",
                           awaited.bytes < 0 ? -awaited.bytes : awaited.bytes, awaited.bytes < 0 ? "more" : "fewer");
    }
    return "let a lane that can run write the value that the others wait for, before any loop or barrier that waits "
           "for it";
}

void report_spinning(worker& w) {
    const launch_progress& all = w.launch->progress;
    std::string message = fmt::format("block {} cannot go on: {}", block_text(w), situation(w, true));
    std::string fix = fix_of_spinning(w);
    if (all.next_block < w.launch->blocks) {
        message += fmt::format("; {} blocks are alive and leave no room, so the other blocks cannot start",
                               all.live.load(std::memory_order_relaxed));
        fix = "wait only for blocks that have started: take block numbers from an atomic counter";
    }
    if (w.lock_step) {
        message += "; in lock step the spinning lanes of a warp never let its other lanes run";
        fix = "take and release the lock in the same iteration of the loop";
    }
    report_stuck(w, place_of_spinning(w), message, fix);
}

void report_waiting_for_blocks(worker& w) {
    const launch_progress& all = w.launch->progress;
    const std::string message = fmt::format(
        "not all blocks of the grid reach the grid barrier: of {} blocks, {} wait at it and {} ended before",
        w.launch->blocks, all.at_grid_barrier, all.ended);
    report_stuck(w, w.barriers.pc, message,
                 "let all threads of all blocks reach the grid barrier: put the condition around the work, not around "
                 "the barrier, and do not return before the barrier");
}

}  // namespace

void report_deadlock(worker& w) {
    const lane_state* waits = w.current;  // or has ended
    if ((waits->warp->live & waits->mask) == 0)
        waits = std::find_if(w.lanes.data(), w.lanes.data() + w.launch->threads,
                             [](const lane_state& lane) { return (lane.warp->live & lane.mask) != 0; });
    // Whoever waits for other warps of a warpgroup waits for what they never execute.
    const lane_state* const parted =
        std::find_if(w.lanes.data(), w.lanes.data() + w.launch->threads, [](const lane_state& lane) {
            return (lane.warp->live & lane.mask) != 0 && lane.waits_at == waiting::warpgroup;
        });
    if (parted != w.lanes.data() + w.launch->threads)
        return outside_of_lane(w, [&] {
            report_stuck(w, parted->pc, fmt::format("block {} cannot go on: {}", block_text(w), situation(w, false)),
                         fix_of_partial_warpgroup, finding_kind::warp_divergence);
        });
    outside_of_lane(w, [&] {
        report_stuck(
            w, waits->pc, fmt::format("block {} cannot go on: {}", block_text(w), situation(w, false)),
            "let all threads of the block reach each barrier, and all lanes of its mask each warp operation: move "
            "it out of the branch");
    });
}

void report_dead_cluster(const cluster_state& all) {
    worker* first = nullptr;
    const void* pc = nullptr;
    std::string message = "the cluster cannot go on:";
    for (worker* block : all.blocks) {
        if (block->block.live == 0) continue;
        message += fmt::format("{} in block {} {}", first == nullptr ? "" : ";", block_text(*block),
                               situation(*block, false, ", "));
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
                     "let all threads of the cluster reach its barrier: move the barrier out of the branch");
}

void report_dead_block(worker& w) {
    if (w.block.asleep) return report_dead_cluster(*w.cluster);
    w.barriers.at_grid != 0 && w.barriers.at_grid == w.block.live ? report_waiting_for_blocks(w) : report_spinning(w);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
