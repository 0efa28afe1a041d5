// Atomic operations when many blocks on several threads of the host meet; tests/hardware/atomics.cu has the values of
// every type and scope.
#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;
using strider::emulation::device_array;

/// 64 blocks of 64 threads all add 1, in global memory directly.
template <class T>
void expect_nothing_lost() {
    device_array<T> sum(1);
    T* const at = sum.data();
    on_lanes(1, 1, [=] { *at = T(0); });
    on_lanes(64, 64, [=] { atomicAdd(at, T(1)); });
    EXPECT_EQ(sum[0], T(64 * 64));
}

TEST(atomic, loses_nothing_between_blocks) {
    expect_nothing_lost<int>();
    expect_nothing_lost<unsigned>();
    expect_nothing_lost<unsigned long long>();
    expect_nothing_lost<float>();
    expect_nothing_lost<double>();
}

TEST(atomic_ref, compares_and_exchanges_weakly) {
    device_array<int> cells(2);
    int* const at = cells.data();
    on_lanes(1, 1, [=] {
        const cuda::atomic_ref<int, cuda::thread_scope_device> cell(at[0]);
        cell.store(12, cuda::memory_order_release);
        int expected = 12;
        at[1] = cell.compare_exchange_weak(expected, 31, cuda::memory_order_acq_rel, cuda::memory_order_relaxed);
    });
    EXPECT_THAT(std::vector<int>(cells.begin(), cells.end()), testing::ElementsAre(31, 1));
}

TEST(atomic_ref, can_be_used_on_the_host) {
    int cell = 1;
    cuda::atomic_ref<int> here(cell);
    EXPECT_EQ(here.fetch_add(2), 1);
    EXPECT_EQ(here.load(), 3);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
