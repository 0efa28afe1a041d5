// Pairs of unordered accesses that may be intended. Volatile accesses race, unless the code polls. A plain load beside
// a compare-and-swap races, unless it guesses for the compare-and-swap. So these pairs are reported when the launch has
// ended, unless one of their instructions was seen to poll or guess.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <vector>

namespace strider::emulation {

class doubtful_pairs {
public:
    /// The instruction has polled a cell, or guessed its value.
    void excuse(const void* pc) {
        const std::lock_guard guard(mutex_);
        excused_.insert(pc);
    }

    /// Adds two unordered instructions. For a new pair, calls `make` to create the function that reports it.
    template <class Make>
    void note(const void* pc, const void* other, Make make) {
        const std::lock_guard guard(mutex_);
        for (const pair& known : pairs_)
            if (known.pc == pc && known.other == other) return;
        pairs_.push_back({pc, other, make()});
    }

    void report() const {
        for (const pair& one : pairs_)
            if (!excused_.contains(one.pc) && !excused_.contains(one.other)) one.report();
    }

private:
    struct pair {
        const void *pc, *other;
        std::function<void()> report;
    };
    std::mutex mutex_;
    std::set<const void*> excused_;
    std::vector<pair> pairs_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
