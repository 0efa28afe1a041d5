// The warp and block layer (strider/cuda/warp, strider/cuda/block) on a GPU and in the emulator: kernels
// that are nothing but the part in question, beside a loop over the same tree.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <strider/cuda/block/chunk.hpp>
#include <strider/cuda/block/scan.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>

#include "tests/library/elements.hpp"

namespace strider::test {
inline namespace STRIDER_TARGET {

/// Lane i gets the values of the lanes before it, behind it and of its own choice.
template <class T>
__global__ void shuffle_kernel(const T* from, T* up, T* down, T* chosen) {
    const unsigned lane = threadIdx.x;
    up[lane] = warp::shuffle_up(from[lane], 3);
    const T behind = warp::shuffle_down(from[lane], 5);
    down[lane] = lane + 5 < 32 ? behind : T{};
    chosen[lane] = warp::shuffle(from[lane], (7 * lane + 1) % 32);
}

template <class T, class Operator>
__global__ void warp_tree_kernel(const T* from, unsigned filled, Operator op, T* result) {
    const T value = warp::tree<32>(threadIdx.x < filled ? from[threadIdx.x] : T{}, filled, op);
    if (threadIdx.x == 0) *result = value;
}

template <class Operator>
__global__ void warp_reduce_kernel(const int* from, Operator op, int* results) {
    results[threadIdx.x] = warp::reduce(from[threadIdx.x], op);
}

/// Inclusive results, what stands before each lane, and the total; and what stands before lane 31 - i.
template <class T, class Operator>
__global__ void warp_scan_kernel(const T* from, unsigned filled, Operator op, T* inclusive, T* before, T* chosen,
                                 T* total) {
    const unsigned lane = threadIdx.x;
    const T mine = lane < filled ? from[lane] : T{};
    const T scanned = warp::inclusive_scan(mine, filled, op);
    if (lane < filled) inclusive[lane] = scanned;
    const warp::prefix<T> own = warp::exclusive_scan(mine, filled, op);
    if (lane > 0 && lane <= filled) before[lane] = own.before;
    const warp::prefix<T> other = warp::scan_before(mine, filled, 31 - lane, op);
    if (lane < 31 && 31 - lane <= filled) chosen[31 - lane] = other.before;
    if (lane == 0 && filled == 32) *total = own.total;
}

template <unsigned Threads, class T, class Operator>
__global__ void block_tree_kernel(const T* from, unsigned filled, Operator op, T* result) {
    __shared__ T warps[Threads / 32];
    const T value = block::tree<Threads>(threadIdx.x < filled ? from[threadIdx.x] : T{}, filled, op, warps);
    if (threadIdx.x == 0) *result = value;
}

/// One thread: pieces of four by thread_tree, one after the other by counted_tree.
template <class T, class Operator>
__global__ void counted_tree_kernel(const T* from, unsigned count, Operator op, T* result) {
    block::counted_tree<T, 6> pieces;
    for (unsigned first = 0; first < count; first += 4) {
        T four[4] = {};
        for (unsigned v = 0; v < 4; ++v) {
            if (first + v < count) four[v] = from[first + v];
        }
        pieces.add(block::thread_tree(four, count - first, op), op);
    }
    *result = pieces.total(op);
}

template <class T, class Operator>
__global__ void chunk_kernel(contiguous<T> source, std::uint64_t count, load_policy how, Operator op, T* result) {
    __shared__ T warps[canonical_order::lanes / 32];
    const T value = block::reduce_chunk(source, 0, count, count, how, op, warps);
    if (threadIdx.x == 0) *result = value;
}

/// The first `count` elements, as the last chunk of several of `full` elements, whose runs go through shared memory.
template <class Source, class Operator, class T>
__global__ void staged_chunk_kernel(Source source, std::uint64_t count, std::uint64_t full, Operator op, T* result) {
    __shared__ T warps[canonical_order::lanes / 32];
    const load_policy how{.vectors = true, .staged = true};
    const T value = block::reduce_chunk(source, 0, count, full, how, op, warps);
    if (threadIdx.x == 0) *result = block::can_stage(source, 0, full / canonical_order::lanes) ? value : T{};
}

/// A scan of one tile: complete, or its first `count` elements.
template <bool Exclusive, bool Complete, class T, class Operator>
__global__ void scan_tile_kernel(contiguous<T> source, unsigned count, unsigned rows, load_policy how, Operator op,
                                 T* output) {
    using tile = block::scan_tile<T, Complete>;
    __shared__ T strip_totals[tile::strips];
    const tile mine(dynamic_shared<typename tile::run>(), rows, count);
    mine.load(source, 0, how);
    wait_for_copies<0>();
    const warp::prefix<T> strip = mine.scan_totals(op, strip_totals);
    mine.template scan_rows<Exclusive>(op);
    mine.template store<Exclusive>(output, 0, {strip.before, threadIdx.x >= 32}, op, how);
}

/// Every block publishes a value; the last one waits for all of them, and polls them once they are there.
template <class T>
__global__ void tile_state_kernel(const T* from, block::tile_state<T> states, T* received) {
    const unsigned epoch = states.epoch();
    __syncthreads();
    if (threadIdx.x == 0) states.publish(blockIdx.x, from[blockIdx.x], epoch);
    if (blockIdx.x != gridDim.x - 1) return;
    const block::awaited<T> values{states, epoch};
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
        const T value = values(i);
        const block::polled<T> again = states.poll(i, epoch), other = states.poll(i, epoch + 1);
        received[i] = again.ready && !other.ready && again.value == value ? value : T{};
    }
    __syncthreads();
    if (threadIdx.x == 0) states.close(epoch);
}

/// The tree over neighbours: pairs, then pairs of pairs; one that has no neighbour goes up as it is.
template <class T, class Operator>
T neighbour_tree(std::vector<T> values, Operator op) {
    while (values.size() > 1) {
        std::vector<T> next;
        for (std::size_t i = 0; i < values.size(); i += 2)
            next.push_back(i + 1 < values.size() ? op(values[i], values[i + 1]) : values[i]);
        values = next;
    }
    return values[0];
}

/// Kogge and Stone's scan: by distances 1, 2, 4, ...
template <class T, class Operator>
std::vector<T> kogge_stone(std::vector<T> values, Operator op) {
    for (std::size_t distance = 1; distance < values.size(); distance *= 2) {
        for (std::size_t i = values.size() - 1; i >= distance; --i) values[i] = op(values[i - distance], values[i]);
    }
    return values;
}

}  // namespace STRIDER_TARGET

