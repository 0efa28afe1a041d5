#include "blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <deque>
#include <memory>
#include <thread>

#include "cluster.hpp"
#include "code/module.hpp"
#include "deadlock.hpp"
#include "findings.hpp"
#include "perturbation.hpp"
#include "progress.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

namespace {

// Workers are made once and reused: their stacks are warm, and the address space of a slot is never given back.
class worker_pool {
public:
    worker* take() {
        const std::lock_guard guard(mutex_);
        if (idle_.empty()) return new worker;
        worker* one = idle_.back();
        idle_.pop_back();
        return one;
    }
    void give_back(worker* one) {
        const std::lock_guard guard(mutex_);
        idle_.push_back(one);
    }

private:
    std::mutex mutex_;
    std::vector<worker*> idle_;
};

worker_pool& pool() {
    static auto* const one = new worker_pool;
    return *one;
}

// The modes that a GPU computes by, while a thread of the host runs blocks: to nearest, and denormals are kept. Fibers
// keep the modes that they were made with, so that they would outlive the caller's.
class device_modes {
public:
    device_modes() {
        std::fegetenv(&of_host_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~device_modes() { std::fesetenv(&of_host_); }
    device_modes(const device_modes&) = delete;
    device_modes& operator=(const device_modes&) = delete;

private:
    std::fenv_t of_host_;
};

// Why a block is not running.
enum class rest { not_started, in_turn, at_grid_barrier, asleep };

rest rest_of(const worker& w) {
    if (!w.block.entered) return rest::not_started;
    if (w.turns.suspended != nullptr) return rest::in_turn;
    return w.barriers.at_grid == w.block.live ? rest::at_grid_barrier : rest::asleep;
}

bool can_go_on(const worker& w) {
    switch (rest_of(w)) {
        case rest::not_started:
            return true;
        case rest::in_turn:
            return !waits_in_vain(w);
        case rest::at_grid_barrier:
            return met_at_grid_barrier(w);
        case rest::asleep:
            return w.ready_warps != 0;
    }
    return false;
}

// The block that a thread has turned to last, and its grid.
struct {
    std::atomic<std::uint64_t> number = 0;
    std::atomic<unsigned> x = 1, y = 1, z = 1;
} turned_to;

class block_turns {
public:
    explicit block_turns(launch_state& launch) : launch_(launch), random_(launch.order) {
        unused_[false].push_back(make_worker(false));
        statics_ = own_thread_locals();
    }
    ~block_turns() {
        for (worker* w : workers_) {
            if (w->observed_by != nullptr) w->observed_by->end_launch(*w);
            pool().give_back(w);
        }
    }
    block_turns(const block_turns&) = delete;
    block_turns& operator=(const block_turns&) = delete;

    void run() {
        for (;;) {
            if (launch_.stop.load(std::memory_order_relaxed)) return abandon();
            if (suspended_.empty() || may_start()) {
                if (start()) continue;
                if (suspended_.empty()) return;
            }
            resume_one();
        }
    }

private:
    worker* make_worker(bool uninstrumented) {
        worker* const w = pool().take();
        workers_.push_back(w);
        prepare(*w, launch_, uninstrumented);
        return w;
    }

    worker& take_worker(bool uninstrumented = false) {
        if (unused_[uninstrumented].empty()) return *make_worker(uninstrumented);
        worker& w = *unused_[uninstrumented].back();
        unused_[uninstrumented].pop_back();
        return w;
    }

    // Whoever was suspended last decides: all live blocks may wait for one that has not started. Blocks that meet at
    // the grid barrier must all start; those of a cluster have started, and come first.
    bool may_start() {
        if (launch_.cluster_blocks > 1 && std::any_of(suspended_.begin(), suspended_.end(), [](const worker* w) {
                const rest now = rest_of(*w);
                return now == rest::not_started || (now == rest::asleep && w->ready_warps != 0);
            }))
            return false;
        if (gave_way()) return next_random(random_) % (1 + suspended_.size() * suspended_.size()) == 0;
        // A long time is no sign of waiting, and no reason to check blocks beside the sample.
        if (launch_.sample.bounded && !launch_.sample.checks_all && !suspended_.back()->block.unchecked)
            return only_waiting(launch_);
        return launch_.call.cooperative || suspended_.back()->turns.ended || only_waiting(launch_);
    }

    // Whether a block has given way by chance and can go on. So others may go on, or start, but need not.
    bool gave_way() const { return is_perturbed(launch_.how) && suspended_.back()->turns.ended; }

    bool start() {
        const auto next = take_next(launch_, suspended_.empty() ? start_when::known
                                             : gave_way()       ? start_when::if_known
                                                                : start_when::now);
        if (!next) return false;
        if (launch_.cluster_blocks > 1) {
            start_cluster(next->number);
            return true;
        }
        worker& w = take_worker(next->unchecked && launch_.sample.unchecked_code != launch_.call.kernel);
        begin_block(w, *next);
        go_on(w);
        return true;
    }

    // Its blocks are all there before the first of them runs.
    void start_cluster(std::uint64_t number) {
        cluster_state& all = *clusters_.emplace_back(std::make_unique<cluster_state>());
        all.number = number;
        all.statics = statics_;
        all.alive = launch_.cluster_blocks;
        all.missing = launch_.cluster_blocks * launch_.threads;
        for (unsigned rank = 0; rank < launch_.cluster_blocks; ++rank) {
            worker& w = take_worker();
            begin_block(w, {.number = block_in_cluster(launch_, number, rank)});
            w.cluster = &all;
            w.block.cluster_rank = rank;
            make_room(w);
            std::copy(statics_.begin(), statics_.end(), w.shared.static_copy);
            all.blocks.push_back(&w);
            launch_.how.seed == 1 ? suspended_.push_front(&w) : suspended_.push_back(&w);
        }
    }

    void resume_one() {
        const auto first = suspended_.begin(), last = suspended_.end();
        const auto chosen = first + (is_perturbed(launch_.how) ? next_random(random_) % suspended_.size() : 0);
        auto next = std::find_if(chosen, last, [](const worker* w) { return can_go_on(*w); });
        if (next == last && chosen != first)
            next = std::find_if(first, last, [](const worker* w) { return can_go_on(*w); });
        if (next == last) {
            // All wait in vain, until other threads get on; but a loop may also give up, so that they go on anyway.
            if (launch_.progress.waits_for_host)
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            else if (launch_.progress.live > suspended_.size())
                std::this_thread::yield();
            next = std::find_if(first, last, [](const worker* w) { return rest_of(*w) == rest::in_turn; });
        }
        if (next == last) return wait_for_grid_barrier(launch_, *suspended_.front());
        worker& w = **next;
        suspended_.erase(next);
        go_on(w);
    }

    // Runs the block until it comes back: ended, or suspended.
    void go_on(worker& w) {
        take_statics(w);
        turned_to.number.store(w.block.number, std::memory_order_relaxed);
        const rest before = rest_of(w);
        if (before == rest::at_grid_barrier) leave_grid_barrier(w);
        if (before == rest::asleep) choose_next_lane(w);
        before == rest::not_started ? run_block(w) : resume_block(w);
        if (w.block.live == 0) return end(w);
        suspended_.push_back(&w);
        if (rest_of(w) == rest::at_grid_barrier) arrive_at_grid_barrier(w);
        if (rest_of(w) != rest::asleep) return;
        note_asleep(w);
        abandon_if_dead(w.cluster);
    }

    void end(worker& w) {
        if (resident_ == &w) resident_ = nullptr;
        cluster_state* const all = w.cluster;
        if (all == nullptr) {
            unused_[w.uninstrumented].push_back(&w);
            return end_block(w);
        }
        if (w.observed_by != nullptr) w.observed_by->end_block(w);
        leave(w, *all);
        abandon_if_dead(all);
    }

    // A block of the cluster is no more. Their workers are free when all have ended: others may look at them.
    void leave(worker& w, cluster_state& all) {
        end_block(w);
        if (--all.alive != 0) return;
        unused_[false].insert(unused_[false].end(), all.blocks.begin(), all.blocks.end());
        std::erase_if(clusters_, [&](const auto& one) { return one.get() == &all; });
    }

    // Blocks that can only be woken by each other, and all sleep, are dead.
    void abandon_if_dead(const cluster_state* which) {
        const auto at =
            std::find_if(clusters_.begin(), clusters_.end(), [&](const auto& one) { return one.get() == which; });
        if (at == clusters_.end()) return;  // all have ended
        cluster_state& all = **at;
        const std::vector<worker*> blocks = all.blocks;
        const auto may_go_on = [](const worker* w) {
            return w->block.live != 0 && (rest_of(*w) != rest::asleep || w->ready_warps != 0);
        };
        if (std::any_of(blocks.begin(), blocks.end(), may_go_on)) return;
        report_dead_cluster(all);
        for (worker* w : blocks) {
            if (w->block.live == 0) continue;
            abandon_suspended_block(*w);
            note_woken(*w);
            std::erase(suspended_, w);
            if (resident_ == w) resident_ = nullptr;
            leave(*w, all);
        }
    }

    // Static shared memory is the thread's, at the same addresses for all of its blocks.
    void take_statics(worker& w) {
        if (resident_ == &w) return;
        if (resident_ != nullptr) {
            if (resident_->shared.static_copy == nullptr) make_room(*resident_);
            std::copy(statics_.begin(), statics_.end(), resident_->shared.static_copy);
        }
        if (w.shared.static_copy != nullptr) std::copy_n(w.shared.static_copy, statics_.size(), statics_.begin());
        if (w.cluster == nullptr) w.shared.static_copy = nullptr;
        resident_ = &w;
    }

    void make_room(worker& w) const {
        constexpr std::size_t alignment = 128;  // the strictest that there is
        w.shared.statics.resize(statics_.size() + alignment);
        const auto begin = reinterpret_cast<std::uintptr_t>(w.shared.statics.data());
        w.shared.static_copy =
            w.shared.statics.data() + (reinterpret_cast<std::uintptr_t>(statics_.data()) - begin) % alignment;
    }

    void abandon() {
        for (worker* w : suspended_) {
            if (launch_.progress.dead && w->block.entered) report_dead_block(*w);
            abandon_suspended_block(*w);
        }
    }

    launch_state& launch_;
    std::vector<worker*> workers_;    // all
    std::vector<worker*> unused_[2];  // those without a block, for checked and for uninstrumented ones
    std::deque<worker*> suspended_;   // those whose block waits for its turn, in the order in which they came
    std::vector<std::unique_ptr<cluster_state>> clusters_;  // with a block that has not ended
    std::span<std::byte> statics_;                          // the thread's static shared memory
    std::uint64_t random_;                                  // state of the random choice among blocks
    worker* resident_ = nullptr;                            // whose static shared memory stands there
};

}  // namespace

std::string last_block() { return block_text(dim3(turned_to.x, turned_to.y, turned_to.z), turned_to.number); }

void run_blocks(launch_state& launch) {
    turned_to.x = launch.grid.x;
    turned_to.y = launch.grid.y;
    turned_to.z = launch.grid.z;
    const device_modes modes;
    block_turns(launch).run();
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
