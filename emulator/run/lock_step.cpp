#include "lock_step.hpp"

#include <algorithm>
#include <bit>

#include "code/module.hpp"
#include "events.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

std::uint32_t offset(const void* pc) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - own_module().base);
}

// An update that changed nothing, as a failing attempt to take a lock, is none.
void settle_update(worker& w) {
    begun_update& last = w.in_step.places[w.current->index].update;
    if (last.address == 0) return;
    if (value_at(last.address, last.bytes) != last.before) w.in_step.changed_by[last.address] = w.current->index;
    last.address = 0;
}

// Of `candidates` those at the least place. A lane that has not started is before everything: its calls are empty.
unsigned least(const worker& w, unsigned warp, unsigned candidates) {
    unsigned chosen = 0;
    const std::vector<std::uint32_t>* place = nullptr;
    for (unsigned rest = candidates; rest != 0; rest &= rest - 1) {
        const auto& calls = w.in_step.places[warp * warp_lanes + std::countr_zero(rest)].calls;
        if (place == nullptr || calls < *place) {
            place = &calls;
            chosen = 0;
        }
        if (calls == *place) chosen |= rest & -rest;
    }
    return chosen;
}

// The lanes that run next.
unsigned choose(const worker& w, unsigned warp) {
    unsigned candidates = w.warps[warp].ready;
    for (;;) {
        const unsigned chosen = least(w, warp, candidates);
        // The end of the loop that these lanes have jumped back from, if they have.
        std::uint32_t end = 0;
        for (unsigned rest = chosen; rest != 0; rest &= rest - 1)
            end = std::max(end, w.in_step.places[warp * warp_lanes + std::countr_zero(rest)].jumped_from);
        const auto& head = w.in_step.places[warp * warp_lanes + std::countr_zero(chosen)].calls;
        if (end == 0 || head.empty()) return chosen;  // head: of lanes that have not begun, or are about to end
        unsigned inside = 0;
        for (unsigned rest = candidates & ~chosen; rest != 0; rest &= rest - 1) {
            const auto& calls = w.in_step.places[warp * warp_lanes + std::countr_zero(rest)].calls;
            if (calls.size() < head.size()) continue;
            const std::size_t depth = head.size() - 1;
            if (std::equal(head.begin(), head.end() - 1, calls.begin()) && calls[depth] <= end) inside |= rest & -rest;
        }
        if (inside == 0) return chosen;
        candidates = inside;
    }
}

}  // namespace

lane_state* next_in_step(worker& w) {
    unsigned warp = w.current->index / warp_lanes;
    if (w.warps[warp].ready == 0 || w.spin.idle_quanta != w.in_step.turn) {
        // This warp waits, or has had its quantum.
        w.in_step.turn = w.spin.idle_quanta;
        if (w.ready_warps == 0) return nullptr;
        warp = (warp + 1 + std::countr_zero(std::rotr(w.ready_warps, warp + 1))) % most_warps;
    }
    warp_state& state = w.warps[warp];
    state.step &= state.ready;
    if (state.step == 0) {
        if (w.observed_by != nullptr) w.observed_by->between_steps(w, warp);
        state.step = choose(w, warp);
    }
    if (w.spin.watching) state.stepped |= state.step;
    const unsigned lane = std::countr_zero(state.step);
    state.step &= state.step - 1;
    return &w.lanes[warp * warp_lanes + lane];
}

void note_update(worker& w, const void* address, std::size_t bytes) {
    const auto cell = reinterpret_cast<std::uintptr_t>(address);
    w.in_step.places[w.current->index].update = {cell, bytes, value_at(cell, bytes)};
}

void take_step(worker& w, const void* pc) {
    settle_update(w);
    lane_place& lane = w.in_step.places[w.current->index];
    const std::uint32_t next = offset(pc);
    lane.jumped_from = next <= lane.calls.back() ? lane.calls.back() : 0;
    lane.calls.back() = next;
    w.current->pc = pc;
    yield(w);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
