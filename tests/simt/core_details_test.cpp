// The counters of a session by launch and by line, and the requests of one warp.
#include <gmock/gmock.h>

#include <strider/simt/session.hpp>

#include "core_work_kernels.hpp"

namespace {

using namespace strider::executor;

const options detailed{.speed = speed::count, .detailed = true, .traced = traced_warp{.block = 1, .warp = 2}};

/// Without what only a session that keeps details counts.
counters without_footprint(counters of) {
    for (auto field : {&counters::load_batches, &counters::l2_load_sectors, &counters::first_load_sectors,
                       &counters::first_store_sectors, &counters::far_load_sectors, &counters::far_store_sectors,
                       &counters::atomic_sectors})
        of.*field = 0;
    return of;
}

TEST(details, count_the_sectors_that_a_launch_touches) {
    session here(detailed);
    sum_in_tree(4, false);
    const counters seen = here.report().kernels.at("tree");
    EXPECT_EQ(seen.first_load_sectors, 128u) << "4 blocks of 256 words, 8 in a sector";
    EXPECT_EQ(seen.l2_load_sectors, 128u);
    EXPECT_EQ(seen.far_load_sectors, 0u);
    EXPECT_EQ(seen.load_batches, 32u) << "each warp loads once";
}

TEST(details, of_lines_are_the_whole_in_parts) {
    session plain({.speed = speed::count});
    sum_in_tree(4, false);
    sum_unevenly(3, 100, false);
    const report whole = plain.report();
    session here(detailed);
    sum_in_tree(4, false);
    sum_unevenly(3, 100, false);
    for (const auto& [kernel, counted] : here.report().kernels)
        EXPECT_EQ(without_footprint(counted), whole.kernels.at(kernel)) << kernel;
    for (const auto& [kernel, lines] : here.details().lines) {
        counters sum;
        for (const line_counters& one : lines) {
            EXPECT_THAT(one.where.file, testing::HasSubstr("core_work_kernels.cu")) << text(one.where);
            sum += one.seen;
        }
        const counters& all = whole.kernels.at(kernel);
        sum.launches = all.launches, sum.blocks = all.blocks, sum.threads = all.threads;
        sum.local_accesses = all.local_accesses;
        EXPECT_EQ(without_footprint(sum), all) << kernel;
        EXPECT_GT(lines.size(), 1u);
    }
}

TEST(details, of_launches_come_in_their_order) {
    session here(detailed);
    sum_in_tree(4, false);
    sum_unevenly(3, 100, false);
    sum_in_tree(2, false);
    const std::vector<launch_counters> launches = here.details().launches;
    ASSERT_EQ(launches.size(), 3u);
    EXPECT_EQ(launches[1].kernel, "uneven");
    EXPECT_THAT(launches[0].grid, testing::ElementsAre(4, 1, 1));
    EXPECT_THAT(launches[1].block, testing::ElementsAre(100, 1, 1));
    EXPECT_EQ(launches[0].seen.global_load_sectors, 4 * 8 * 4u);
    EXPECT_EQ(launches[2].seen.global_load_sectors, 2 * 8 * 4u);
}

TEST(details, of_a_warp_are_its_requests) {
    session here(detailed);
    sum_in_tree(4, false);
    const std::vector<warp_request> requests = here.details().requests.at("tree");
    ASSERT_GT(requests.size(), 4u);
    const warp_request& first = requests.front();
    EXPECT_EQ(name(first.kind), "global load");
    EXPECT_EQ(first.lanes, ~0u);
    EXPECT_EQ(first.bytes, 4u);
    EXPECT_EQ(first.cost, 4u);
    for (unsigned lane = 1; lane < 32; ++lane) EXPECT_EQ(first.addresses[lane], first.addresses[0] + 4 * lane);
    EXPECT_EQ(name(requests[1].kind), "shared store");
    EXPECT_EQ(requests[1].cost, 1u);
    EXPECT_EQ(requests[1].where.line, first.where.line);
}

TEST(details, are_kept_where_they_are_asked_for) {
    session here({.speed = speed::count});
    sum_in_tree(1, false);
    EXPECT_TRUE(here.details().launches.empty());
    EXPECT_TRUE(here.details().lines.empty());
    EXPECT_TRUE(here.details().requests.empty());
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
