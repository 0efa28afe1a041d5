// Rung 2: a spin lock.
#include <atomic>

#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

/// Tests before it tries to set: waiting threads read their own copy of the line, and do not take it from the owner.
class spin_lock {
public:
    void lock() {
        for (back_off between; taken_.test_and_set(std::memory_order_acquire);) {
            while (taken_.test(std::memory_order_relaxed)) between.wait();
        }
    }
    void unlock() { taken_.clear(std::memory_order_release); }

private:
    std::atomic_flag taken_;
};

const registration here{{
    .pattern = "critical-section",
    .number = 2,
    .follows = 1,
    .name = "spin lock",
    .idea = "A thread that does not get the lock looks again until it is open, instead of going to sleep.",
    .hypothesis = "For sections this short the wait is shorter than going to sleep and being woken.",
    .source = "Herlihy and Shavit, The Art of Multiprocessor Programming, chapter 7 (test-and-test-and-set)",
    .run = run_under_lock<spin_lock>,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
