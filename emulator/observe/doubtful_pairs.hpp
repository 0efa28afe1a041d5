// Accesses that nothing orders, and that may be meant so: volatile ones are a race, but not to code that polls, and
// plain loads beside a compare-and-swap are one, but not where they guess for it. So they are told when the launch has
// ended, unless one of the two instructions was seen to do that.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <vector>

namespace strider::emulation {

class doubtful_pairs {
public:
    /// The instruction has looked at one cell again and again, or guessed what is there.
    void excuse(const void* pc) {
        const std::lock_guard guard(mutex_);
        excused_.insert(pc);
    }

    /// Two instructions that nothing orders; `make` is called where the pair is new, and makes what reports it.
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
