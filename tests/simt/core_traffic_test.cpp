// The costs of single accesses of a warp, by the rules of the hardware.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "observe/traffic.hpp"

namespace {

using namespace strider::executor;

std::vector<lane_address> warp(const std::function<std::uint64_t(unsigned)>& address, unsigned lanes = 32) {
    std::vector<lane_address> result;
    for (unsigned i = 0; i < lanes; ++i) result.push_back({address(i), i});
    return result;
}

TEST(shared_wavefronts, are_the_longest_bank) {
    for (const unsigned stride : {1u, 3u, 33u})
        EXPECT_EQ(shared_wavefronts(warp([&](unsigned i) { return 4 * stride * i; }), 4), 1u);
    for (const unsigned stride : {2u, 4u, 8u, 16u, 32u})
        EXPECT_EQ(shared_wavefronts(warp([&](unsigned i) { return 4 * stride * i; }), 4), stride);
}

TEST(shared_wavefronts, serve_one_word_to_all_at_once) {
    EXPECT_EQ(shared_wavefronts(warp([](unsigned) { return 64u; }), 4), 1u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return i; }), 1), 1u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return i % 2 * 128; }), 4), 2u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned) { return 64u; }), 16), 1u);
    EXPECT_EQ(least_shared_wavefronts(warp([](unsigned) { return 64u; }), 16), 1u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return i % 2 * 8; }), 8), 2u);
}

TEST(shared_wavefronts, take_half_warps_for_8_bytes_and_quarters_for_16) {
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return 8 * i; }), 8), 2u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return 16 * i; }), 8), 4u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return 16 * i; }), 16), 4u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return 32 * i; }), 16), 8u);
    EXPECT_EQ(least_shared_wavefronts(warp([](unsigned i) { return 32 * i; }), 16), 4u);
    EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return 8 * i; }, 16), 8), 1u);
}

TEST(global_sectors, are_counted_once_each) {
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4096 + 4 * i; }), 4), 4u);
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4100 + 4 * i; }), 4), 5u);
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4096 + 128 * i; }), 4), 32u);
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4096 + 4 * (31 - i); }), 4), 4u);
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4096 + i % 2 * 32; }), 4), 2u);
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4096 + 16 * i; }), 16), 16u);
    EXPECT_EQ(global_sectors(warp([](unsigned i) { return 4096 + i; }), 1), 1u);
}

TEST(copied_sectors, are_counted_once_a_pass) {
    EXPECT_EQ(copied_sectors(warp([](unsigned i) { return 4096 + 16 * i; }), 16), 16u);
    EXPECT_EQ(copied_sectors(warp([](unsigned i) { return 4112 + 16 * i; }), 16), 20u);
    EXPECT_EQ(copied_sectors(warp([](unsigned i) { return 4104 + 8 * i; }), 8), 10u);
    EXPECT_EQ(copied_sectors(warp([](unsigned i) { return 4100 + 4 * i; }), 4), 5u);
}

TEST(most_on_one_address, is_the_contention_of_an_atomic) {
    EXPECT_EQ(most_on_one_address(warp([](unsigned) { return 8u; })), 32u);
    EXPECT_EQ(most_on_one_address(warp([](unsigned i) { return i % 4; })), 8u);
    EXPECT_EQ(most_on_one_address(warp([](unsigned i) { return i; })), 1u);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
