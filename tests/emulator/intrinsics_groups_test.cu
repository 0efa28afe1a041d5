// Cooperative groups: ranks and sizes, and the collective operations of tiles and coalesced threads.
#include <strider/emulator/dialect/cooperative_groups.hpp>

#include "intrinsics_lanes.hpp"

namespace {

namespace cg = cooperative_groups;
using lanes::results_of;
using strider::emulation::device_array;

TEST(thread_block, numbers_its_threads) {
    device_array<unsigned> ranks(6 * 5 * 2);
    unsigned* const out = ranks.data();
    lanes::on_lanes(1, dim3(6, 5, 2), [=] {
        const auto block = cg::this_thread_block();
        block.sync();
        out[block.thread_rank()] = block.thread_rank() + 100 * block.size() + block.group_index().x;
    });
    for (unsigned i = 0; i < ranks.size(); ++i) EXPECT_EQ(ranks[i], i + 6000);
}

TEST(grid, numbers_its_threads) {
    device_array<unsigned> ranks(3 * 2 * 8);
    unsigned* const out = ranks.data();
    lanes::on_lanes(dim3(3, 2), 8, [=] {
        const auto grid = cg::this_grid();
        out[grid.thread_rank()] = static_cast<unsigned>(grid.thread_rank() + 100 * grid.size());
    });
    for (unsigned i = 0; i < ranks.size(); ++i) EXPECT_EQ(ranks[i], i + 4800);
}

template <class Size>
class tile : public testing::Test {};
using sizes = testing::Types<std::integral_constant<unsigned, 1>, std::integral_constant<unsigned, 2>,
                             std::integral_constant<unsigned, 8>, std::integral_constant<unsigned, 16>,
                             std::integral_constant<unsigned, 32>>;
TYPED_TEST_SUITE(tile, sizes);

TYPED_TEST(tile, works_within_its_threads) {
    constexpr unsigned size = TypeParam::value, threads = 64;
    const auto value = [](unsigned t) { return static_cast<int>(t * 7 % 13); };
    device_array<int> results(9 * threads);
    int* const out = results.data();
    lanes::on_lanes(1, threads, [=] {
        const unsigned t = threadIdx.x;
        const auto part = cg::tiled_partition<size>(cg::this_thread_block());
        part.sync();
        out[t] = static_cast<int>(part.thread_rank() + 100 * part.meta_group_rank() + 10000 * part.meta_group_size());
        out[threads + t] = part.shfl(value(t), 1 % size);
        out[2 * threads + t] = part.shfl_up(value(t), 1);
        out[3 * threads + t] = part.shfl_down(value(t), 1);
        out[4 * threads + t] = part.shfl_xor(value(t), 1 % size);
        out[5 * threads + t] = static_cast<int>(part.ballot(t % 3 == 0));
        out[6 * threads + t] = part.any(t == 5) + 2 * part.all(t < 40);
        out[7 * threads + t] = static_cast<int>(part.match_any(value(t) % 2));
        out[8 * threads + t] = cg::reduce(part, value(t), cg::plus<int>());
    });
    for (unsigned t = 0; t < threads; ++t) {
        const unsigned first = t / size * size, rank = t % size;
        unsigned ballot = 0, any = 0, all = 1, same = 0;
        int sum = 0;
        for (unsigned r = 0; r < size; ++r) {
            ballot |= static_cast<unsigned>((first + r) % 3 == 0) << r;
            any |= first + r == 5;
            all &= first + r < 40;
            same |= static_cast<unsigned>(value(first + r) % 2 == value(t) % 2) << r;
            sum += value(first + r);
        }
        EXPECT_EQ(results[t], static_cast<int>(rank + 100 * (t / size) + 10000 * (threads / size)));
        EXPECT_EQ(results[threads + t], value(first + 1 % size));
        EXPECT_EQ(results[2 * threads + t], value(rank == 0 ? t : t - 1));
        EXPECT_EQ(results[3 * threads + t], value(rank == size - 1 ? t : t + 1));
        EXPECT_EQ(results[4 * threads + t], value(first + (rank ^ 1 % size)));
        EXPECT_EQ(results[5 * threads + t], static_cast<int>(ballot));
        EXPECT_EQ(results[6 * threads + t], static_cast<int>(any + 2 * all));
        EXPECT_EQ(results[7 * threads + t], static_cast<int>(same));
        EXPECT_EQ(results[8 * threads + t], sum);
    }
}

TEST(tile, can_be_cut_from_a_tile_and_reduces_by_every_operator) {
    const auto whole = [](auto combine) {
        return results_of<unsigned>(32, [=](unsigned lane) {
            const auto half = cg::tiled_partition<16>(cg::this_thread_block());
            return cg::reduce(cg::tiled_partition<8>(half), lane + 5u, combine);
        });
    };
    EXPECT_EQ(whole(cg::less<unsigned>())[31], 29u);
    EXPECT_EQ(whole(cg::greater<unsigned>())[31], 36u);
    EXPECT_EQ(whole(cg::bit_and<unsigned>())[0], 0u);
    EXPECT_EQ(whole(cg::bit_or<unsigned>())[0], 15u);
    EXPECT_EQ(whole(cg::bit_xor<unsigned>())[0], 5u ^ 6u ^ 7u ^ 8u ^ 9u ^ 10u ^ 11u ^ 12u);
    EXPECT_EQ(whole(cg::plus<>())[0], 68u);
}

TEST(coalesced_group, holds_the_threads_of_a_branch) {
    const auto results = results_of<unsigned>(32, [](unsigned lane) {
        if (lane % 3 != 0) return 0u;
        const auto group = cg::coalesced_threads();
        const unsigned next = group.shfl_down(lane, 1), first = group.shfl(lane, 0);
        return next + 100 * group.thread_rank() + 10000 * group.size() + 1000000 * first;
    });
    for (unsigned lane = 0; lane < 32; lane += 3)
        EXPECT_EQ(results[lane], std::min(lane + 3, 30u) + 100 * (lane / 3) + 10000 * 11);
}

TEST(grid, synchronises_in_cooperative_launches_only) {
    strider::emulation::session checked;
    const auto body = [] { cg::this_grid().sync(); };
    EXPECT_THROW(strider::launch(lanes::run_on_lanes<decltype(body)>, {2, 32}, body), std::runtime_error);
    EXPECT_FINDING(checked.report(), "bad-launch");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
