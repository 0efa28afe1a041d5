// Matches of every type, with full and partial masks, and the voting barriers; tests/hardware/warp.cu has the votes and
// reductions.
#include <array>

#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;
using strider::emulation::device_array;

constexpr std::array masks{0xffffffffu, 0x0000ffffu, 0xaaaaaaaau, 0x80000001u, 0x00000400u};

template <class T>
class match : public testing::Test {};
using register_types = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long, float, double>;
TYPED_TEST_SUITE(match, register_types);

template <class T>
T group_value(unsigned lane, unsigned groups) {
    return static_cast<T>(lane % groups) * static_cast<T>(1000003) + static_cast<T>(0.5);
}

TYPED_TEST(match, finds_the_lanes_with_the_same_bits) {
    using T = TypeParam;
    for (const unsigned mask : masks)
        for (const unsigned groups : {1u, 2u, 5u, 32u}) {
            device_array<unsigned> found(3 * 32);
            unsigned* const out = found.data();
            on_lanes(1, 32, [=] {
                const unsigned lane = threadIdx.x;
                if ((mask >> lane & 1) == 0) return;
                int all = -1;
                out[lane] = __match_any_sync(mask, group_value<T>(lane, groups));
                out[32 + lane] = __match_all_sync(mask, group_value<T>(lane, groups), &all);
                out[64 + lane] = static_cast<unsigned>(all);
            });
            for (unsigned lane = 0; lane < 32; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                unsigned same = 0;
                for (unsigned other = 0; other < 32; ++other)
                    if ((mask >> other & 1) != 0 && group_value<T>(other, groups) == group_value<T>(lane, groups))
                        same |= 1u << other;
                EXPECT_EQ(found[lane], same);
                EXPECT_EQ(found[32 + lane], same == mask ? mask : 0u);
                EXPECT_EQ(found[64 + lane], same == mask);
            }
        }
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
