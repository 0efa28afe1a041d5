// Atomic operations when many blocks on several threads of the host meet; tests/hardware/atomics.cu has the values of
// every type and scope.
#include <cmath>
#include <limits>

#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;
using strider::emulation::device_array;

using ull = unsigned long long;

TEST(atomic, adds_to_a_nan_and_ends) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    device_array<float> cells(2);
    float* const at = cells.data();
    on_lanes(1, 1, [=] {
        at[0] = nan;
        at[1] = atomicAdd(at, 1.0f);
    });
    EXPECT_TRUE(std::isnan(cells[0]));
    EXPECT_TRUE(std::isnan(cells[1]));
}

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
    expect_nothing_lost<ull>();
    expect_nothing_lost<float>();
    expect_nothing_lost<double>();
}

TEST(atomic, any_operation_can_be_built_by_compare_and_swap) {
    // The lecture's double add, which compares integers, so that NaN ends the loop.
    device_array<double> sum(1);
    double* const at = sum.data();
    on_lanes(1, 1, [=] { *at = 0.0; });
    on_lanes(8, 32, [=] {
        auto* const bits = reinterpret_cast<ull*>(at);
        ull old = atomicAdd(bits, 0ull), assumed;
        do {
            assumed = old;
            old = atomicCAS(
                bits, assumed,
                static_cast<ull>(__double_as_longlong(0.5 + __longlong_as_double(static_cast<long long>(assumed)))));
        } while (assumed != old);
    });
    EXPECT_EQ(sum[0], 128.0);
}

TEST(atomic_ref, does_every_operation) {
    device_array<int> cells(16);
    int* const at = cells.data();
    on_lanes(1, 1, [=] {
        cuda::atomic_ref<int, cuda::thread_scope_device> cell(at[0]);
        cell.store(12, cuda::memory_order_release);
        at[1] = cell.load(cuda::memory_order_acquire);
        at[2] = cell.fetch_add(3, cuda::memory_order_relaxed);  // 12 -> 15
        at[3] = cell.fetch_sub(1);                              // 15 -> 14
        at[4] = cell.fetch_and(6);                              // 14 -> 6
        at[5] = cell.fetch_or(9);                               // 6 -> 15
        at[6] = cell.fetch_xor(5);                              // 15 -> 10
        at[7] = cell.fetch_min(4);                              // 10 -> 4
        at[8] = cell.fetch_max(8);                              // 4 -> 8
        at[9] = cell.exchange(20);                              // 8 -> 20
        int expected = 1;
        at[10] = cell.compare_exchange_strong(expected, 30);
        at[11] = expected;
        at[12] = cell.compare_exchange_weak(expected, 31, cuda::memory_order_acq_rel, cuda::memory_order_relaxed);
    });
    EXPECT_THAT(std::vector<int>(cells.begin(), cells.begin() + 13),
                testing::ElementsAre(31, 12, 12, 15, 14, 6, 15, 10, 4, 8, 0, 20, 1));
}

TEST(atomic_ref, can_be_used_on_the_host) {
    int cell = 1;
    cuda::atomic_ref<int> here(cell);
    EXPECT_EQ(here.fetch_add(2), 1);
    EXPECT_EQ(here.load(), 3);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst);
}

TEST(atomic_ref, hands_data_from_block_to_block) {
    // Block b waits for the number of its predecessor: acquire and release make the plain store visible.
    device_array<int> data(17), flags(17);
    int *const values = data.data(), *const ready = flags.data();
    on_lanes(1, 17, [=] { ready[threadIdx.x] = threadIdx.x == 0, values[threadIdx.x] = 0; });
    on_lanes(16, 1, [=] {
        const unsigned b = blockIdx.x;
        cuda::atomic_ref<int, cuda::thread_scope_device> mine(ready[b]), next(ready[b + 1]);
        while (mine.load(cuda::memory_order_acquire) == 0) {
        }
        values[b + 1] = values[b] + 1;
        next.store(1, cuda::memory_order_release);
    });
    EXPECT_EQ(data[16], 16);
}

TEST(fence, hands_data_from_block_to_block) {
    device_array<int> data(9), flags(9);
    int *const values = data.data(), *const ready = flags.data();
    on_lanes(1, 9, [=] { ready[threadIdx.x] = threadIdx.x == 0, values[threadIdx.x] = 0; });
    on_lanes(8, 1, [=] {
        const unsigned b = blockIdx.x;
        while (atomicAdd(&ready[b], 0) == 0) {
        }
        __threadfence();
        values[b + 1] = values[b] + 1;
        __threadfence();
        atomicExch(&ready[b + 1], 1);
    });
    EXPECT_EQ(data[8], 8);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
