// Messages about races: the two threads, the bytes, and the missing order.
#pragma once

#include "analysis.hpp"
#include "shadow.hpp"

namespace strider::emulation {

/// Two unordered accesses to the same bytes; `before` came first.
struct racing_pair {
    located at;
    std::size_t bytes = 0;
    access_record before, now;
    const void* pc = nullptr;            ///< instruction of the access `now`
    const pending_copy* copy = nullptr;  ///< the copy whose store `now` is, or null
};

inline bool same_warp(const access_record& a, const access_record& b) {
    return a.block == b.block && a.lane() / warp_lanes == b.lane() / warp_lanes;
}

/// Whether a wgmma reads the bytes of its tile.
inline bool by_product(const access_record& access) {
    return access.has(access_record::mark::by_async_proxy) && !access.writes();
}
constexpr const char* fix_of_read_tile =
    "wait for the product's group (wgmma.wait_group.sync.aligned), and then for a barrier, before the tile is written "
    "again";

/// The instruction of an access record.
const void* code_address(std::uint32_t offset);

[[gnu::noinline]] void report_race(worker& w, const racing_pair& race);
/// Reports a plain load beside a compare-and-swap, unless the load guesses for one.
[[gnu::noinline]] void report_unless_guess(worker& w, const racing_pair& race);
/// Reports a read beside a store that left the bytes unchanged; a note if the same statement elsewhere stores new
/// values.
[[gnu::noinline]] void report_unless_kept(worker& w, const racing_pair& race);
/// Notes two stores of the same value.
[[gnu::noinline]] void note_equal_stores(worker& w, const racing_pair& race);
/// Reports two volatile accesses, unless some thread polls one of them before the launch ends.
[[gnu::noinline]] void note_volatile_pair(worker& w, const racing_pair& race);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
