// Locks in the executor, under all checks, with independent lanes and in lock step.

#include "tests/library/lock_conformance.hpp"
#include "tests/library/many_threads.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

using simt_lanes = many_lanes<simt_place>;
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, LockConformance, simt_lanes);

using suite = LockConformance<simt_lanes>;
using device_lock = spin_lock<thread_scope::device>;

executor::options in_lock_step() {
    return {.speed = executor::speed::check, .schedule = executor::schedule::lock_step, .spin_budget = 1 << 16};
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

TEST(LockSimt, AWarpAsksOnce) {
    expect_warps_in_lane_order(suite::order_of_sections<device_lock>());
    expect_warps_in_lane_order(suite::order_of_sections<ticket_lock<thread_scope::device>>());
}

TEST(LockSimt, SectionsEndInLockStep) {
    for (const bool fair : {false, true}) {
        executor::session session(in_lock_step());
        expect_warps_in_lane_order(fair ? suite::order_of_sections<ticket_lock<thread_scope::device>>()
                                        : suite::order_of_sections<device_lock>());
        for (const executor::finding& found : session.report().findings) ADD_FAILURE() << executor::text(found);
    }
}

TEST(LockSimt, TryingInALoopThatHoldsTheSectionEndsInLockStep) {
    executor::session session(in_lock_step());
    suite::expect_everybody_once<enter_by_trying<device_lock>>();
    EXPECT_TRUE(session.report().findings.empty());
}

/// What the head of lock.hpp warns of.
TEST(LockSimt, AWarpWhoseLanesAllSpinDeadlocksInLockStep) {
    const simt_buffer<std::uint64_t> lock(std::vector<std::uint64_t>(1, 0));
    const simt_buffer<guarded> all(std::vector<guarded>(1));
    executor::session session(in_lock_step());
    simt_lanes::run(32, enter_by_guard<device_lock>{lock.address(), all.address()});
    EXPECT_EQ(session.report().of(executor::finding_kind::deadlock).size(), 1u);
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

TEST(LockSimt, ALockOfABlockStandsInSharedMemory) {
    const simt_buffer<unsigned> total(std::vector<unsigned>(1, 0));
    simt_lanes::run(256, enter_in_shared{total.address()});
    EXPECT_EQ(total.value(), 256u * 255 / 2);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
