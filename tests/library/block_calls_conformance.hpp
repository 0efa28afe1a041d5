// Promises of strider/warp.hpp and strider/block.hpp to other people's kernels, on a GPU and in the emulator: kernels
// that are nothing but one call.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <strider/block.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/warp.hpp>

#include "tests/library/elements.hpp"

namespace strider::test {
inline namespace STRIDER_TARGET {

/// Results of every warp: the reduction, inclusive results, and exclusive ones from `init` on.
template <class T, class Operator>
__global__ void warp_calls_kernel(const T* from, Operator op, T init, T* reduced, T* inclusive, T* exclusive) {
    const unsigned i = threadIdx.x;
    reduced[i] = warp::reduce(from[i], op);
    inclusive[i] = warp::inclusive_scan(from[i], op);
    exclusive[i] = warp::exclusive_scan(from[i], op, init);
}

/// Sums, without an operator.
template <class T>
__global__ void warp_sums_kernel(const T* from, T* reduced, T* inclusive, T* exclusive) {
    const unsigned i = threadIdx.x;
    reduced[i] = warp::reduce(from[i]);
    inclusive[i] = warp::inclusive_scan(from[i]);
    exclusive[i] = warp::exclusive_scan(from[i]);
}

/// Results of every thread: the reduction, both scans, and their totals.
template <unsigned Threads, class T, class Operator>
__global__ void block_calls_kernel(const T* from, Operator op, T init, T* reduced, T* inclusive, T* exclusive,
                                   T* totals) {
    __shared__ block::scratch<T, Threads> shared;
    const unsigned i = threadIdx.x;
    reduced[i] = block::reduce(from[i], shared, op);
    __syncthreads();
    const auto up_to = block::inclusive_scan(from[i], shared, op);
    __syncthreads();
    const auto before = block::exclusive_scan(from[i], shared, op, init);
    inclusive[i] = up_to.value;
    exclusive[i] = before.value;
    totals[i] = i % 2 == 0 ? up_to.total : before.total;
}

/// The same of items: read striped, scanned as neighbours, written striped.
template <unsigned Threads, unsigned Items, class T, class Operator>
__global__ void block_items_kernel(const T* from, unsigned count, Operator op, T init, T* reduced, T* inclusive,
                                   T* exclusive) {
    __shared__ block::scratch<T, Threads> shared;
    __shared__ block::exchange_scratch<T, Threads, Items> exchange;
    T items[Items]{}, scanned[Items];
    block::load_striped<Threads>(from, count, items);
    block::striped_to_blocked(items, exchange);
    const T all = block::reduce(items, shared, op);
    const auto scan_and_store = [&](T* to, auto scan) {
        for (unsigned i = 0; i < Items; ++i) scanned[i] = items[i];
        __syncthreads();
        const T total = scan(scanned);
        __syncthreads();
        block::blocked_to_striped(scanned, exchange);
        block::store_striped<Threads>(to, count, scanned);
        return total;
    };
    const T once = scan_and_store(inclusive, [&](T(&own)[Items]) { return block::inclusive_scan(own, shared, op); });
    const T again =
        scan_and_store(exclusive, [&](T(&own)[Items]) { return block::exclusive_scan(own, shared, op, init); });
    reduced[threadIdx.x] = threadIdx.x % 3 == 0 ? all : threadIdx.x % 3 == 1 ? once : again;
}

}  // namespace STRIDER_TARGET

template <class Backend>
class BlockCallsConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    template <class... Parameters, class... Arguments>
    static void run(unsigned threads, void (*kernel)(Parameters...), Arguments... arguments) {
        launch(kernel, {dim3(1), dim3(threads), 0, detail::stream_of(Backend::policy())}, arguments...);
        detail::wait_for(Backend::policy());
    }

    /// Exclusive results from `init` on, in groups of `group`, and inclusive results without `init`.
    template <class T, class Operator>
    static void fold(const std::vector<T>& from, std::size_t group, Operator op, T init, std::vector<T>& inclusive,
                     std::vector<T>& exclusive) {
        inclusive = exclusive = from;
        for (std::size_t i = 0; i < from.size(); ++i) {
            inclusive[i] = i % group == 0 ? from[i] : op(inclusive[i - 1], from[i]);
            exclusive[i] = i % group == 0 ? init : op(init, inclusive[i - 1]);
        }
    }

