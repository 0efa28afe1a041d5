// State that all analyses of a worker share: the launch, the order of the block's lanes, and the shadow of its memory.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "address.hpp"
#include "doubtful_pairs.hpp"
#include "footprint.hpp"
#include "order.hpp"
#include "run/cluster.hpp"
#include "run/memory.hpp"
#include "run/observer.hpp"
#include "shadow.hpp"
#include "stream_history.hpp"

namespace strider::emulation {

struct warp_access;

/// Reserves serial numbers for `blocks` blocks and returns the first. Serial numbers run through all launches.
std::uint32_t next_serial(std::uint64_t blocks);

/// The end of a dependent launch's primaries, which lanes learn by cudaGridDependencySynchronize() and hand on to
/// others like a release: it counts as an access of a block that no launch has.
struct ended_primaries {
    explicit ended_primaries(synchronisation& of);
    bool known_to(const worker& w) const;

    const access_record end = access_record::make(0, 0, 0, 0, next_serial(1), 1);
    std::atomic<bool> waited{false};         ///< some lane has waited,
    std::atomic<bool> known_to_grid{false};  ///< and then met all others
};

/// State that the workers of a launch share.
class observed_launch final : public launch_observer {
public:
    observed_launch(session::state& owner, launch_state& launch);
    observer* join(worker& w) override;
    void grid_barrier() override;
    void end() override;

    memory_map memory;
    std::uint32_t first_serial = 0;  ///< serial number of the launch's first block
    synchronisation releases;
    global_shadow* shadow = nullptr;  ///< the session's
    bool shared_among_workers = true;
    unordered_operations unordered;            ///< operations unordered with the launch, if a stream has it
    std::optional<ended_primaries> primaries;  ///< of a dependent launch
    std::atomic<bool> tells_host{false};       ///< stores values that the host may poll
    std::atomic<bool> known_to_host{false};    ///< uses memory of both sides, and host_access knows its blocks
    doubtful_pairs doubtful;
    counters counted;                    ///< counters of the workers that are done; under the session's mutex
    std::unique_ptr<footprint> touched;  ///< null unless details are kept

private:
    launch_state& launch_;
};

class observed_block : public observer {
public:
    observed_launch* launch = nullptr;
    block_order order;
    shared_layout shared;  ///< this worker's shared memory
    block_shadow shadow;

    bool requests_heard = false;  ///< some analysis needs requests in this launch
    /// Passes the request to all analyses.
    virtual void request(worker& w, const warp_access& what) = 0;
};

/// The observed block of a worker with an observer.
inline observed_block& observed(const worker& w) { return static_cast<observed_block&>(*w.observed_by); }

/// The store of a copy, at `to`.
inline memory_access store_of(const pending_copy& copy, const void* to) {
    return {reinterpret_cast<std::uintptr_t>(to), copy.bytes,
            access_store | (copy.bulk ? access_async : 0u) | (copy.of_tensor ? access_tensor : 0u) |
                (copy.reduce != nullptr ? access_atomic | access_update : 0u),
            copy.pc};
}

/// The shadow of the block that owns this shared memory.
inline shared_shadow& shadow_of(const worker& w, const located& memory) {
    block_shadow& of = observed(memory.of == nullptr ? w : *memory.of).shadow;
    return memory.of_block ? of.own : of.statics;
}

// Queries that every access makes.

/// Whether the recorded access cannot race with anything that the lane does now: it is the lane's own, or came before
/// the last barrier of its block, or belongs to another launch or to another block's shared memory. Empty records are
/// settled.
inline bool settled(const worker& w, const access_record& before, bool shared) {
    const observed_block& block = observed(w);
    if (before.block == block.order.serial)
        return before.time() < block.order.barrier_time || before.lane() == w.current->index;
    const std::uint32_t other = before.block - block.launch->first_serial;
    return (shared && (w.cluster == nullptr || !is_peer(w, other))) || other >= w.launch->blocks;
}

/// The launch that has the block, if the current lane's actions and that launch are in no order; else null.
inline const past_operation* unordered_launch(const worker& w, std::uint32_t block) {
    const observed_launch& launch = *observed(w).launch;
    const past_operation* const other = launch.unordered.launch_of(block);
    return other != nullptr && other->is_primary && launch.primaries->known_to(w) ? nullptr : other;
}

/// Whether a read of these four bytes tells nothing new: since the last barrier for shared memory, in this launch for
/// global memory. After reads by two lanes, any later writer races with one of them, unless lanes are ordered.
inline bool reads_again(const worker& w, std::uintptr_t address, std::size_t bytes) {
    const observed_block& block = observed(w);
    const block_order& order = block.order;
    const block_shadow& shadow = block.shadow;
    if (bytes != 4 || address % 4 != 0) return false;
    if (order.clock == order.barrier_time && !order.by_fences) {
        const auto again = [&](const shared_shadow& of, std::uintptr_t offset, std::size_t size) {
            if (offset >= size) return false;
            const std::uint64_t stamp = of.read_at[offset / 4];
            return stamp == shared_shadow::stamp(order.clock, shared_shadow::any_warp) ||
                   stamp == shared_shadow::stamp(order.clock, w.current->index / warp_lanes);
        };
        if (again(shadow.statics, address - block.shared.static_begin, block.shared.static_bytes) ||
            again(shadow.own, address - block.shared.block_begin, block.shared.block_bytes))
            return true;
    }
    const std::uintptr_t number = address / shadow_page_bytes;
    const block_shadow::cached_page& cached = shadow.pages[number % shadow.pages.size()];
    return cached.number == number && !block.launch->releases.any() &&
           cached.page->read_in[address % shadow_page_bytes / 4].load(std::memory_order_relaxed) ==
               block.launch->first_serial;
}

/// The shadow of a page, looked up through the worker's cache.
shadow_page& page_of(worker& w, std::uintptr_t address);

/// Whether fences or partial masks of __syncwarp order the access before the current lane's actions.
bool comes_before_by_fences(const worker& w, const access_record& access);

/// Whether the order within its warp puts the access before the current lane's actions.
inline bool comes_before_in_warp(const worker& w, const access_record& before) {
    const block_order& order = observed(w).order;
    const unsigned warp = w.current->index / warp_lanes;
    if (before.block != order.serial || before.lane() / warp_lanes != warp) return false;
    // In lock step a warp finishes each instruction before the next one.
    return before.time() < order.warp_time[warp] || (w.lock_step && before.time() < order.clock);
}

/// Whether fences order only some lanes of the launch, or barriers only some lanes of the block.
inline bool orders_some_lanes(const worker& w) {
    return observed(w).order.by_fences || observed(w).launch->releases.any();
}

/// For an access that is not settled: whether it is ordered before the current lane's actions.
inline bool comes_before(const worker& w, const access_record& before) {
    return comes_before_in_warp(w, before) || (orders_some_lanes(w) && comes_before_by_fences(w, before));
}

/// Whether the access and the current lane's actions could happen at the same time.
inline bool concurrent(const worker& w, const access_record& before, bool shared) {
    return !settled(w, before, shared) && !comes_before(w, before);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
