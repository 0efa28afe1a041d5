// Which blocks of a launch can go on, over all threads of the host. A deadlock is declared when no block can, started
// or not: so the verdict does not depend on how many threads there are.
#pragma once

#include <optional>

#include "worker.hpp"

namespace strider::emulation {

/// Random numbers by splitmix64, from any state.
inline std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

/// Blocks of one launch that can be alive at once.
constexpr unsigned most_live_blocks = 1024;

/// Blocks start nearly in order: only neighbours, so many of them, change places.
constexpr std::uint64_t reordered_blocks = 64;
/// Which block, or cluster, starts as the nth one.
std::uint64_t nth_to_start(const launch_state& launch, std::uint64_t n);

/// The next block, or where blocks are in clusters the next cluster, whose blocks count as live from now on; none when
/// all have started, or no more fit. Waits until it is known whether the next one is checked, and before the first
/// unchecked block until the checked ones have ended; `waiting`: blocks of the caller wait for one that has not
/// started, so that it must start now, and all others are checked.
std::optional<started_block> take_next(launch_state& launch, bool waiting = false);

/// A live block has ended.
void end_block(worker& w);

/// The worker's block goes on unchecked.
void end_check(worker& w);

/// Something has happened that others may have waited for.
void note_progress(launch_state& launch);

/// The block has done nothing but look at a few cells since `w.spin.progress`; `stuck`: for long enough. Whether now no
/// block of the launch can go on.
bool note_looking(worker& w, bool stuck);

/// Whether all live blocks only wait, so that what they wait for can only come from one that has not started.
bool only_waiting(launch_state& launch);

/// No lane of the block can go on, unless another block of its cluster wakes one; and one has.
void note_asleep(worker& w);
void note_woken(worker& w);

/// All live lanes of the block have come to the grid barrier.
void arrive_at_grid_barrier(worker& w);

/// Whether the blocks have met since.
bool met_at_grid_barrier(const worker& w);

/// Until blocks meet at the grid barrier, or the launch stops.
void wait_for_grid_barrier(launch_state& launch, const worker& one);

/// The launch ends as soon as it can.
void stop(launch_state& launch);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
