// The counters of a session: operations as often as lanes call the operator, which changes no other figure; by launch
// and by line; and the requests of one warp.
#include <gmock/gmock.h>

#include <functional>

#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>
#include <strider/emulator/work.hpp>
#include <strider/launch.hpp>

namespace {

using namespace strider::emulation;

struct silent_plus {
    [[gnu::always_inline]] __device__ int operator()(int a, int b) const { return a + b; }
};

struct noting_plus {
    [[gnu::always_inline]] __host__ __device__ int operator()(int a, int b) const {
        strider::emulation::note_operation();
        return a + b;
    }
};

template <class Operator>
__global__ void tree(const int* in, int* out, Operator combine) {
    __shared__ int partial[256];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial[t] = combine(partial[t], partial[t + s]);
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, partial[0]);
}

template <class Operator>
__global__ void uneven(const int* in, int* out, Operator combine) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned k = 0; k < threadIdx.x % 5; ++k) sum = combine(sum, in[i]);
    out[i] = sum;
}

/// Sums blocks * 256 numbers, 256 in each block.
void sum_in_tree(unsigned blocks, bool noting) {
    device_array<int> in(std::vector<int>(blocks * 256, 1));
    device_array<int> out(std::vector<int>{0});
    if (noting)
        strider::launch(tree<noting_plus>, {blocks, 256}, in.data(), out.data(), noting_plus{});
    else
        strider::launch(tree<silent_plus>, {blocks, 256}, in.data(), out.data(), silent_plus{});
}

/// Thread t of each block of `threads` calls the operator t % 5 times, in a loop that the lanes leave one by one.
void sum_unevenly(unsigned blocks, unsigned threads, bool noting) {
    device_array<int> in(std::vector<int>(blocks * threads, 1));
    device_array<int> out(blocks * threads);
    if (noting)
        strider::launch(uneven<noting_plus>, {blocks, threads}, in.data(), out.data(), noting_plus{});
    else
        strider::launch(uneven<silent_plus>, {blocks, threads}, in.data(), out.data(), silent_plus{});
}

/// A host function that notes an operation.
void sum_on_host() {
    int sum = 0;
    for (int i = 0; i < 10; ++i) sum = noting_plus{}(sum, i);
}

counters count(const std::function<void()>& kernels, const options& how = {.speed = speed::count}) {
    session here(how);
    kernels();
    return here.report().total;
}

TEST(operations, are_the_calls_of_all_threads_of_all_blocks) {
    EXPECT_EQ(count([] { sum_in_tree(1, true); }).operations, 255u);
    for (const schedule order : {schedule::independent, schedule::lock_step})
        for (const unsigned workers : {0u, 1u})
            EXPECT_EQ(count([] { sum_in_tree(7, true); }, {speed::count, order, workers}).operations, 7 * 255u);
}

TEST(operations, are_counted_where_lanes_diverge) {
    // 0 1 2 3 4 and again: 100 threads call it 20 * 10 times, 33 threads 6 * 10 + 0 + 1 + 2 times.
    EXPECT_EQ(count([] { sum_unevenly(3, 100, true); }).operations, 3 * 200u);
    EXPECT_EQ(count([] { sum_unevenly(2, 33, true); }).operations, 2 * 63u);
}

TEST(operations, are_summed_over_launches_and_kept_by_kernel) {
    session here({.speed = speed::count});
    sum_in_tree(1, true);
    sum_in_tree(2, true);
    sum_unevenly(1, 10, true);
    EXPECT_EQ(here.report().total.operations, 3 * 255u + 20u);
    EXPECT_EQ(here.report().kernels.at("tree").operations, 3 * 255u);
    EXPECT_EQ(here.report().kernels.at("uneven").operations, 20u);
}

TEST(operations, disturb_no_other_counter) {
    const auto same = [](void (*kernel)(bool)) {
        counters noting = count([=] { kernel(true); });
        const counters silent = count([=] { kernel(false); });
        EXPECT_NE(noting.operations, 0u);
        EXPECT_EQ(silent.operations, 0u);
        noting.operations = 0;
        EXPECT_EQ(noting, silent);
    };
    same([](bool noting) { sum_in_tree(4, noting); });
#if !defined(__clang__)
    // g++ loads the summand before the loop; clang loads it in each iteration if the loop notes operations.
    same([](bool noting) { sum_unevenly(4, 100, noting); });
#endif
}

TEST(operations, are_not_counted_at_other_speeds_or_on_the_host) {
    for (const speed at : {speed::run, speed::check})
        EXPECT_EQ(count([] { sum_in_tree(2, true); }, {.speed = at}).operations, 0u);
    EXPECT_EQ(count(sum_on_host).operations, 0u);
}

const options detailed{.speed = speed::count, .detailed = true, .traced = traced_warp{.block = 1, .warp = 2}};

/// Removes counters that only a session with details keeps.
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
            EXPECT_THAT(one.where.file, testing::HasSubstr("core_counters_test.cu")) << text(one.where);
            sum += one.seen;
        }
        const counters& all = whole.kernels.at(kernel);
        sum.launches = all.launches, sum.blocks = all.blocks, sum.threads = all.threads;
        sum.local_accesses = all.local_accesses, sum.longest_path = all.longest_path;
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