template <class Backend>
class BlockConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    template <class... Parameters, class... Arguments>
    static void run(unsigned blocks, unsigned threads, std::size_t shared_bytes, void (*kernel)(Parameters...),
                    Arguments... arguments) {
        launch(kernel, {dim3(blocks), dim3(threads), shared_bytes, detail::stream_of(Backend::policy())}, arguments...);
        detail::wait_for(Backend::policy());
    }
    template <class T>
    static std::vector<T> first(const std::vector<T>& values, std::size_t count) {
        return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
    }

    template <class T>
    static void expect_shuffles() {
        const std::vector<T> from = random_elements<T>(32, 1);
        const buffer<T> input(from), up(from), down(from), chosen(from);
        run(1, 32, 0, shuffle_kernel<T>, input.address(), up.address(), down.address(), chosen.address());
        for (unsigned lane = 0; lane < 32; ++lane) {
            EXPECT_TRUE(up.values()[lane] == from[lane < 3 ? lane : lane - 3]) << lane;
            EXPECT_TRUE(down.values()[lane] == (lane + 5 < 32 ? from[lane + 5] : T{})) << lane;
            EXPECT_TRUE(chosen.values()[lane] == from[(7 * lane + 1) % 32]) << lane;
        }
    }

    template <class T, class Operator>
    static void expect_reduces_chunk(std::uint64_t count, std::size_t offset, load_policy how) {
        const std::vector<T> from = random_elements<T>(count, 6);
        const buffer<T> input(from, offset), result(std::vector<T>{T{}});
        run(1, canonical_order::lanes, 0, chunk_kernel<T, Operator>, contiguous<T>{input.address()}, count, how,
            Operator{}, result.address());
        EXPECT_TRUE(result.value() == reduce(serial{}, from, Operator{})) << count;
    }

    template <class Operator, class T = affine>
    static void expect_stages_chunk(std::uint64_t count, std::uint64_t full, Operator op) {
        const std::vector<T> from = random_elements<T>(count, 8);
        const buffer<T> input(from), result(std::vector<T>{T{}});
        const auto kernel = staged_chunk_kernel<contiguous<T>, Operator, T>;
        constexpr std::size_t shared = block::staged_bytes<contiguous<T>>;
        allow_shared(kernel, shared);
        run(1, canonical_order::lanes, shared, kernel, contiguous<T>{input.address()}, count, full, op,
            result.address());
        T right = from[0];
        for (std::uint64_t i = 1; i < count; ++i) right = op(right, from[i]);
        EXPECT_TRUE(result.value() == right) << count << " of " << full;
    }

    template <bool Exclusive, bool Complete, class T>
    static void expect_scans_tile(unsigned rows, unsigned missing, std::size_t offset, load_policy how) {
        using tile = block::scan_tile<T, Complete>;
        const unsigned size = tile::strips * rows * tile::row, count = size - missing;
        const std::vector<T> from = random_elements<T>(count, 7);
        std::vector<T> right = from;
        if constexpr (Exclusive) {
            for (unsigned i = 1; i < count; ++i) right[i] = i == 1 ? from[0] : compose{}(right[i - 1], from[i - 1]);
        } else {
            for (unsigned i = 1; i < count; ++i) right[i] = compose{}(right[i - 1], from[i]);
        }
        const buffer<T> input(from, offset), output(from, offset);
        run(1, tile::threads, size * sizeof(T), scan_tile_kernel<Exclusive, Complete, T, compose>,
            contiguous<T>{input.address()}, count, rows, how, compose{}, output.address());
        std::vector<T> found = output.values();
        if (Exclusive) found[0] = right[0];  // nothing stands before it
        EXPECT_TRUE(found == right) << rows << " rows, " << missing << " missing";
    }
};
TYPED_TEST_SUITE_P(BlockConformance);

