// Matches of every type, and the voting barriers; tests/hardware/warp.cu has a GPU's votes, matches and reductions.
#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;

TEST(match, takes_every_type_of_a_register) {
    const auto matches = results_of<unsigned>(32, [](unsigned lane) {
        int all;
        const unsigned same = __match_any_sync(~0u, static_cast<long>(lane % 2)) &
                              __match_any_sync(~0u, static_cast<unsigned long>(lane % 4)) &
                              __match_any_sync(~0u, 0.5 * (lane % 8));
        return __match_all_sync(~0u, 1.5, &all) == ~0u && all != 0 ? same : 0;
    });
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(matches[lane], 0x01010101u << lane % 8);
}

TEST(match_any, compares_bits_and_not_values) {
    const auto zeros =
        results_of<unsigned>(32, [](unsigned lane) { return __match_any_sync(~0u, lane % 2 == 0 ? 0.0f : -0.0f); });
    EXPECT_EQ(zeros[0], 0x55555555u);
    EXPECT_EQ(zeros[1], 0xaaaaaaaau);
}

TEST(voting_barrier, counts_the_whole_block) {
    for (const unsigned threads : {1u, 32u, 100u, 256u})
        for (const unsigned yes : {0u, 1u, threads}) {
            const auto count = results_of<int>(threads, [=](unsigned t) { return __syncthreads_count(t < yes); });
            const auto all = results_of<int>(threads, [=](unsigned t) { return __syncthreads_and(t < yes); });
            const auto any = results_of<int>(threads, [=](unsigned t) { return __syncthreads_or(t < yes); });
            EXPECT_THAT(count, testing::Each(static_cast<int>(yes)));
            EXPECT_THAT(all, testing::Each(static_cast<int>(yes == threads)));
            EXPECT_THAT(any, testing::Each(static_cast<int>(yes != 0)));
        }
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
