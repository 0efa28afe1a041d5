#include "progress.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <strider/emulator/operations.hpp>

namespace strider::emulation {

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

void check_all(launch_state& launch) {
    launch.sample.checks_all = true;
    launch.progress.changed.notify_all();
}

started_block begin_checked(launch_state& launch, std::uint64_t number) {
    block_sample& sample = launch.sample;
    const std::uint64_t most_work =
        sample.checks_all ? block_sample::unlimited : std::max(sample.left(), sample.least_budget);
    sample.checked.emplace_back();
    ++sample.live;
    return {.number = number, .turn = sample.checked.size() - 1, .most_work = most_work};
}

started_block begin_unchecked(launch_state& launch) {
    block_sample& sample = launch.sample;
    if (sample.unchecked_since == std::chrono::steady_clock::time_point{}) {
        sample.unchecked_since = std::chrono::steady_clock::now();
        expect_unseen_writes(launch);
        if (sample.unchecked_code != launch.call.kernel) call_uninstrumented_virtuals_of(launch);
    }
    return {.number = next_in_order(launch), .unchecked = true};
}

// The next block of a launch that may be checked in part.
std::optional<started_block> take_of_sample(launch_state& launch, start_when how, std::unique_lock<std::mutex>& lock) {
    block_sample& sample = launch.sample;
    while (!launch.stop && can_start(launch)) {
        const bool known = sample.complete ? sample.live == 0 : sample.can_choose();
        if (sample.checks_all) return begin_checked(launch, next_in_order(launch));
        if (!known) {
            if (how == start_when::if_known) return std::nullopt;
            if (how == start_when::now)
                check_all(launch);
            else
                launch.progress.changed.wait(lock);
        } else if (!sample.complete) {
            if (const auto block = next_checked(launch)) return begin_checked(launch, *block);
        } else if (launch.strays_far) {
            check_all(launch);
        } else if (sample.only_checked) {
            return std::nullopt;
        } else if (sample.effect_cached) {
            sample.left_out = true;
            return std::nullopt;
        } else if (sample.unchecked_code != nullptr) {
            return begin_unchecked(launch);
        } else {
            lock.unlock();
            const void* const code = unchecked_code_of(launch);
            lock.lock();
            code == nullptr ? check_all(launch) : void(sample.unchecked_code = code);
        }
    }
    return std::nullopt;
}

}  // namespace

// Real ones start nearly in order, too.
std::uint64_t nth_to_start(const launch_state& launch, std::uint64_t n) {
    const std::uint64_t first = n / reordered_blocks * reordered_blocks,
                        count = std::min(reordered_blocks, launch.blocks / launch.cluster_blocks - first);
    const std::uint64_t seed = launch.how.seed;
    if (seed == 0) return n;
    if (seed == 1) return first + (count - 1 - (n - first));
    std::array<std::uint8_t, reordered_blocks> order;
    std::iota(order.begin(), order.begin() + count, std::uint8_t{0});
    std::uint64_t random = launch.order + first;
    for (std::uint64_t left = count; left > 1; --left) std::swap(order[left - 1], order[next_random(random) % left]);
    return first + order[n - first];
}

std::optional<started_block> take_next(launch_state& launch, start_when how) {
    launch_progress& all = launch.progress;
    std::unique_lock lock(all.mutex);
    if (launch.stop || !can_start(launch)) return std::nullopt;
    std::optional<started_block> next;
    if (launch.sample.bounded)
        next = take_of_sample(launch, how, lock);
    else
        next = {.number = nth_to_start(launch, all.next_block / launch.cluster_blocks)};
    if (!next) return next;
    all.live += launch.cluster_blocks;
    all.next_block += launch.cluster_blocks;
    advance(all);
    return next;
}

void end_check(worker& w) {
    launch_state& launch = *w.launch;
    expect_unseen_writes(launch);
    w.block.unchecked = true;
    const std::lock_guard guard(launch.progress.mutex);
    ++launch.sample.cut;
    launch.sample.end(w.block.turn, work_of_block(w), w.block.looked);
    launch.progress.changed.notify_all();
}

void end_block(worker& w) {
    spend_work_of_block(w);
    launch_state& launch = *w.launch;
    launch_progress& all = launch.progress;
    const std::lock_guard guard(all.mutex);
    if (launch.sample.bounded && !w.block.unchecked) {
        launch.sample.end(w.block.turn, work_of_block(w), w.block.looked);
        all.changed.notify_all();
    }
    --all.live;
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

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
