// Progress of a launch over all host threads. A deadlock is declared when no block can go on, started or not, so the
// verdict does not depend on the number of threads.
#pragma once

#include <bit>
#include <optional>

#include "worker.hpp"

namespace strider::emulation {

/// Random numbers by splitmix64; every state is valid.
inline std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

/// One of the bits that are set, by chance.
inline unsigned any_of(std::uint32_t bits, std::uint64_t& state) {
    for (std::uint64_t skipped = next_random(state) % std::popcount(bits); skipped > 0; --skipped) bits &= bits - 1;
    return std::countr_zero(bits);
}

/// Blocks of one launch that can be alive at once.
constexpr unsigned most_live_blocks = 1024;

/// Blocks start nearly in order: a shuffle moves them only within groups of this size.
constexpr std::uint64_t reordered_blocks = 64;
/// The block, or cluster, that starts as the nth one.
std::uint64_t nth_to_start(const launch_state& launch, std::uint64_t n);

/// Takes the next block, or the next cluster if there are clusters; its blocks count as live from now on. Empty if all
/// have started, or no more fit. Waits until it is known whether the next block is checked. Before the first unchecked
/// block it waits until the checked blocks have ended. `waiting`: blocks of the caller wait for one that has not
/// started, so it starts now, and all others are checked. `if_known`: empty while that is not known.
enum class start_when { known, if_known, now };
std::optional<started_block> take_next(launch_state& launch, start_when how);

/// A live block has ended.
void end_block(worker& w);

/// The worker's block continues unchecked.
void end_check(worker& w);

/// Something has happened that other blocks may have waited for.
void note_progress(launch_state& launch);

/// The block has only looked at a few cells since `w.spin.progress`; `stuck`: for long enough. Returns whether no block
/// of the launch can go on now.
bool note_looking(worker& w, bool stuck);

/// Whether all live blocks only wait, so that only a block that has not started can help.
bool only_waiting(launch_state& launch);

/// No lane of the block can go on, unless another block of its cluster wakes one; and one was woken.
void note_asleep(worker& w);
void note_woken(worker& w);

/// All live lanes of the block have arrived at the grid barrier.
void arrive_at_grid_barrier(worker& w);

/// Whether the blocks have met since then.
bool met_at_grid_barrier(const worker& w);

/// Waits until the blocks meet at the grid barrier, or the launch stops.
void wait_for_grid_barrier(launch_state& launch, const worker& one);

/// Ends the launch as soon as possible.
void stop(launch_state& launch);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
