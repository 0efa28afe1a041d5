// The costs of single accesses of a warp, by the rules of the hardware.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "observe/traffic.hpp"

namespace {

using namespace strider::emulation;

std::vector<lane_address> warp(const std::function<std::uint64_t(unsigned)>& address, unsigned lanes = 32) {
    std::vector<lane_address> result;
    for (unsigned i = 0; i < lanes; ++i) result.push_back({address(i), i});
    return result;
}

constexpr shared_access load = shared_access::load, store = shared_access::store;

TEST(shared_wavefronts, are_the_longest_bank) {
    for (const unsigned stride : {1u, 3u, 33u})
        EXPECT_EQ(shared_wavefronts(warp([&](unsigned i) { return 4 * stride * i; }), 4, load), 1u);
    for (const unsigned stride : {2u, 4u, 8u, 16u, 32u})
        EXPECT_EQ(shared_wavefronts(warp([&](unsigned i) { return 4 * stride * i; }), 4, load), stride);
}

TEST(shared_wavefronts, serve_one_word_to_all_at_once) {
    for (const shared_access how : {load, store}) {
        EXPECT_EQ(shared_wavefronts(warp([](unsigned) { return 64u; }), 4, how), 1u);
        EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return i; }), 1, how), 1u);
        EXPECT_EQ(shared_wavefronts(warp([](unsigned i) { return i % 2 * 128; }), 4, how), 2u);
    }
}

/// Wavefronts that an H100 counts for an access of 8 or 16 bytes, and its bank conflicts (Nsight Compute,
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}, l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st}).
struct passes {
    unsigned wavefronts, conflicts;
};

/// Lanes of the mask access the elements that `of_lane` numbers.
struct measured_access {
    const char* name;
    unsigned (*of_lane)(unsigned lane);
    unsigned mask;
    passes load_8, store_8, load_16, store_16;
};

constexpr measured_access measured[] = {
    {"one element", [](unsigned) { return 5u; }, ~0u, {1, 0}, {2, 0}, {2, 0}, {4, 0}},
    {"consecutive", [](unsigned i) { return i; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"every second", [](unsigned i) { return 2 * i; }, ~0u, {4, 2}, {4, 2}, {8, 4}, {8, 4}},
    {"every third", [](unsigned i) { return 3 * i; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"every eighth", [](unsigned i) { return 8 * i; }, ~0u, {16, 14}, {16, 14}, {32, 28}, {32, 28}},
    {"pairs share", [](unsigned i) { return i / 2; }, ~0u, {1, 0}, {2, 0}, {2, 0}, {4, 0}},
    {"halves share", [](unsigned i) { return i / 16; }, ~0u, {1, 0}, {2, 0}, {2, 0}, {4, 0}},
    {"two in turn", [](unsigned i) { return i % 2; }, ~0u, {1, 0}, {2, 0}, {2, 0}, {4, 0}},
    {"four in turn", [](unsigned i) { return i % 4; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"sixteen in turn", [](unsigned i) { return i % 16; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"lane ^ 1 shares", [](unsigned i) { return i & ~1u; }, ~0u, {2, 1}, {2, 0}, {4, 2}, {4, 0}},
    {"lane ^ 2 shares", [](unsigned i) { return i & ~2u; }, ~0u, {2, 1}, {2, 0}, {4, 2}, {4, 0}},
    {"lane ^ 4 shares", [](unsigned i) { return i & ~4u; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"lane ^ 8 shares", [](unsigned i) { return i & ~8u; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"lane ^ 2 shares, packed",
     [](unsigned i) { return (i & 1) | (i & ~3u) / 2; },
     ~0u,
     {1, 0},
     {2, 0},
     {2, 0},
     {4, 0}},
    {"pairs share every third", [](unsigned i) { return i / 2 * 3; }, ~0u, {1, 0}, {2, 0}, {2, 0}, {4, 0}},
    {"pairs share every fourth", [](unsigned i) { return i / 2 * 4; }, ~0u, {4, 3}, {4, 2}, {8, 6}, {8, 4}},
    {"one half by lane ^ 1", [](unsigned i) { return i < 16 ? i & ~1u : i; }, ~0u, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"halves by lane ^ 1, ^ 2",
     [](unsigned i) { return i < 16 ? i & ~1u : i & ~2u; },
     ~0u,
     {2, 0},
     {2, 0},
     {4, 0},
     {4, 0}},
    {"all pairs but one", [](unsigned i) { return i == 1 ? 40u : i & ~1u; }, ~0u, {3, 1}, {3, 1}, {5, 1}, {5, 1}},
    {"odd lanes rest", [](unsigned i) { return i; }, 0x55555555, {2, 1}, {2, 0}, {4, 2}, {4, 0}},
    {"odd fours rest", [](unsigned i) { return i; }, 0x0f0f0f0f, {2, 0}, {2, 0}, {4, 0}, {4, 0}},
    {"odd eights rest", [](unsigned i) { return i; }, 0x00ff00ff, {2, 0}, {2, 0}, {2, 0}, {2, 0}},
    {"the last half rests", [](unsigned i) { return i; }, 0x0000ffff, {1, 0}, {1, 0}, {2, 0}, {2, 0}},
    {"lanes 0 and 16", [](unsigned i) { return i; }, 0x00010001, {2, 1}, {2, 0}, {2, 0}, {2, 0}},
    {"lanes 0, 8, 16, 24", [](unsigned i) { return i; }, 0x01010101, {2, 1}, {2, 0}, {4, 2}, {4, 0}},
};

TEST(shared_wavefronts, are_those_of_the_hardware_for_8_and_16_bytes) {
    for (const measured_access& one : measured) {
        const auto counts = [&](unsigned bytes, shared_access how, const passes& right) {
            std::vector<lane_address> lanes = warp([&](unsigned i) { return bytes * one.of_lane(i); });
            std::erase_if(lanes, [&](const lane_address& at) { return (one.mask >> at.lane & 1) == 0; });
            const unsigned taken = shared_wavefronts(lanes, bytes, how);
            EXPECT_EQ(taken, right.wavefronts) << one.name << ", " << bytes << (how == load ? " loaded" : " stored");
            EXPECT_EQ(taken - least_shared_wavefronts(lanes, bytes, how), right.conflicts) << one.name << ", " << bytes;
        };
        counts(8, load, one.load_8);
        counts(8, store, one.store_8);
        counts(16, load, one.load_16);
        counts(16, store, one.store_16);
    }
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
