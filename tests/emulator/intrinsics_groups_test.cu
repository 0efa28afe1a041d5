// Cooperative groups: ranks and sizes of blocks and grids, and tiles of tiles; tests/hardware/warp.cu has the
// collectives.
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

TEST(grid, synchronises_in_cooperative_launches_only) {
    strider::emulation::session checked;
    const auto body = [] { cg::this_grid().sync(); };
    EXPECT_THROW(strider::launch(lanes::run_on_lanes<decltype(body)>, {2, 32}, body), std::runtime_error);
    EXPECT_FINDING(checked.report(), "bad-launch");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
