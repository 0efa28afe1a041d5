// Schedules that a seed makes: see options::seed. Lanes and blocks give way by chance where they may meet others: at
// atomic operations, volatile loads, fences and barriers. Chance follows from the seed and counts these events, never
// time, so that a schedule can be repeated.
#pragma once

#include "worker.hpp"

namespace strider::emulation {

/// Whether lanes and blocks of the launch give way by chance. Seed 1 only reverses the order of blocks and warps.
inline bool is_perturbed(const options& how) { return how.seed > 1; }

/// The seed of the next launch's own order.
std::uint64_t next_order(launch_owner& owner);

/// Draws how often the warps of the block that begins give way.
void draw_paces(worker& w);

/// One of the ready warps, by chance; rather not one that has given way lately.
unsigned any_warp(worker& w);

/// The observed lane is at an event where it may meet others, at `pc`: it may give way now, or before its next access.
void give_way_by_chance(worker& w, const void* pc);

/// The same where all lanes of the warp come: only the first of those that live counts, so that a warp's operation is
/// one event.
inline void give_way_with_warp(worker& w, const void* pc) {
    if (w.current->mask == (w.current->warp->live & -w.current->warp->live)) give_way_by_chance(w, pc);
}

/// The lane gives way, before an access at `pc`.
void give_way(worker& w, const void* pc);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
