// Shuffles that are rare; tests/hardware/warp.cu and ptx.cu have a GPU's results of every width and clamp.
#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;

TEST(shuffle, takes_negative_lanes_modulo_the_width) {
    EXPECT_THAT((results_of<int>(32, [](unsigned lane) { return __shfl_sync(~0u, static_cast<int>(lane), -1, 8); })),
                testing::ElementsAreArray({7,  7,  7,  7,  7,  7,  7,  7,  15, 15, 15, 15, 15, 15, 15, 15,
                                           23, 23, 23, 23, 23, 23, 23, 23, 31, 31, 31, 31, 31, 31, 31, 31}));
}

TEST(shuffle, promotes_narrow_types_as_a_call_would) {
    static_assert(std::is_same_v<decltype(__shfl_sync(0u, short{}, 0)), int>);
    static_assert(std::is_same_v<decltype(__shfl_xor_sync(0u, 'c', 0)), int>);
    static_assert(std::is_same_v<decltype(__shfl_up_sync(0u, 1l, 1)), long>);
    static_assert(std::is_same_v<decltype(__shfl_down_sync(0u, 1ul, 1)), unsigned long>);
    EXPECT_THAT((results_of<int>(32,
                                 [](unsigned lane) {
                                     return __shfl_down_sync(~0u, static_cast<short>(-static_cast<int>(lane)), 31);
                                 }))[0],
                -31);
}

TEST(shuffle, keeps_the_bits_of_a_nan) {
    const auto bits = results_of<unsigned>(32, [](unsigned lane) {
        return __float_as_uint(__shfl_xor_sync(~0u, __uint_as_float(0x7fc00000u | lane), 1));
    });
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(bits[lane], 0x7fc00000u | (lane ^ 1));
}

TEST(shuffle, gives_a_value_that_is_easy_to_see_where_the_source_lane_is_absent) {
    const auto read = results_of<unsigned>(
        32, [](unsigned lane) { return lane < 16 ? ~__shfl_down_sync(0x0000ffffu, lane, 8) : 0u; });
    EXPECT_EQ(~read[7], 15u);
    EXPECT_EQ(~read[8], 0xdedededeu);
    EXPECT_EQ(~read[9], 0x5edededeu) << "positive in odd lanes";
}

TEST(shuffle, works_in_a_short_warp_and_in_every_warp_of_a_block) {
    const auto short_warp =
        results_of<int>(20, [](unsigned lane) { return __shfl_up_sync(0xfffffu, static_cast<int>(lane), 1); });
    for (int lane = 0; lane < 20; ++lane) EXPECT_EQ(short_warp[lane], lane == 0 ? 0 : lane - 1);
    const auto block = results_of<int>(128, [](unsigned t) { return __shfl_sync(~0u, static_cast<int>(t), 5); });
    for (int t = 0; t < 128; ++t) EXPECT_EQ(block[t], t / 32 * 32 + 5);
}

TEST(shuffle, refuses_a_width_that_is_no_power_of_two) {
    strider::emulation::session checked;
    const auto body = [] { __shfl_sync(~0u, 1, 0, 12); };
    EXPECT_THROW(strider::launch(run_on_lanes<decltype(body)>, {1, 32}, body), std::runtime_error);
    EXPECT_FINDING(checked.report(), "unsupported");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
