// Batches that are looked at by any core in any order, and finished once all batches to their left have been looked at:
// which one a core takes next. No core waits for another: what is held up by a core that is slower, or not running, is
// finished by whichever core comes next.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <strider/cpu/parallel.hpp>

namespace strider::cpu_backend {

class batch_turns {
public:
    explicit batch_turns(std::uint64_t batches)
        : batches_(batches),
          looked_at_(std::make_unique<bool[]>(batches)),
          taken_to_finish_(std::make_unique<bool[]>(batches)) {}

    struct task {
        std::uint64_t batch;
        bool is_settled;  ///< it is to be finished, else looked at
    };
    /// One to finish where there is any, `own` before others. Nothing where all have been taken, or a core has failed.
    std::optional<task> take(std::uint64_t own) {
        const std::lock_guard lock(guard_);
        if (failed_) return std::nullopt;
        while (first_to_finish_ < settled_ && taken_to_finish_[first_to_finish_]) ++first_to_finish_;
        const std::uint64_t which = own < settled_ && !taken_to_finish_[own] ? own : first_to_finish_;
        if (which < settled_) {
            taken_to_finish_[which] = true;
            return task{which, true};
        }
        if (started_ < batches_) return task{started_++, false};
        return std::nullopt;
    }

    /// A batch has been looked at. Calls `settle(b)`, one after the other, for the batches that have none to their left
    /// now that has not. Most often another core is soon done with those to its left: a few looks, and no more.
    template <class Settle>
    void give(std::uint64_t which, Settle settle) {
        {
            const std::lock_guard lock(guard_);
            looked_at_[which] = true;
            for (std::uint64_t b = settled_; b < batches_ && looked_at_[b]; ++b) {
                settle(b);
                settled_.store(b + 1, std::memory_order_release);
            }
        }
        for (unsigned looks = 0; looks < 2000 && settled_.load(std::memory_order_acquire) <= which; ++looks) {
        }
    }

    void fail() {
        const std::lock_guard lock(guard_);
        failed_ = true;
    }

private:
    const std::uint64_t batches_;
    std::mutex guard_;
    std::unique_ptr<bool[]> looked_at_, taken_to_finish_;
    std::atomic<std::uint64_t> settled_{0};
    std::uint64_t started_ = 0, first_to_finish_ = 0;
    bool failed_ = false;
};

/// How a core looks at a batch and finishes it: two functions of its number, the latter also of whether this core has
/// looked at it last.
template <class Look, class Finish>
struct batch_worker {
    Look look;
    Finish finish;
};
template <class Look, class Finish>
batch_worker(Look, Finish) -> batch_worker<Look, Finish>;

/// Looks at all batches and finishes them, on so many cores, each with a worker that `make()` gives. `settle(b)` is
/// called between, batch after batch.
template <class Make, class Settle>
void in_turns(std::uint64_t batches, std::uint64_t cores, const Make& make, const Settle& settle) {
    batch_turns turns(batches);
    on_workers(cores, [&] {
        try {
            auto worker = make();
            std::uint64_t own = batches;  // the last one
            while (const auto task = turns.take(own)) {
                const std::uint64_t before = std::exchange(own, task->batch);
                if (task->is_settled) {
                    worker.finish(own, own == before);
                } else {
                    worker.look(own);
                    turns.give(own, settle);
                }
            }
        } catch (...) {
            turns.fail();  // the others end
            throw;
        }
    });
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
