// The checks of one worker: what it knows of the block that it runs.
//
// Time is a clock of the worker that ticks whenever lanes are ordered: at every barrier, __syncwarp and fence. An
// access of the same block comes before the current lane's if it is of an earlier time than the last block barrier, or,
// in the same warp, than the last __syncwarp of all its lanes; or by what lanes have seen of each other otherwise.
#pragma once

#include <functional>
#include <set>
#include <span>

#include "address.hpp"
#include "run/cluster.hpp"
#include "run/memory.hpp"
#include "run/worker.hpp"
#include "synchronisation.hpp"

namespace simt {

/// Two volatile accesses that nothing orders. They are one thing to code that polls, another to code that relies on
/// them.
struct volatile_pair {
    const void *pc, *other;
    std::function<void()> report;
};

/// What a launch needs for its checks, beyond its workers.
struct launch_checks {
    memory_map memory;
    std::uint32_t first_serial = 0;  ///< blocks are numbered through all launches
    synchronisation releases;
    global_shadow* shadow = nullptr;  ///< of the session
    bool shared_among_workers = true;

    std::mutex volatile_mutex;
    std::set<const void*> polled;               ///< instructions that looked at one cell again and again
    std::vector<volatile_pair> volatile_pairs;  ///< that nothing orders
};

/// What a lane has done that orders it with others; only lanes that use fences or partial masks have any.
struct lane_order {
    bool any = false;
    fence_point fences[2];  ///< the last fence that orders within the block; in the device
    growing_knowledge known;
    std::vector<acquired> pending;      ///< read, but no fence yet
    std::size_t block_pending[2] = {};  ///< so much of the block's has been fenced: within the block; in the device
    std::vector<std::uint64_t> seen;    ///< by lane of the block: accesses before this time come before mine
    std::uintptr_t released_at = 0;     ///< the last release, so that spinning does not repeat it
    std::uint64_t released_time = 0;
    std::uint64_t released_known = 0;
};

/// An atomic load that a lane is about to do. What it has seen is known only afterwards, at the lane's next access:
/// others may store to the address in between.
struct unsettled_read {
    std::uintptr_t address = 0;
    order strength{};
    scope reach{};
};

/// A store to where another lane has stored by the same instruction. Only when it is done can both values be compared.
struct begun_store {
    located at;
    std::size_t bytes = 0;
    access_record before, now;
    const void* pc = nullptr;
    std::uint64_t value[2] = {};  ///< what the other lane has stored
};

/// What a lane has last looked at or written by a volatile access.
struct volatile_access {
    std::uintptr_t address = 0;
    const void* pc = nullptr;
    bool polled = false;
};

struct checker {
    launch_checks* launch = nullptr;
    std::uint64_t clock = 1;
    std::uint64_t block_start = 0;  ///< whoever comes after this comes after the block's start
    bool used_by_peers = false;     ///< its shared memory, by other blocks of the cluster
    std::uint64_t barrier_time = 0;
    std::array<std::uint64_t, most_warps> warp_time{};
    std::uint32_t serial = 0;         ///< of the block, since the last grid barrier
    std::uint32_t shared_serial = 0;  ///< of the block, for what it has written of its shared memory

    bool ordered_by_fences = false;  ///< some lane of the block has a lane_order
    std::array<lane_order, most_lanes> orders;
    std::unordered_map<unsigned, fence_point> proxy_fences;  ///< by lane: its last one
    std::array<unsettled_read, most_lanes> unsettled;        ///< of each lane, since its last access
    std::array<volatile_access, most_lanes> last_volatile;
    std::unordered_map<unsigned, begun_store> begun_stores;               ///< by lane
    std::unordered_map<unsigned, std::function<void()>> unwritten_swaps;  ///< by lane: tells that the last one found
                                                                          ///< what nobody has written
    growing_knowledge block_known;                                        ///< by all lanes, since the last barrier
    std::vector<acquired> block_pending;

    shared_layout shared;  ///< where this worker's shared memory is
    shared_shadow static_shadow, dynamic_shadow;

