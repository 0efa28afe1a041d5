#include "progress.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <strider/simt/operations.hpp>

namespace strider::executor {

namespace {

// All that was known of blocks that wait is void: they may see now what they wait for.
void advance(launch_progress& all) {
    all.count.fetch_add(1, std::memory_order_relaxed);
    all.looking = all.stuck = 0;
    all.asks_host = false;
}

bool can_start(const launch_state& launch) {
    const launch_progress& all = launch.progress;
    return all.next_block < launch.blocks && all.live + launch.cluster_blocks <= most_live_blocks;
}

// Which block, or cluster, starts as the nth one. Real ones start nearly in order, too, so that only neighbours change
// places.
std::uint64_t nth_to_start(const launch_state& launch, std::uint64_t n) {
    constexpr std::uint64_t neighbours = 64;
    const std::uint64_t first = n / neighbours * neighbours,
                        count = std::min(neighbours, launch.blocks / launch.cluster_blocks - first);
    const std::uint64_t seed = launch.how.seed;
    if (seed == 0) return n;
    if (seed == 1) return first + (count - 1 - (n - first));
    std::array<std::uint8_t, neighbours> order;
    std::iota(order.begin(), order.begin() + count, std::uint8_t{0});
    std::uint64_t random = seed + first;
    for (std::uint64_t left = count; left > 1; --left) std::swap(order[left - 1], order[next_random(random) % left]);
    return first + order[n - first];
}

// Of a launch that was to be checked whole, those blocks are checked that have started; unless another thread of the
// host has come here first, or there is no plain form.
void check_no_more(launch_state& launch, const void* plain) {
    block_sample& sample = launch.sample;
    sample.deadline = std::chrono::steady_clock::time_point::max();
    if (plain == nullptr || sample.plain != nullptr) return;
    for (std::uint64_t n = 0; n < launch.progress.next_block; ++n) sample.checked.push_back(nth_to_start(launch, n));
    std::sort(sample.checked.begin(), sample.checked.end());
    sample.live = launch.progress.live;
    sample.plain = plain;
}

bool dead(const launch_state& launch, unsigned waiting) {
    const launch_progress& all = launch.progress;
    return all.live != 0 && waiting + all.at_grid_barrier + all.asleep == all.live && !can_start(launch) &&
           !launch.stop;
}

// Whether the block looks at what the host may write.
bool asks_host(const worker& w) {
    const stream_operation* const now = w.launch->operation;
    return now != nullptr && now->host != nullptr &&
           std::any_of(w.spin.turn_cells.begin(), w.spin.turn_cells.end(), [&](const watched_cell& cell) {
               return now->host->may_write(reinterpret_cast<const void*>(cell.address));
           });
}

// Where lanes look at what the host may write, it goes on beside the launch. Once it waits for the launch, what has
// been seen before is void, and one more look decides.
bool host_may_answer(launch_state& launch) {
    launch_progress& all = launch.progress;
    if (!all.asks_host || all.last_look) return false;
    host_side* const host = launch.operation->host;
    all.last_look = host->waits();
    if (!all.last_look) {
        all.waits_for_host = true;
        host->launch_waits();
    }
    advance(all);
    return true;
}

void declare_dead(launch_state& launch) {
    launch.progress.dead = true;
    launch.stop = true;
    launch.progress.changed.notify_all();
}

}  // namespace

std::optional<started_block> take_next(launch_state& launch, bool waiting) {
    launch_progress& all = launch.progress;
    block_sample& sample = launch.sample;
    std::unique_lock lock(all.mutex);
    if (launch.stop || !can_start(launch)) return std::nullopt;
    bool plain = false;
    const auto late = [&] { return std::chrono::steady_clock::now() > sample.deadline; };
    if (sample.plain == nullptr && !waiting && all.next_block != 0 && late()) {
        lock.unlock();
        const void* const form = plain_form_of(launch);
        lock.lock();
        check_no_more(launch, form);
        if (launch.stop || !can_start(launch)) return std::nullopt;
    }
    if (sample.plain != nullptr) {
        if (all.next_block < sample.checked.size() && late()) sample.checked.resize(all.next_block);
        if (all.next_block >= sample.checked.size()) {
            if (waiting && sample.live != 0) sample.checks_all = true;
            if (sample.checks_all) all.changed.notify_all();
            all.changed.wait(lock, [&] { return launch.stop || sample.live == 0 || sample.checks_all; });
            if (launch.stop || !can_start(launch)) return std::nullopt;
            if (launch.strays_far) sample.checks_all = true;
            plain = !sample.checks_all;
            if (plain && sample.effect_known) return std::nullopt;
            sample.extra += !plain;
            if (plain && sample.plain_since == std::chrono::steady_clock::time_point{}) {
                sample.plain_since = std::chrono::steady_clock::now();
                expect_unseen_writes(launch);
                call_plain_virtuals_of(launch);
            }
        }
        sample.live += !plain;
    }
    all.live += launch.cluster_blocks;
    advance(all);
    const std::uint64_t n = all.next_block.fetch_add(launch.cluster_blocks) / launch.cluster_blocks;
    return started_block{sample.plain != nullptr ? sample.nth(n) : nth_to_start(launch, n), plain};
}

void end_block(launch_state& launch, bool plain) {
    launch_progress& all = launch.progress;
    const std::lock_guard guard(all.mutex);
    --all.live;
    if (launch.sample.plain != nullptr && !plain && --launch.sample.live == 0) all.changed.notify_all();
    ++all.ended;
    advance(all);
    if (dead(launch, 0)) declare_dead(launch);
}

void note_progress(launch_state& launch) {
    const std::lock_guard guard(launch.progress.mutex);
    advance(launch.progress);
}

bool note_looking(worker& w, bool stuck) {
    launch_progress& all = w.launch->progress;
    const std::lock_guard guard(all.mutex);
    const std::uint64_t since = w.spin.progress;
    if (since != all.count || w.launch->stop) return false;
    if (std::exchange(w.spin.looks_since, since) != since) ++all.looking;
    if (stuck && std::exchange(w.spin.stuck_since, since) != since) ++all.stuck;
    if (stuck && !all.asks_host) all.asks_host = asks_host(w);
    if (!dead(*w.launch, all.stuck)) return false;
    if (host_may_answer(*w.launch)) return false;
    declare_dead(*w.launch);
    return true;
}

bool only_waiting(launch_state& launch) {
    launch_progress& all = launch.progress;
    const std::lock_guard guard(all.mutex);
    return all.looking + all.at_grid_barrier + all.asleep == all.live;
}

void note_asleep(worker& w) {
    launch_progress& all = w.launch->progress;
    const std::lock_guard guard(all.mutex);
    w.block.asleep = true;
    ++all.asleep;
    advance(all);
    if (dead(*w.launch, 0)) declare_dead(*w.launch);
}

void note_woken(worker& w) {
    if (!w.block.asleep) return;
    launch_progress& all = w.launch->progress;
    const std::lock_guard guard(all.mutex);
    w.block.asleep = false;
    --all.asleep;
    advance(all);
}

void arrive_at_grid_barrier(worker& w) {
    launch_state& launch = *w.launch;
    launch_progress& all = launch.progress;
    const std::lock_guard guard(all.mutex);
    w.barriers.grid_phase = all.grid_phase;
    advance(all);
    if (++all.at_grid_barrier == launch.blocks) {
        all.at_grid_barrier = 0;
        ++all.grid_phase;
        if (launch.observed_by) launch.observed_by->grid_barrier();
        all.changed.notify_all();
    } else if (dead(launch, 0)) {
        declare_dead(launch);
    }
}

bool met_at_grid_barrier(const worker& w) {
    launch_progress& all = w.launch->progress;
    const std::lock_guard guard(all.mutex);
    return all.grid_phase != w.barriers.grid_phase;
}

void wait_for_grid_barrier(launch_state& launch, const worker& one) {
    launch_progress& all = launch.progress;
    std::unique_lock lock(all.mutex);
    all.changed.wait(lock, [&] { return launch.stop || all.grid_phase != one.barriers.grid_phase; });
}

void stop(launch_state& launch) {
    const std::lock_guard guard(launch.progress.mutex);
    launch.stop = true;
    launch.progress.changed.notify_all();
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
