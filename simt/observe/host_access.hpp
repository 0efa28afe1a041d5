// What host code does with memory that is the device's, or that a kernel may still be using.
#pragma once

#include "analysis.hpp"
#include "run/host_watch.hpp"
#include "run/memory.hpp"

namespace strider::executor {

/// Keeps what kernels use of the memory that the host uses too, until the host waits for them.
class host_access final : public analysis {
public:
    void touch(worker& w, touched_memory& what) override {
        if (what.at.entry == nullptr || !what.at.entry->of_both_sides || watched_host.look == nullptr) [[likely]]
            return;
        if (what.reads()) note(w, what, what.at.entry->loaded_by);
        if (what.writes()) note(w, what, what.at.entry->stored_by);
    }
    void copied(worker& w, touched_memory& what) override { touch(w, what); }

private:
    static void note(const worker& w, const touched_memory& what, kernel_use& use) {
        constexpr auto relaxed = std::memory_order_relaxed;
        const bool known = use.waits.load(relaxed) == watched_host.waits.load(relaxed) &&
                           use.begin.load(relaxed) <= what.address &&
                           what.address + what.bytes <= use.end.load(relaxed);
        if (!known) widen(w, what, use);
    }
    static void widen(const worker& w, const touched_memory& what, kernel_use& use);
};

}  // namespace strider::executor
