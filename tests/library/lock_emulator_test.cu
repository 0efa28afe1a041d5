// Locks in the emulator, under all checks, with independent lanes and in lock step.

#include "tests/library/emulator_backend.hpp"
#include "tests/library/lock_conformance.hpp"
#include "tests/library/many_threads.hpp"

namespace strider::test {

using emulator_lanes = many_lanes<emulator_backend>;
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, LockConformance, emulator_lanes);

using suite = LockConformance<emulator_lanes>;
using device_lock = spin_lock<thread_scope::device>;

emulation::options in_lock_step() {
    return {.speed = emulation::speed::check, .schedule = emulation::schedule::lock_step, .spin_budget = 1 << 16};
}

/// Lanes that ask together are served together, in their order.
void expect_warps_in_lane_order(const std::vector<unsigned>& order) {
    for (std::size_t k = 1; k < order.size(); ++k) {
        const unsigned before = order[k - 1], now = order[k];
        if (now / 32 == before / 32) {
            EXPECT_EQ(now, before + (before % 3 == 2 ? 2 : 1));
        } else {
            EXPECT_LE(now % 32, 1u) << "the first lane of its warp that asks";
            EXPECT_GE(before % 32, before / 32 == 7 ? 4u : 30u) << "the last lane of its warp that asks";
        }
    }
}

TEST(LockEmulator, AWarpAsksOnce) {
    expect_warps_in_lane_order(suite::order_of_sections<device_lock>());
    expect_warps_in_lane_order(suite::order_of_sections<ticket_lock<thread_scope::device>>());
}

TEST(LockEmulator, SectionsEndInLockStep) {
    for (const bool fair : {false, true}) {
        emulation::session session(in_lock_step());
        expect_warps_in_lane_order(fair ? suite::order_of_sections<ticket_lock<thread_scope::device>>()
                                        : suite::order_of_sections<device_lock>());
        for (const emulation::finding& found : session.report().findings) ADD_FAILURE() << emulation::text(found);
    }
}

TEST(LockEmulator, TryingInALoopThatHoldsTheSectionEndsInLockStep) {
    emulation::session session(in_lock_step());
    suite::expect_everybody_once<enter_by_trying<device_lock>>();
    EXPECT_TRUE(session.report().findings.empty());
}

/// The mistake that the head of lock.hpp warns of.
TEST(LockEmulator, AWarpWhoseLanesAllSpinDeadlocksInLockStep) {
    const emulator_buffer<std::uint64_t> lock(std::vector<std::uint64_t>(1, 0));
    const emulator_buffer<guarded> all(std::vector<guarded>(1));
    emulation::session session(in_lock_step());
    emulator_lanes::run(32, enter_by_guard<device_lock>{lock.address(), all.address()});
    EXPECT_EQ(session.report().of(emulation::finding_kind::deadlock).size(), 1u);
    EXPECT_LT(all.value().count, 32u);
}

struct enter_in_shared {
    unsigned* total;
    __device__ void operator()(unsigned i) const {
        __shared__ std::uint64_t memory;
        __shared__ unsigned sum;
        if (threadIdx.x == 0) memory = 0, sum = 0;
        __syncthreads();
        critical_section(lock_in<spin_lock<thread_scope::block>>(&memory), [&] { sum += i; });
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd(total, sum);
    }
};

TEST(LockEmulator, ALockOfABlockStandsInSharedMemory) {
    const emulator_buffer<unsigned> total(std::vector<unsigned>(1, 0));
    emulator_lanes::run(256, enter_in_shared{total.address()});
    EXPECT_EQ(total.value(), 256u * 255 / 2);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
