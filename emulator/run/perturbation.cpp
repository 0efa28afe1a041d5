#include "perturbation.hpp"

#include <bit>

#include "findings.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

/// Of so many events of a warp, one lets a lane give way, and one the lane's next access. Warps differ: some are
/// overtaken by all others, and some go on for long.
constexpr unsigned paces[] = {2, 4, 16};

/// Of so many turns the block loses one.
constexpr std::uint64_t turns_of_block = 4;

bool is_alone(const worker& w) {
    return std::has_single_bit(w.ready_warps) && std::has_single_bit(w.warps[std::countr_zero(w.ready_warps)].ready);
}

void pass_delay(worker& w) {
    if (w.turns.delayed != 0 && w.turns.delayed_for-- == 0) w.turns.delayed = 0;
}

/// Lets any lane of the block run that can, by chance the same. The warp stays behind for a while.
void yield_to_any(worker& w) {
    w.turns.delayed |= 1u << w.current->index / warp_lanes;
    w.turns.delayed_for = 1u << next_random(w.turns.shuffled) % 8;
    const warp_state& warp = w.warps[any_warp(w)];
    lane_state* const next = warp.first + any_of(warp.ready, w.turns.shuffled);
    if (next != w.current) leave_for(w, next);
}

}  // namespace

std::uint64_t next_order(launch_owner& owner) {
    const std::lock_guard guard(owner.mutex);
    std::uint64_t state = owner.how.seed + (++owner.ordered << 32);
    return next_random(state);
}

void give_way(worker& w, const void* pc) {
    w.yields_at_access = w.lock_step;
    if (w.spin.watching) return;  // each quantum is looked at: see spinning.cpp
    w.observed_by->settle(w);
    w.current->pc = pc;
    if (w.launch->blocks > 1 && (is_alone(w) || next_random(w.turns.shuffled) % turns_of_block == 0)) {
        w.turns.ended = true;
        suspend_block(w);
    } else if (!w.lock_step) {
        yield_to_any(w);
    }
}

void draw_paces(worker& w) {
    w.turns.delayed = 0;
    for (unsigned i = 0; i < w.warp_count; ++i)
        w.warps[i].pace = paces[next_random(w.turns.shuffled) % std::size(paces)];
}

unsigned any_warp(worker& w) {
    pass_delay(w);
    if ((w.ready_warps & ~w.turns.delayed) == 0) w.turns.delayed = 0;
    return any_of(w.ready_warps & ~w.turns.delayed, w.turns.shuffled);
}

void give_way_by_chance(worker& w, const void* pc) {
    pass_delay(w);
    if (w.turns.delayed != 0) return;
    const std::uint64_t drawn = next_random(w.turns.shuffled), pace = w.current->warp->pace;
    if (drawn % pace == 0) return give_way(w, pc);
    if (drawn / pace % pace == 0 && !w.lock_step) w.yields_at_access = true;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
