// The order of two accesses is found in about as many steps as there are events, however many came before.
#include <gtest/gtest.h>

#include "observe/synchronisation.hpp"

namespace {

using namespace strider::emulation;

access_record write_by(std::uint32_t block) { return access_record::make(5, 0, 0xF, 0, block, 1); }

release_node release_by(std::uint32_t block, const knowledge* known) {
    release_node node;
    node.block = block;
    node.covers[0] = node.covers[1] = {10, 10, 10};
    node.known[0] = known;
    return node;
}

constexpr std::uintptr_t flag(std::uint32_t block) { return 64 * (std::uintptr_t{block} + 1); }

// Each block reads what the one before it has written, behind that one's flag, and then the first one's.
std::uint64_t links_of_chain(std::uint32_t blocks) {
    synchronisation all;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        growing_knowledge known, of_block;
        if (block != 0) {
            known.learn(all.look(flag(block - 1), scope::device));
            EXPECT_TRUE(all.ordered(write_by(block - 1), block, known, of_block));
        }
        all.release(flag(block), release_by(block, all.freeze(known)));
    }
    return all.links_followed();
}

// Each block takes one lock after the block before it.
std::uint64_t links_of_lock(std::uint32_t blocks) {
    synchronisation all;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        growing_knowledge known, of_block;
        known.learn(all.look(flag(0), scope::device));
        if (block != 0) {
            EXPECT_TRUE(all.ordered(write_by(block - 1), block, known, of_block));
        }
        all.release(flag(0), release_by(block, all.freeze(known)));
    }
    return all.links_followed();
}

// One block learns of all flags and reads what each of them guards.
std::uint64_t links_of_gather(std::uint32_t blocks) {
    synchronisation all;
    for (std::uint32_t block = 0; block < blocks; ++block) all.release(flag(0), release_by(block, nullptr));
    growing_knowledge known, of_block;
    known.learn(all.look(flag(0), scope::device));
    for (std::uint32_t block = 0; block < blocks; ++block)
        EXPECT_TRUE(all.ordered(write_by(block), blocks, known, of_block));
    return all.links_followed();
}

TEST(ordering, follows_about_one_link_an_event) {
    for (const std::uint32_t blocks : {100u, 3000u}) {
        EXPECT_LE(links_of_chain(blocks), 8 * blocks);
        EXPECT_LE(links_of_lock(blocks), 8 * blocks);
        EXPECT_LE(links_of_gather(blocks), 8 * blocks);
    }
}

TEST(ordering, goes_through_any_number_of_blocks) {
    synchronisation all;
    const std::uint32_t blocks = 3000;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        growing_knowledge known;
        if (block != 0) known.learn(all.look(flag(block - 1), scope::device));
        all.release(flag(block), release_by(block, all.freeze(known)));
    }
    growing_knowledge last, nothing;
    last.learn(all.look(flag(blocks - 1), scope::device));
    EXPECT_TRUE(all.ordered(write_by(0), blocks, last, nothing));
    EXPECT_FALSE(all.ordered(write_by(blocks + 1), blocks, last, nothing));
    EXPECT_FALSE(all.ordered(write_by(0), blocks, nothing, nothing));
    EXPECT_LE(all.links_followed(), 8 * blocks);
}

TEST(ordering, within_a_block_scope_ends_at_the_block) {
    synchronisation all;
    all.release(flag(0), release_by(0, nullptr));
    growing_knowledge known, nothing;
    known.learn(all.look(flag(0), scope::block));
    EXPECT_FALSE(all.ordered(write_by(0), 1, known, nothing));
    EXPECT_TRUE(all.ordered(write_by(0), 0, known, nothing));
}

TEST(ordering, a_found_order_answers_until_the_lane_learns_more) {
    synchronisation all;
    all.release(flag(0), release_by(0, nullptr));
    growing_knowledge known, nothing;
    found_orders found;
    int searches = 0;
    const auto comes_before = [&](std::uint64_t time) {
        const access_record access = access_record::make(time, 0, 0xF, 0, 0, 1);
        return found.comes_before(access, 1, 0, known.growth(), [&] {
            ++searches;
            return all.ordered(access, 1, known, nothing);
        });
    };
    EXPECT_FALSE(comes_before(5));
    EXPECT_FALSE(comes_before(5));
    EXPECT_FALSE(comes_before(12));
    EXPECT_EQ(searches, 1);
    known.learn(all.look(flag(0), scope::device));
    EXPECT_TRUE(comes_before(9));
    EXPECT_TRUE(comes_before(5));
    EXPECT_FALSE(comes_before(12));
    EXPECT_FALSE(comes_before(13));
    EXPECT_EQ(searches, 3);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
