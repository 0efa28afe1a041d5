// The locks of the critical-section ladder under the emulator's lock-step mode, which runs warps as before Volta: the
// naive lock deadlocks there and says why; every rung ends, is right, and has no findings.
#include <string_view>
#include <vector>

#include <ladders/critical_section/gpu/sections.hpp>
#include <strider/emulator/gtest.hpp>
#include <strider/emulator/memory.hpp>

namespace strider::ladders::critical_section {
namespace {

using ::testing::HasSubstr;

/// What rung 2 puts right: the lanes that wait stand in the way of the lane that has the lock.
__global__ void naive_lock(const int* input, std::uint64_t elements, tally<int>* shared, int* lock) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    run_section(*shared, input[i]);
    __threadfence();
    atomicExch(lock, 0);
}

/// Every thread of a warp spins for one lock, and runs its section behind the loop.
void run_naive_lock(const arguments& with) { launch_sections<int>(with, naive_lock, open_lock(with)); }

/// What a run of `run` leaves, of so many values of 1.
tally<int> run_on_ones(void (*run)(const arguments&), std::uint64_t elements) {
    emulation::device_array input(std::vector<int>(elements, 1));
    emulation::device_array<int> lock(1);
    emulation::device_array<tally<int>> shared(1);
    arguments with{instance{.type = element_type::i32, .elements = elements}};
    with.input = input.data();
    with.output = shared.data();
    with.scratch = lock.data();
    run(with);
    return shared[0];
}

emulation::options how(emulation::schedule schedule) {
    return {.speed = emulation::speed::check, .schedule = schedule, .spin_budget = 1 << 16};
}

TEST(CriticalSection, TheNaiveLockOfAWarpDeadlocksInLockStep) {
    emulation::session session(how(emulation::schedule::lock_step));
    EXPECT_LT(run_on_ones(run_naive_lock, 32).number, 32);
    const auto deadlocks = session.report().of(emulation::finding_kind::deadlock);
    ASSERT_EQ(deadlocks.size(), 1u);
    EXPECT_EQ(deadlocks[0].kernel, "naive_lock");
    EXPECT_THAT(deadlocks[0].message, HasSubstr("threads 1-31 spin at"));
    EXPECT_THAT(deadlocks[0].message, HasSubstr("thread 0 holds what they spin for"));
}

TEST(CriticalSection, TheNaiveLockEndsWhereLanesAreIndependent) {
    emulation::session session(how(emulation::schedule::independent));
    EXPECT_EQ(run_on_ones(run_naive_lock, 32).number, 32);
    EXPECT_NO_FINDINGS(session.report());
}

TEST(CriticalSection, EveryRungEndsInLockStep) {
    std::size_t run = 0;
    for (const rung& entry : registry()) {
        if (entry.pattern != std::string_view(description.name)) continue;
        ++run;
        for (const std::uint64_t elements : {1, 33, 1000}) {
            emulation::session session(how(emulation::schedule::lock_step));
            const tally<int> left = run_on_ones(entry.run, elements);
            EXPECT_EQ(left.total, static_cast<int>(elements)) << entry.name;
            EXPECT_EQ(left.number, static_cast<int>(elements)) << entry.name;
            EXPECT_NO_FINDINGS(session.report());
        }
    }
    EXPECT_EQ(run, 8u);
}

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
