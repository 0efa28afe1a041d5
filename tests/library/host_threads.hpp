// Calls on some number of threads; and by functions of the caller that make a thread wait.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <thread>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace strider::test {

/// Calls `work()` on 1, 2 and 5 threads.
template <class Work>
void on_1_2_and_5_threads(Work work) {
    for (const int threads : {1, 2, 5}) {
        tbb::task_arena(threads).execute([&] {
            SCOPED_TRACE(threads);
            work();
        });
    }
}

/// A core may not be running for as long as others use it: `call(visit)` runs a call on more than a million elements,
/// whose function calls `visit()` for each. The first of these returns late, after a million more.
template <class Call>
void expect_that_no_core_waits_for_another(Call call) {
    const tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
    std::atomic<std::uint64_t> calls{0};
    std::atomic<bool> has_stopped{false}, went_on{false};
    const auto visit = [&] {
        const std::uint64_t now = ++calls;
        if (has_stopped.exchange(true)) return;
        for (int tries = 0; tries < 20'000 && !went_on; ++tries) {
            went_on = calls > now + 1'000'000;  // far more than are of its batch and the next one
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    };
    tbb::task_arena(2).execute([&] { call(visit); });
    EXPECT_TRUE(went_on);
}

/// A function that waits for tasks of its own, inside of a call on all cores: the core that waits must not take up
/// other work of the same call, which would wait for what that core has begun. `call(visit)` runs a call whose function
/// calls `visit()`, which throws where it is called by a core that waits.
template <class Call>
void expect_that_waiting_cores_take_up_nothing(Call call) {
    using std::chrono::milliseconds;
    constexpr int threads = 3;
    const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism, threads);
    static thread_local bool waits;
    int waited = 0;  // for a thread that had come late, and found nothing else to do
    for (int repetition = 0; repetition < 100 && waited < 5; ++repetition) {
        std::atomic<bool> begun{false}, taken{false};
        const auto visit = [&] {
            if (waits) throw std::logic_error("a waiting core has taken up another part of the call");
            if (begun.exchange(true)) return;
            waits = true;
            const auto task = [&taken, me = std::this_thread::get_id()](int) {
                if (std::this_thread::get_id() != me) {
                    taken = true;
                    std::this_thread::sleep_for(milliseconds(20));
                }
                for (int i = 0; i < 20 && !taken; ++i) std::this_thread::sleep_for(milliseconds(1));
            };
            tbb::parallel_for(0, 2, task, tbb::simple_partitioner{});
            waits = false;
        };
        const auto run = [&] { tbb::task_arena(threads).execute([&] { call(visit); }); };
        EXPECT_NO_THROW(run());
        waits = false;
        waited += taken;
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
