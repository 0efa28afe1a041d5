// Atomic operations: the returned old value and the new one against the definitions in CUDA's programming guide, for
// every type and scope; and that nothing is lost when many blocks on several threads of the host meet.
#include <algorithm>
#include <cmath>
#include <limits>

#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;
using strider::emulation::device_array;

/// Applies `operation(address, value)` to `old` on one lane. Returns its result and the new value.
template <class T, class Operation>
std::pair<T, T> applied(T old, T value, Operation operation) {
    device_array<T> cells(2);
    T* const at = cells.data();
    on_lanes(1, 1, [=] {
        at[0] = old;
        at[1] = operation(at, value);
    });
    return {cells[1], cells[0]};
}

template <class T, class Operation, class Model>
void expect_operation(Operation operation, Model model) {
    using limits = std::numeric_limits<T>;
    const T samples[] = {T(0), T(1), T(7), T(100), T(limits::max()), T(limits::max() - 1), limits::lowest(), T(-3)};
    for (const T old : samples)
        for (const T value : samples) {
            const T expected = model(old, value);
            if (expected != expected) continue;  // NaN of infinities is tested by itself
            const auto [returned, stands] = applied(old, value, operation);
            ASSERT_EQ(returned, old) << +value;
            ASSERT_EQ(stands, expected) << +old << ", " << +value;
        }
}

#define EXPECT_ATOMIC(name, T, model)                                                                               \
    expect_operation<T>([](T* at, T value) { return name(at, value); }, [](T old, T value) -> T { return model; }); \
    expect_operation<T>([](T* at, T value) { return name##_block(at, value); },                                     \
                        [](T old, T value) -> T { return model; });                                                 \
    expect_operation<T>([](T* at, T value) { return name##_system(at, value); },                                    \
                        [](T old, T value) -> T { return model; })

using ull = unsigned long long;

TEST(atomic, adds_and_subtracts) {
    EXPECT_ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)));
    EXPECT_ATOMIC(atomicAdd, unsigned, old + value);
    EXPECT_ATOMIC(atomicAdd, ull, old + value);
    EXPECT_ATOMIC(atomicAdd, float, old + value);
    EXPECT_ATOMIC(atomicAdd, double, old + value);
    EXPECT_ATOMIC(atomicSub, int, static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)));
    EXPECT_ATOMIC(atomicSub, unsigned, old - value);
}

TEST(atomic, counts_up_and_down_within_a_limit) {
    EXPECT_ATOMIC(atomicInc, unsigned, (old >= value) ? 0 : (old + 1));
    EXPECT_ATOMIC(atomicDec, unsigned, ((old == 0) || (old > value)) ? value : (old - 1));
}

TEST(atomic, keeps_the_smaller_and_the_larger) {
    EXPECT_ATOMIC(atomicMin, int, std::min(old, value));
    EXPECT_ATOMIC(atomicMin, unsigned, std::min(old, value));
    EXPECT_ATOMIC(atomicMin, long long, std::min(old, value));
    EXPECT_ATOMIC(atomicMin, ull, std::min(old, value));
    EXPECT_ATOMIC(atomicMax, int, std::max(old, value));
    EXPECT_ATOMIC(atomicMax, unsigned, std::max(old, value));
    EXPECT_ATOMIC(atomicMax, long long, std::max(old, value));
    EXPECT_ATOMIC(atomicMax, ull, std::max(old, value));
}

TEST(atomic, combines_bits) {
    EXPECT_ATOMIC(atomicAnd, int, (old & value));
    EXPECT_ATOMIC(atomicAnd, unsigned, (old & value));
    EXPECT_ATOMIC(atomicAnd, ull, (old & value));
    EXPECT_ATOMIC(atomicOr, int, (old | value));
    EXPECT_ATOMIC(atomicOr, unsigned, (old | value));
    EXPECT_ATOMIC(atomicOr, ull, (old | value));
    EXPECT_ATOMIC(atomicXor, int, (old ^ value));
    EXPECT_ATOMIC(atomicXor, unsigned, (old ^ value));
    EXPECT_ATOMIC(atomicXor, ull, (old ^ value));
}

TEST(atomic, exchanges) {
    EXPECT_ATOMIC(atomicExch, int, (static_cast<void>(old), value));
    EXPECT_ATOMIC(atomicExch, unsigned, (static_cast<void>(old), value));
    EXPECT_ATOMIC(atomicExch, ull, (static_cast<void>(old), value));
    EXPECT_ATOMIC(atomicExch, float, (static_cast<void>(old), value));
}

template <class T>
void expect_compare_and_swap() {
    const T max = std::numeric_limits<T>::max();
    for (const T old : {T(0), T(5), max})
        for (const T expected : {T(0), T(5), max}) {
            const T next = old == expected ? T(9) : old;
            for (const int reach : {0, 1, 2}) {
                const auto [returned, stands] = applied(old, T(9), [=](T* at, T value) {
                    return reach == 0   ? atomicCAS(at, expected, value)
                           : reach == 1 ? atomicCAS_block(at, expected, value)
                                        : atomicCAS_system(at, expected, value);
                });
                EXPECT_EQ(returned, old);
                EXPECT_EQ(stands, next);
            }
        }
}

TEST(atomic, compares_and_swaps) {
    expect_compare_and_swap<int>();
    expect_compare_and_swap<unsigned>();
    expect_compare_and_swap<ull>();
    expect_compare_and_swap<unsigned short>();
}

TEST(atomic, adds_to_a_nan_and_ends) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto [returned, stands] = applied(nan, 1.0f, [](float* at, float value) { return atomicAdd(at, value); });
    EXPECT_TRUE(std::isnan(returned));
    EXPECT_TRUE(std::isnan(stands));
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
