#include "blocks.hpp"

#include <algorithm>
#include <cfenv>
#include <deque>
#include <thread>

#include "deadlock.hpp"
#include "module.hpp"
#include "observe.hpp"
#include "progress.hpp"
#include "scheduler.hpp"

namespace simt {

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

bool waits_at_grid_barrier(const worker& w) { return w.suspended == nullptr; }

class block_turns {
public:
    explicit block_turns(launch_state& launch) : launch_(launch) { unused_.push_back(make_worker()); }
    ~block_turns() {
        for (worker* w : workers_) {
            finish_observation(*w);
            pool().give_back(w);
        }
    }
    block_turns(const block_turns&) = delete;
    block_turns& operator=(const block_turns&) = delete;

    void run() {
        for (;;) {
            if (launch_.stop.load(std::memory_order_relaxed)) return abandon();
            if (suspended_.empty() || may_start()) {
                if (start_block()) continue;
                if (suspended_.empty()) return;
            }
            resume_one();
        }
    }

private:
    worker* make_worker() {
        worker* const w = pool().take();
        workers_.push_back(w);
        prepare(*w, launch_);
        return w;
    }

    // Whoever was suspended last decides: all live blocks may wait for one that has not started. Blocks that meet at
    // the grid barrier must all start.
    bool may_start() const {
        return launch_.call.cooperative || suspended_.back()->turn_ended || only_waiting(launch_);
    }

    bool start_block() {
        if (unused_.empty()) unused_.push_back(make_worker());
        const auto block = take_block(launch_);
        if (!block) return false;
        worker& w = *unused_.back();
        unused_.pop_back();
        take_statics(w);
        run_block(w, *block);
        settle(w);
        return true;
    }

    void resume_one() {
        const auto first = suspended_.begin(), last = suspended_.end();
        auto next = std::find_if(first, last, [](const worker* w) {
            return waits_at_grid_barrier(*w) ? met_at_grid_barrier(*w) : !waits_in_vain(*w);
        });
        if (next == last) {
            // All wait in vain, until other threads get on; but a loop may also give up, so that they go on anyway.
            if (launch_.progress.live > suspended_.size()) std::this_thread::yield();
            next = std::find_if(first, last, [](const worker* w) { return !waits_at_grid_barrier(*w); });
        }
        if (next == last) return wait_for_grid_barrier(launch_, *suspended_.front());
        worker& w = **next;
        suspended_.erase(next);
        take_statics(w);
        if (waits_at_grid_barrier(w)) leave_grid_barrier(w);
        resume_block(w);
        settle(w);
    }

    // The block has come back: ended, or suspended.
    void settle(worker& w) {
        if (w.live == 0) {
            if (resident_ == &w) resident_ = nullptr;
            unused_.push_back(&w);
            return end_block(launch_);
        }
        suspended_.push_back(&w);
        if (waits_at_grid_barrier(w)) arrive_at_grid_barrier(w);
    }

    // Static shared memory is the thread's, at the same addresses for all of its blocks.
    void take_statics(worker& w) {
        if (resident_ == &w) return;
        const std::span<std::byte> statics = own_thread_locals();
        if (resident_ != nullptr) resident_->statics.assign(statics.begin(), statics.end());
        if (!w.statics.empty()) std::copy(w.statics.begin(), w.statics.end(), statics.begin());
        w.statics.clear();
        resident_ = &w;
    }

    void abandon() {
        for (worker* w : suspended_) {
            if (launch_.progress.dead) report_dead_block(*w);
            abandon_suspended_block(*w);
        }
    }

    launch_state& launch_;
    std::vector<worker*> workers_;   // all
    std::vector<worker*> unused_;    // those without a block
    std::deque<worker*> suspended_;  // those whose block waits for its turn, in the order in which they came
    worker* resident_ = nullptr;     // whose static shared memory stands in the thread's
};

}  // namespace

void run_blocks(launch_state& launch) {
    const device_modes modes;
    block_turns(launch).run();
}

}  // namespace simt
