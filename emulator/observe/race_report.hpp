// Races in words: which two threads, which bytes, and what would order them.
#pragma once

#include "analysis.hpp"
#include "shadow.hpp"

namespace strider::emulation {

/// Two accesses to the same bytes that nothing orders. `before` was met first.
struct racing_pair {
    located at;
    std::size_t bytes = 0;
    access_record before, now;
    const void* pc = nullptr;            ///< of the access `now`
    const pending_copy* copy = nullptr;  ///< that `now` is the store of
};

inline bool same_warp(const access_record& a, const access_record& b) {
    return a.block == b.block && a.lane() / warp_lanes == b.lane() / warp_lanes;
}

/// Where the instruction of an access record is.
const void* code_address(std::uint32_t offset);

[[gnu::noinline]] void report_race(worker& w, const racing_pair& race);
/// Of a plain load and a compare-and-swap, unless the load guesses for one.
[[gnu::noinline]] void report_unless_guess(worker& w, const racing_pair& race);
/// A read and a store that has left the bytes as they were: a note, if the same statement stores new values elsewhere.
[[gnu::noinline]] void report_unless_kept(worker& w, const racing_pair& race);
/// Two stores of the same value: a note.
[[gnu::noinline]] void note_equal_stores(worker& w, const racing_pair& race);
/// Both are volatile: a finding, unless some thread polls one of them before the launch ends.
[[gnu::noinline]] void note_volatile_pair(worker& w, const racing_pair& race);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
