// The model of time: its limits one by one, the errors that were committed with it, and what the commands print of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <lab/model/counted.hpp>
#include <lab/model/occupancy.hpp>
#include <lab/model/rungs.hpp>
#include <lab/records/recorded.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using model::constants;
using model::h200;
using model::launch;
using model::limit;
using ::testing::HasSubstr;

constexpr double blocks = 132 * 8, block_threads = 256;

launch filled() { return {.kernel = "k", .blocks = blocks, .block_threads = block_threads}; }

double bound_of(const launch& one, limit which, const constants& with = {}) {
    return model::predict(one, h200, with).bounds[static_cast<std::size_t>(which)];
}

TEST(model, an_empty_launch_takes_what_a_launch_takes) {
    const constants with;
    const model::prediction made = model::predict(filled(), h200, with);
    EXPECT_NEAR(made.microseconds, with.launch_us + with.block_us + 8 * with.warp_ns / 1e3, 1e-9)
        << "and to start and end its blocks, of eight warps";
    EXPECT_EQ(made.limiter(), limit::launches);
}

TEST(model, bytes_take_their_time_at_the_measured_roofs) {
    launch reads = filled(), writes = filled();
    reads.first_load_sectors = writes.first_store_sectors = 4.6e9 / 32;
    EXPECT_NEAR(bound_of(reads, limit::memory), 1000, 1e-6) << "4.6 GB at 4,600 GB/s";
    EXPECT_NEAR(bound_of(writes, limit::memory), 4.6e6 / h200.write_gbps, 1e-6);
    EXPECT_EQ(model::predict(reads, h200, {}).limiter(), limit::memory);
}

TEST(model, what_fits_into_l2_is_not_read_from_memory_again) {
    launch one = filled();
    one.first_load_sectors = one.l2_load_sectors = h200.l2_bytes / 32;
    const double once = bound_of(one, limit::memory);
    one.l2_load_sectors *= 8;
    one.far_load_sectors = one.first_load_sectors;
    EXPECT_EQ(bound_of(one, limit::memory), once);
    one.first_load_sectors *= 1.01;
    EXPECT_GT(bound_of(one, limit::memory), 2 * once);
    one.far_load_sectors = 0;
    EXPECT_NEAR(bound_of(one, limit::memory), 1.01 * once, 1e-9) << "blocks near each other find it in L2";
}

TEST(model, a_lost_sector_takes_its_time_of_memory_once_to_load_and_twice_to_store) {
    constants with;
    with.far_bytes = 100;
    launch loads = filled();
    loads.first_load_sectors = 1e7;
    loads.l2_load_sectors = 1e12;  // L2 holds nearly nothing of it, so that all the rest is lost
    loads.far_load_sectors = 1e12;
    EXPECT_NEAR(bound_of(loads, limit::memory, with) / (1e12 * 100 / 4.6e6), 1, 1e-3);
    launch stores = filled();
    stores.first_store_sectors = 1e7;
    stores.store_sectors = stores.far_store_sectors = 1e12;
    EXPECT_NEAR(bound_of(stores, limit::memory, with) / (1e12 * 100 * (1 / 4.6e6 + 1 / 3.99e6)), 1, 1e-3);
}

TEST(model, instructions_are_issued_by_four_schedulers) {
    constants with;
    with.issue_share = 1;
    launch one = filled();
    one.instructions = 132 * 4 * 1980;
    EXPECT_NEAR(bound_of(one, limit::issue, with), 1, 1e-9) << "1,980 cycles are a microsecond";
    one.blocks = 66;
    EXPECT_NEAR(bound_of(one, limit::issue, with), 2, 1e-9) << "half of the multiprocessors have nothing to do";
    one.warp_steps = one.instructions;
    one.instructions = 0;
    EXPECT_NEAR(bound_of(one, limit::issue, with), 2 * 4.4, 1e-9) << "the mean of a step, without machine code";
}

TEST(model, a_block_alone_waits_and_issues_in_turn) {
    constants with;
    with.launch_us = 1;
    with.block_us = 10;
    with.warp_ns = 0;
    with.instruction_ns = 0;
    with.issue_share = 1;
    launch one = filled();
    one.block_threads = 1024;
    one.shared_bytes = 200 * 1024;
    one.blocks = 132;
    one.instructions = 132 * 4 * 1980 * 30.0;
    EXPECT_NEAR(model::predict(one, h200, with).microseconds, 1 + 10 + 30, 1e-6);
    one.shared_bytes = 100 * 1024;
    one.blocks *= 2;
    one.instructions *= 2;
    EXPECT_LT(model::predict(one, h200, with).microseconds, 1 + 2 * 30 + 2) << "of two, one issues while one waits";
}

