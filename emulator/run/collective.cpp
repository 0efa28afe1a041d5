// Where the lanes of a warp meet.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "findings.hpp"
#include "perturbation.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

namespace {

void report_outside_of_mask(worker& w, const void* pc, unsigned mask) {
    add_finding(w, finding_kind::warp_divergence, pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format("{} (lane {}) takes part with mask {:#x}, which does not name this lane",
                                   who(w, w.current->index), w.current->index % warp_lanes, mask);
        what.fix = "name every calling lane in the mask, or let only lanes of the mask call";
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

void complete(worker& w, unsigned warp, open_collective& at) {
    at.leaving = at.brought.participants = at.arrived;
    note_event(w);
    if (w.observed_by != nullptr) w.observed_by->collective(w, warp, at);
    at.brought.defined = at.arrived & ~w.warps[warp].undefined;
    wake(w, warp, at.arrived & w.warps[warp].live);
}

bool complete_now(const warp_state& warp, const open_collective& at) {
    return at.arrived != 0 && at.leaving == 0 && at.arrived == (at.mask & warp.live);
}

open_collective& open(warp_state& warp, unsigned mask) {
    open_collective* unused = nullptr;
    for (open_collective& other : warp.collectives) {
        if (other.arrived == 0)
            unused = &other;
        else if (other.mask == mask && other.leaving == 0)
            return other;
    }
    // A lane is in one collective at most, so the vector never grows beyond what prepare() reserved, and never moves.
    return unused != nullptr ? *unused : warp.collectives.emplace_back();
}

[[gnu::always_inline]] inline open_collective& join(worker& w, const void* pc, collective_kind kind, unsigned mask,
                                                    std::uint64_t value) {
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    if ((mask & lane.mask) == 0) [[unlikely]] {
        report_outside_of_mask(w, pc, mask);
        mask = lane.mask;
    }
    // May let others run, so that no collective is looked for before it.
    if (w.observed_by != nullptr) {
        if (w.perturbed) give_way_with_warp(w, pc);
        w.observed_by->arrival(w, pc, false);
        if (kind == collective_kind::barrier && (lanes_of_warp(*w.launch, lane.index / warp_lanes) & ~mask) != 0)
            w.observed_by->partial_meeting(w);
    }
    open_collective& collective = open(warp, mask);
    if (collective.arrived == 0) {
        collective.kind = kind;
        collective.mask = mask;
        collective.pc = pc;
    } else if (collective.kind != kind) [[unlikely]] {
        report_different_collectives(w, pc, collective);
    }
    collective.arrived |= lane.mask;
    if (kind == collective_kind::operation) collective.operations |= lane.mask;
    collective.brought.values[lane.index % warp_lanes] = value;
    if (complete_now(warp, collective)) {
        complete(w, lane.index / warp_lanes, collective);
    } else {
        wait(w, waiting::warp_collective, pc);
    }
    return collective;
}

void leave(open_collective& at, const lane_state& lane) {
    at.leaving &= ~lane.mask;
    if (at.leaving == 0) at.arrived = at.operations = 0;
}

}  // namespace

void settle_collectives(worker& w, unsigned warp) {
    for (open_collective& at : w.warps[warp].collectives)
        if (complete_now(w.warps[warp], at)) complete(w, warp, at);
}

void release_converged(worker& w, unsigned warp) {
    const unsigned lanes = std::exchange(w.warps[warp].at_convergence, 0);
    for (unsigned one = lanes; one != 0; one &= one - 1) {
        lane_state& lane = w.lanes[warp * warp_lanes + std::countr_zero(one)];
        lane.converged = 0;
        for (unsigned other = lanes; other != 0; other &= other - 1)
            if (w.lanes[warp * warp_lanes + std::countr_zero(other)].pc == lane.pc) lane.converged |= other & -other;
    }
    wake(w, warp, lanes);
}

collective_values warp_collective(site caller, collective_kind kind, unsigned mask, std::uint64_t value) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    open_collective& all = join(w, caller.pc, kind, mask, value);
    leave(all, lane);
    // Copied as it is: to clear a new one first takes longer than the copy.
    if (all.brought.participants == ~0u) return all.brought;
    collective_values result;
    result.participants = all.brought.participants;
    result.defined = all.brought.defined;
    for (unsigned rest = result.participants; rest != 0; rest &= rest - 1)
        result.values[std::countr_zero(rest)] = all.brought.values[std::countr_zero(rest)];
    return result;
}

unsigned warp_exchange(site caller, collective_kind kind, unsigned mask, const void* value, std::size_t bytes,
                       void* values) noexcept {
    unsigned participants = 0;
    std::memset(values, 0xde, warp_lanes * bytes);
    for (std::size_t done = 0; done < bytes; done += 8) {
        const std::size_t part = std::min<std::size_t>(bytes - done, 8);
        std::uint64_t slot = 0;
        std::memcpy(&slot, static_cast<const std::byte*>(value) + done, part);
        const collective_values lanes = warp_collective(caller, kind, mask, slot);
        participants = lanes.participants;
        for (unsigned rest = participants; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            std::memcpy(static_cast<std::byte*>(values) + lane * bytes + done, &lanes.values[lane], part);
        }
    }
    return participants;
}

void run_together(site caller, warp_operation& own) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    open_collective& all = join(w, caller.pc, collective_kind::operation, ~0u, reinterpret_cast<std::uintptr_t>(&own));
    // Parts stand on their lanes' stacks. So the first one to leave runs all that are of its kind, where no other lane
    // gets its turn meanwhile.
    if (!own.done) {
        std::array<warp_operation*, warp_lanes> parts{};
        for (unsigned rest = all.arrived & all.operations; rest != 0; rest &= rest - 1) {
            const int i = std::countr_zero(rest);
            auto* const part = reinterpret_cast<warp_operation*>(all.brought.values[i]);
            if (part->run != own.run) continue;
            part->done = true;
            parts[i] = part;
        }
        outside_of_lane(w, [&] { own.run(parts.data()); });
    }
    leave(all, lane);
}

void miss_source(site caller, unsigned mask, unsigned source, bool absent, std::uint64_t own,
                 std::uint64_t received) noexcept {
    worker& w = lane_worker();
    const unsigned thread = w.current->index / warp_lanes * warp_lanes + source;
    if (w.observed_by == nullptr || (thread < w.launch->threads && w.lanes[thread].retired)) return;
    w.observed_by->missing_source(w, {caller.pc, mask, thread, absent, own, received});
}

void warp_barrier(site caller, unsigned mask) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    leave(join(w, caller.pc, collective_kind::barrier, mask, 0), lane);
}

unsigned converged_lanes(site caller) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    warp.at_convergence |= lane.mask;
    wait(w, waiting::convergence, caller.pc);
    return lane.converged;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
