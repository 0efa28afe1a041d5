// Volatile accesses that nothing orders. They are one thing to code that polls, and a race to code that relies on them:
// so they are told when the launch has ended, unless one of the two instructions was seen to poll.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <vector>

namespace strider::executor {

class volatile_pairs {
public:
    /// An instruction has looked at one cell again and again.
    void note_polling(const void* pc) {
        const std::lock_guard guard(mutex_);
        polled_.insert(pc);
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
            if (!polled_.contains(one.pc) && !polled_.contains(one.other)) one.report();
    }

private:
    struct pair {
        const void *pc, *other;
        std::function<void()> report;
    };
    std::mutex mutex_;
    std::set<const void*> polled_;
    std::vector<pair> pairs_;
};

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