TEST(model, occupancy_is_what_runs_out_first) {
    const auto held = [](launch one) { return model::occupancy_of(one, h200); };
    launch one = filled();
    EXPECT_EQ(held(one).warps, 64);
    EXPECT_EQ(held(one).by, "threads");
    one.block_threads = 32;
    EXPECT_EQ(held(one).warps, 32) << "32 blocks, and no more";
    EXPECT_EQ(held(one).by, "blocks");
    one.block_threads = 256;
    one.static_shared_bytes = 30 * 1024;
    one.shared_bytes = 25 * 1024;
    EXPECT_EQ(held(one).blocks, 4) << "56 KiB each, with what the system takes";
    EXPECT_EQ(held(one).by, "shared memory");
    one.shared_bytes = one.static_shared_bytes = 0;
    one.registers = 33;
    EXPECT_EQ(held(one).warps, 48) << "1,280 registers a warp: 12 fit beside each scheduler, six blocks";
    EXPECT_EQ(held(one).by, "registers");
    one.registers = 32;
    EXPECT_EQ(held(one).warps, 64);
}

TEST(model, latency_is_hidden_by_the_warps_that_fit) {
    constants with;
    with.memory_us = 1;
    with.block_us = with.warp_ns = 0;
    launch one = filled();
    one.load_batches = one.load_requests = 132 * 64 * 10;
    one.load_sectors = one.l2_load_sectors = 4 * one.load_batches;
    EXPECT_NEAR(bound_of(one, limit::latency, with), 10, 1e-9) << "each of 64 warps waits ten times";
    one.shared_bytes = 100 * 1024;
    EXPECT_EQ(model::occupancy_of(one, h200).warps, 16) << "two blocks of eight warps";
    EXPECT_NEAR(bound_of(one, limit::latency, with), 40, 1e-9);
    one.l2_load_sectors /= 2;
    EXPECT_NEAR(bound_of(one, limit::latency, with), 20, 1e-9) << "half of the loads are in the block's cache";
}

TEST(model, registers_hold_what_is_under_way) {
    constants with;
    with.memory_us = 1;
    with.block_us = with.warp_ns = 0;
    with.own_registers = 16;
    launch one = filled();
    one.load_batches = one.load_requests = 132 * 64 * 10;
    one.load_sectors = one.l2_load_sectors = 4 * one.load_batches;
    one.registers = 16;
    EXPECT_NEAR(bound_of(one, limit::latency, with), 10, 1e-9) << "one load at a time";
    one.registers = 21;
    EXPECT_NEAR(bound_of(one, limit::latency, with), 2, 1e-9) << "five";
    one.load_sectors = one.l2_load_sectors *= 2;
    EXPECT_NEAR(bound_of(one, limit::latency, with), 4, 1e-9) << "of two registers each";
    one.registers = 32;
    one.load_batches /= 10;
    EXPECT_NEAR(bound_of(one, limit::latency, with), 1, 1e-9) << "nobody waits less than once";
}

TEST(model, polls_of_tile_states_are_no_atomics) {
    launch one = filled();
    one.global_atomic_passes = 100 * one.blocks;
    one.atomic_sectors = one.blocks / 4;
    EXPECT_EQ(bound_of(one, limit::atomics), 0);
    one.global_atomic_passes *= 1000;
    EXPECT_GT(bound_of(one, limit::atomics), 0) << "counters that all blocks add to";
}

TEST(model, atomics_on_one_address_go_one_by_one) {
    launch one = filled();
    one.global_atomic_passes = 1.4e6;
    one.atomic_sectors = 1;
    EXPECT_NEAR(bound_of(one, limit::atomics), 1000, 1e-6);
    one.atomic_sectors = 1 << 20;
    EXPECT_NEAR(bound_of(one, limit::atomics), 1.4e3 / h200.random_atomics, 1e-6);
}

TEST(model, more_of_anything_takes_no_less_time) {
    launch base = filled();
    // Of these more may be better: warps and registers to hide latency, sectors that share the atomics or are held by
    // L1, loads of fewer registers each.
    const std::set<std::string_view> may_help = {"blocks",       "block_threads", "registers",
                                                 "load_sectors", "load_requests", "atomic_sectors"};
    for (const auto& [name, member] : model::launch_fields) base.*member += 1000;
    base.load_sectors = 2000;
    const double before = model::predict(base, h200, {}).microseconds;
    for (const auto& [name, member] : model::launch_fields) {
        if (may_help.contains(name)) continue;
        launch more = base;
        more.*member *= 1.9;
        EXPECT_GE(model::predict(more, h200, {}).microseconds, before * (1 - 1e-12)) << name;
    }
}

TEST(model, launches_follow_each_other) {
    launch one = filled();
    one.first_load_sectors = 1e6;
    const std::vector<launch> three(3, one);
    EXPECT_NEAR(model::predict(three, h200, {}).microseconds, 3 * model::predict(one, h200, {}).microseconds, 1e-9);
}