    template <class T, class Operator>
    static void expect_of_warps(Operator op, T init) {
        const std::vector<T> from = random_elements<T>(96, 1);
        std::vector<T> right, right_before, right_all;
        fold(from, 32, op, init, right, right_before);
        for (std::size_t i = 0; i < from.size(); ++i) right_all.push_back(right[i / 32 * 32 + 31]);
        const buffer<T> input(from), reduced(from), inclusive(from), exclusive(from);
        run(96, warp_calls_kernel<T, Operator>, input.address(), op, init, reduced.address(), inclusive.address(),
            exclusive.address());
        EXPECT_TRUE(reduced.values() == right_all);
        EXPECT_TRUE(inclusive.values() == right);
        EXPECT_TRUE(exclusive.values() == right_before);
    }

    template <unsigned Threads, class T, class Operator>
    static void expect_of_blocks(Operator op, T init) {
        const std::vector<T> from = random_elements<T>(Threads, 2);
        std::vector<T> right, right_before;
        fold(from, Threads, op, init, right, right_before);
        const buffer<T> input(from), reduced(from), inclusive(from), exclusive(from), totals(from);
        run(Threads, block_calls_kernel<Threads, T, Operator>, input.address(), op, init, reduced.address(),
            inclusive.address(), exclusive.address(), totals.address());
        EXPECT_TRUE(reduced.values() == std::vector<T>(Threads, right.back())) << Threads;
        EXPECT_TRUE(inclusive.values() == right) << Threads;
        EXPECT_TRUE(exclusive.values() == right_before) << Threads;
        EXPECT_TRUE(totals.values() == std::vector<T>(Threads, right.back())) << Threads;
    }

    template <unsigned Threads, unsigned Items, class T, class Operator>
    static void expect_of_items(Operator op, T init) {
        const std::vector<T> from = random_elements<T>(Threads * Items, 3);
        std::vector<T> right, right_before;
        fold(from, from.size(), op, init, right, right_before);
        const buffer<T> input(from), reduced(std::vector<T>(from.begin(), from.begin() + Threads)), inclusive(from),
            exclusive(from);
        run(Threads, block_items_kernel<Threads, Items, T, Operator>, input.address(), Threads * Items, op, init,
            reduced.address(), inclusive.address(), exclusive.address());
        EXPECT_TRUE(reduced.values() == std::vector<T>(Threads, right.back())) << Threads << ", " << Items;
        EXPECT_TRUE(inclusive.values() == right) << Threads << ", " << Items;
        EXPECT_TRUE(exclusive.values() == right_before) << Threads << ", " << Items;
    }
};
TYPED_TEST_SUITE_P(BlockCallsConformance);

TYPED_TEST_P(BlockCallsConformance, WarpsReduceAndScan) {
    this->template expect_of_warps<int>(plus{}, 7);
    this->template expect_of_warps<std::uint64_t>(maximum{}, 7);
    this->template expect_of_warps<affine>(compose{}, {3, 5});
    this->template expect_of_warps<bounded_text>(concatenate{}, from_bits<bounded_text>(11));
}

TYPED_TEST_P(BlockCallsConformance, WarpsSumWithoutAnOperator) {
    const std::vector<std::uint16_t> from = random_elements<std::uint16_t>(32, 4);
    const typename TestFixture::template buffer<std::uint16_t> input(from), reduced(from), inclusive(from),
        exclusive(from);
    this->run(32, warp_sums_kernel<std::uint16_t>, input.address(), reduced.address(), inclusive.address(),
              exclusive.address());
    std::vector<std::uint16_t> right, right_before;
    this->fold(from, 32, plus{}, std::uint16_t{0}, right, right_before);
    EXPECT_EQ(reduced.values(), std::vector<std::uint16_t>(32, right.back()));
    EXPECT_EQ(inclusive.values(), right);
    EXPECT_EQ(exclusive.values(), right_before);
}

TYPED_TEST_P(BlockCallsConformance, BlocksReduceAndScan) {
    this->template expect_of_blocks<32, int>(plus{}, 1);
    this->template expect_of_blocks<96, affine>(compose{}, {3, 5});
    this->template expect_of_blocks<256, bounded_text>(concatenate{}, from_bits<bounded_text>(11));
    this->template expect_of_blocks<1024, std::uint8_t>(bit_xor{}, 1);
}

TYPED_TEST_P(BlockCallsConformance, BlocksScanItems) {
    this->template expect_of_items<64, 1, int>(plus{}, 1);
    this->template expect_of_items<96, 3, affine>(compose{}, {3, 5});
    this->template expect_of_items<256, 8, std::uint64_t>(plus{}, 9);
}

REGISTER_TYPED_TEST_SUITE_P(BlockCallsConformance, WarpsReduceAndScan, WarpsSumWithoutAnOperator, BlocksReduceAndScan,
                            BlocksScanItems);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
