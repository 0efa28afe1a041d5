// Rung 3: a ticket lock.
#include <atomic>

#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

/// Threads are served in the order in which they came.
class ticket_lock {
public:
    void lock() {
        const unsigned mine = next_.fetch_add(1, std::memory_order_relaxed);
        for (back_off between; serving_.load(std::memory_order_acquire) != mine;) between.wait();
    }
    void unlock() { serving_.store(serving_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

private:
    alignas(64) std::atomic<unsigned> next_{0};
    alignas(64) std::atomic<unsigned> serving_{0};
};

const registration here{{
    .pattern = "critical-section",
    .number = 3,
    .follows = 2,
    .name = "ticket lock",
    .idea = "Each thread draws a number and waits for its turn: nobody starves.",
    .hypothesis = "Fair, and slower than the spin lock: the lock must change cores at every section, and waits for a "
                  "thread that does not run.",
    .source = "Mellor-Crummey and Scott 1991, Algorithms for scalable synchronization on shared-memory multiprocessors",
    .most_elements = std::uint64_t{1} << 16,
    .run = run_under_lock<ticket_lock>,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