TEST(model, a_launch_is_the_same_after_writing_and_reading) {
    launch one = filled();
    for (const auto& [name, member] : model::launch_fields) one.*member += 0.5;
    EXPECT_EQ(model::launch_of(model::to_record(one)), one);
}

TEST(model, constants_are_within_what_their_meaning_allows) {
    const auto fitted = model::fit_of(recorded_results());
    ASSERT_TRUE(fitted);
    for (const model::constant_field& field : model::constant_fields) {
        EXPECT_GE(fitted->with.*field.member, field.least) << field.name;
        EXPECT_LE(fitted->with.*field.member, field.most) << field.name;
    }
}

// The committed counts and times with the committed constants, each ladder by those that were fitted without it.
TEST(model, committed_errors_are_those_of_the_committed_data) {
    const std::vector<record> results = recorded_results();
    const std::vector<model::point> points = model::points_of(results);
    double sum = 0;
    std::size_t rungs = 0;
    for (const record& one : results) {
        if (text_at(one, "model") != "time" || !one.contains("left_out")) continue;
        const constants with = model::constants_of(one["constants"]);
        std::vector<const model::point*> ladder;
        double errors = 0;
        for (const model::point& at : points) {
            if (at.of["pattern"] != one["left_out"]) continue;
            ladder.push_back(&at);
            errors += std::abs(model::error_of(at, with));
        }
        ASSERT_EQ(ladder.size(), one["rungs"]) << one["left_out"];
        EXPECT_NEAR(errors / static_cast<double>(ladder.size()), number_at(one, "mean_error"), 1e-9) << one["left_out"];
        EXPECT_NEAR(model::order_of(ladder, with), number_at(one, "order"), 1e-9) << one["left_out"];
        sum += errors;
        rungs += ladder.size();
    }
    ASSERT_EQ(rungs, points.size());
    ASSERT_GT(rungs, 100u);
    EXPECT_NEAR(model::fit_of(results)->mean_error, sum / static_cast<double>(rungs), 1e-9);
}

/// The executor alone, with the results of the source tree.
environment with_results(const environment& in) { return with(in, "STRIDER_DATA", STRIDER_SOURCE); }

TEST(model, a_ladder_shows_what_is_predicted_beside_what_is_recorded) {
    const std::vector<std::string> words = {"ladder", "reduce", "--device", "simt", "--elements", "1000"};
    std::vector<std::string> json = words;
    json.insert(json.end(), {"--format", "jsonl"});
    const outcome ran = strider(json, with_results(no_gpu()));
    ASSERT_EQ(ran.status, 0) << ran.error;
    const auto records = ran.records();
    for (const record& one : records) {
        const bool counted = one["rung"] != 91;  // a contender, which the executor does not run
        ASSERT_EQ(one.contains("predicted"), counted) << one["rung"];
        if (!counted) continue;
        EXPECT_EQ(text_at(one, "predicted/chip"), "H200");
        EXPECT_GT(number_at(one, "predicted/us"), 0);
        EXPECT_GE(number_at(one, "predicted/elements"), 1 << 22) << "as many as were recorded";
        EXPECT_TRUE(std::isfinite(number_at(one, "predicted/error")));
        EXPECT_THAT(model::limit_names, ::testing::Contains(text_at(one, "predicted/limiter")));
    }
    std::vector<std::string> table = words;
    table.insert(table.end(), {"--format", "table", "--details"});
    EXPECT_THAT(strider(table, with_results(no_gpu())).out, HasSubstr("on ladders that the model was not fitted"));
}

TEST(model, check_predicts_the_kernels_of_a_program) {
    const scratch_folder folder;
    const std::string file = folder.file("mine.cu", R"(
__global__ void fill(int* to) { to[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
    int* to;
    cudaMalloc(&to, 4096 * sizeof(int));
    for (int time = 0; time < 3; ++time) fill<<<16, 256>>>(to);
    return cudaDeviceSynchronize() != cudaSuccess;
}
)");
    const outcome ran = strider({"check", "--predict", "--format", "jsonl", file}, with_results(with_library()));
    ASSERT_EQ(ran.status, 0) << ran.error << ran.out;
    const record kernel = ran.records().front();
    const auto fitted = model::fit_of(recorded_results());
    EXPECT_EQ(text_at(kernel, "predicted/limiter"), "launches");
    EXPECT_GE(number_at(kernel, "predicted/us"), 3 * fitted->with.launch_us);
    EXPECT_LT(number_at(kernel, "predicted/us"), 3 * fitted->with.launch_us + 5);
    EXPECT_FALSE(kernel.contains("launch_counts"));
    EXPECT_EQ(kernel["launches"], 3);
    const outcome plain = strider({"check", "--format", "jsonl", file}, with_results(with_library()));
    EXPECT_FALSE(plain.records().front().contains("predicted"));
}

}  // namespace
}  // namespace strider::lab::testing