TYPED_TEST_P(BlockConformance, ShufflesMoveValuesOfAnySize) {
    TestFixture::template expect_shuffles<std::uint8_t>();
    TestFixture::template expect_shuffles<float>();
    TestFixture::template expect_shuffles<triangle>();
    TestFixture::template expect_shuffles<bounded_text>();
}

TYPED_TEST_P(BlockConformance, WarpsReduceIntegersInOneInstruction) {
    const std::vector<int> from = random_elements<int>(32, 2);
    const typename TestFixture::template buffer<int> input(from), results(from);
    const auto expect = [&](auto op) {
        TestFixture::run(1, 32, 0, warp_reduce_kernel<decltype(op)>, input.address(), op, results.address());
        EXPECT_EQ(results.values(), std::vector<int>(32, neighbour_tree(from, op)));
    };
    expect(plus{});
    expect(minimum{});
    expect(maximum{});
    expect(bit_and{});
    expect(bit_or{});
    expect(bit_xor{});
}

TYPED_TEST_P(BlockConformance, TreesCombineNeighbours) {
    const auto from = random_words<3>(256);
    const typename TestFixture::template buffer<words<3>> input(from), result(from);
    for (const unsigned filled : {1u, 2u, 3u, 17u, 31u, 32u}) {
        TestFixture::run(1, 32, 0, warp_tree_kernel<words<3>, tell_tree>, input.address(), filled, tell_tree{},
                         result.address());
        EXPECT_TRUE(result.value() == neighbour_tree(TestFixture::first(from, filled), tell_tree{})) << filled;
    }
    for (const unsigned filled : {1u, 32u, 33u, 100u, 255u, 256u}) {
        TestFixture::run(1, 256, 0, block_tree_kernel<256, words<3>, tell_tree>, input.address(), filled, tell_tree{},
                         result.address());
        EXPECT_TRUE(result.value() == neighbour_tree(TestFixture::first(from, filled), tell_tree{})) << filled;
    }
    for (const unsigned count : {1u, 4u, 5u, 63u, 100u, 252u}) {
        TestFixture::run(1, 1, 0, counted_tree_kernel<words<3>, tell_tree>, input.address(), count, tell_tree{},
                         result.address());
        EXPECT_TRUE(result.value() == neighbour_tree(TestFixture::first(from, count), tell_tree{})) << count;
    }
}