    /// The last shadow page looked at in each of some places, and whether all of it can be read and written.
    struct cached_page {
        std::uintptr_t number = ~std::uintptr_t{0};
        shadow_page* page = nullptr;
    };
    std::array<cached_page, 256> pages;
};

// bounds.cpp: findings for a bad address or index; the lane retires.
[[noreturn]] void report_misaligned(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how, const void* pc);
[[noreturn]] void report_bad_address(worker& w, std::uintptr_t address, std::size_t bytes, unsigned how,
                                     const void* pc);
void report_uninitialised(worker& w, const located& at, std::size_t bytes, const void* pc);

// races.cpp
/// Ends what the current lane has begun, before anything else that it does.
void settle_store(worker& w);
void report_volatile_pairs(launch_state& launch);
void check_races(worker& w, const located& at, std::size_t bytes, unsigned how, const void* pc);
/// What the block has stored to these bytes of its shared memory without a proxy fence since; null: nothing.
const access_record* unfenced_write(const worker& w, const located& at, std::size_t bytes);

// cluster.cpp
/// The current lane accesses the shared memory of another block, which must have started and may not have ended.
void check_life_of_peer(worker& w, const located& at, std::size_t bytes, unsigned how, const void* pc);

// ordering.cpp
/// Whether fences, or masks of __syncwarp, put the access before what the current lane does.
bool comes_before_by_fences(const worker& w, const access_record& access);
void order_block(worker& w);
void order_warp(worker& w, unsigned warp, unsigned lanes);
void order_lanes(worker& w, const std::vector<unsigned>& lanes);
void release_at(worker& w, std::uintptr_t address, order strength, scope reach);
void acquire_at(worker& w, std::uintptr_t address, order strength, scope reach);
/// The same for all lanes of a block at once, and for what one lane has seen without an access.
void release_block(worker& w, std::uintptr_t address);
void acquire_block(worker& w, const acquired& seen);
void acquire_lane(worker& w, const acquired& seen);
/// A proxy fence of the current lane; and whether one stands between this store and what the lane does now.
void order_proxies(worker& w);
bool comes_before_proxies(const worker& w, const access_record& store);
void settle_begun(worker& w);
void order_by_fence(worker& w, scope reach);

// What every access asks.

/// Ends what the current lane has begun by its last access, before anything else that it does.
inline void settle_acquire(worker& w) {
    const checker& check = *w.check;
    if (!check.begun_stores.empty() || check.unsettled[w.current->index].address != 0) [[unlikely]]
        settle_begun(w);
}

/// Whether the access is the current lane's own, or lies before the last barrier of its block, or in another launch or
/// in another block's shared memory: it is no race with anything that the lane does now. Records that are empty are
/// settled.
inline bool settled(const worker& w, const access_record& before, bool shared) {
    const checker& check = *w.check;
    if (before.block == check.serial) return before.time() < check.barrier_time || before.lane() == w.current->index;
    const std::uint32_t other = before.block - check.launch->first_serial;
    return (shared && (w.cluster == nullptr || !is_peer(w, other))) || other >= w.launch->blocks;
}

/// Whether reading these four bytes tells nothing new: of shared memory since the last barrier, of global memory in
/// this launch. Where two have read, whoever writes races with one of them, unless something orders lanes.
inline bool reads_again(const worker& w, std::uintptr_t address, std::size_t bytes) {
    const checker& check = *w.check;
    if (bytes != 4 || address % 4 != 0) return false;
    if (check.clock == check.barrier_time) {
        const auto again = [&](const shared_shadow& shadow, std::uintptr_t offset, std::size_t size) {
            if (offset >= size) return false;
            const std::uint64_t stamp = shadow.read_at[offset / 4];
            return stamp == shared_shadow::stamp(check.clock, shared_shadow::any_warp) ||
                   stamp == shared_shadow::stamp(check.clock, w.current->index / warp_lanes);
        };
        if (again(check.static_shadow, address - check.shared.static_begin, check.shared.static_bytes) ||
            again(check.dynamic_shadow, address - check.shared.dynamic_begin, check.shared.dynamic_bytes))
            return true;
    }
    const std::uintptr_t number = address / shadow_page_bytes;
    const checker::cached_page& cached = check.pages[number % check.pages.size()];
    return cached.number == number && !check.launch->releases.any() &&
           cached.page->read_in[address % shadow_page_bytes / 4].load(std::memory_order_relaxed) ==
               check.launch->first_serial;
}

/// Of an access that is not settled: whether it is ordered before what the current lane does now.
inline bool comes_before(const worker& w, const access_record& before) {
    const checker& check = *w.check;
    const unsigned warp = w.current->index / warp_lanes;
    if (before.block == check.serial && before.lane() / warp_lanes == warp) {
        if (before.time() < check.warp_time[warp]) return true;
        // In lock step every instruction of a warp comes before the next.
        if (w.lock_step && before.time() < check.clock) return true;
    }
    return (check.ordered_by_fences || check.launch->releases.any()) && comes_before_by_fences(w, before);
}

/// Whether the access could happen at the same time as what the current lane does now.
inline bool concurrent(const worker& w, const access_record& before, bool shared) {
    return !settled(w, before, shared) && !comes_before(w, before);
}

}  // namespace simt