TYPED_TEST_P(BlockConformance, WarpsScan) {
    const auto from = random_words<2>(32);
    using value = words<2>;
    const typename TestFixture::template buffer<value> input(from);
    for (const unsigned filled : {1u, 2u, 19u, 31u, 32u}) {
        const typename TestFixture::template buffer<value> inclusive(from), before(from), chosen(from), total(from);
        TestFixture::run(1, 32, 0, warp_scan_kernel<value, tell_tree>, input.address(), filled, tell_tree{},
                         inclusive.address(), before.address(), chosen.address(), total.address());
        const std::vector<value> right = kogge_stone(TestFixture::first(from, filled), tell_tree{});
        EXPECT_TRUE(TestFixture::first(inclusive.values(), filled) == right) << filled;
        for (unsigned lane = 1; lane < 32 && lane <= filled; ++lane) {
            EXPECT_TRUE(before.values()[lane] == right[lane - 1]) << filled << ", " << lane;
            EXPECT_TRUE(chosen.values()[lane] == right[lane - 1]) << filled << ", " << lane;
        }
        EXPECT_TRUE(filled < 32 || total.value() == right[31]);
    }
}

TYPED_TEST_P(BlockConformance, ChunksAreReducedInTheCanonicalOrder) {
    for (const std::uint64_t count : {1, 2, 511, 2047, 2048, 2049, 8192}) {
        TestFixture::template expect_reduces_chunk<float, plus>(count, 0, {true});
        TestFixture::template expect_reduces_chunk<float, plus>(count, 1, {false});
    }
}

TYPED_TEST_P(BlockConformance, RunsAreFoldedByWayOfSharedMemory) {
    const std::uint64_t full = canonical_order::lanes * 64;  // several stages a run
    for (const std::uint64_t count :
         {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{1000}, full - 1001, full - 1, full}) {
        TestFixture::expect_stages_chunk(count, full, compose{});
    }
}

TYPED_TEST_P(BlockConformance, TilesAreScanned) {
    for (const unsigned rows : {1u, 2u, 7u}) {
        TestFixture::template expect_scans_tile<false, true, affine>(rows, 0, 0, {true});
        TestFixture::template expect_scans_tile<true, true, affine>(rows, 0, 1, {false});
        for (const unsigned missing : {0u, 1u, 63u, 64u, 400u, 511u}) {
            TestFixture::template expect_scans_tile<false, false, affine>(rows, missing, 1, {false});
            TestFixture::template expect_scans_tile<true, false, affine>(rows, missing, 0, {false});
        }
    }
}

TYPED_TEST_P(BlockConformance, BlocksReadWhatOthersHavePublished) {
    const auto from = random_words<3>(50);
    const std::vector<std::uint64_t> nothing(3 * 50, 0);
    const typename TestFixture::template buffer<words<3>> input(from);
    const typename TestFixture::template buffer<std::uint64_t> slots(nothing);
    const typename TestFixture::template buffer<unsigned> epoch(std::vector<unsigned>{~0u - 1});
    for (const unsigned last : {~0u, 1u, 2u}) {  // 0 is left out
        const typename TestFixture::template buffer<words<3>> received(std::vector<words<3>>(50));
        TestFixture::run(50, 64, 0, tile_state_kernel<words<3>>, input.address(),
                         block::tile_state<words<3>>{slots.address(), epoch.address()}, received.address());
        EXPECT_TRUE(received.values() == from);
        EXPECT_EQ(epoch.value(), last);
    }
}

REGISTER_TYPED_TEST_SUITE_P(BlockConformance, ShufflesMoveValuesOfAnySize, WarpsReduceIntegersInOneInstruction,
                            TreesCombineNeighbours, WarpsScan, ChunksAreReducedInTheCanonicalOrder,
                            RunsAreFoldedByWayOfSharedMemory, TilesAreScanned, BlocksReadWhatOthersHavePublished);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
