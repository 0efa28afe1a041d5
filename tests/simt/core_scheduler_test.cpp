// Lanes, warps, blocks and grids come, meet and end as they should, at every speed and schedule.
#include <gmock/gmock.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <cfenv>
#include <limits>
#include <numeric>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <strider/simt/session.hpp>

#include "core_scheduler_kernels.hpp"

namespace {

using namespace strider::executor;
using testing::Each;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Every behaviour is the same at every speed and in both schedules.
class scheduler : public testing::TestWithParam<std::tuple<speed, schedule>> {
protected:
    options how() const {
        options result;
        std::tie(result.speed, result.schedule) = GetParam();
        return result;
    }
    strider::executor::session session{how()};
};

INSTANTIATE_TEST_SUITE_P(all, scheduler,
                         testing::Combine(testing::Values(speed::run, speed::check, speed::count),
                                          testing::Values(schedule::independent, schedule::lock_step)));

TEST_P(scheduler, gives_every_thread_its_indices) {
    for (const launch_shape& at : {launch_shape{{5, 1, 1}, {33, 1, 1}}, launch_shape{{3, 2, 1}, {16, 5, 1}},
                                   launch_shape{{2, 3, 4}, {7, 3, 5}}, launch_shape{{1, 1, 1}, {1024, 1, 1}}}) {
        const std::vector<unsigned> numbers = number_threads(at);
        for (unsigned i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i + 1);
    }
}

TEST_P(scheduler, meets_all_threads_at_block_barriers) {
    std::vector<float> values(256 * 9);
    std::iota(values.begin(), values.end(), 1.0f);
    const auto sums = block_sums(values);
    for (unsigned b = 0; b < sums.size(); ++b) EXPECT_EQ(sums[b], 256.0f * (256.0f * b + 128.5f));
}

TEST_P(scheduler, gives_dynamic_shared_memory) {
    for (const unsigned threads : {32u, 64u, 1024u})
        EXPECT_THAT(block_sums_dynamic(std::vector<float>(threads * 3, 0.5f), threads), Each(threads * 0.5f));
}

TEST_P(scheduler, meets_the_lanes_of_a_warp) { EXPECT_THAT(warp_sums(std::vector<int>(128, 3)), Each(96)); }

TEST_P(scheduler, starts_blocks_in_order) {
    const auto chain = chain_of_blocks(20);
    for (unsigned i = 0; i < chain.size(); ++i) EXPECT_EQ(chain[i], static_cast<int>(i + 1));
}

// What a block waits for may come from blocks that have not started, on any number of threads of the host.
class workers : public scheduler {};

INSTANTIATE_TEST_SUITE_P(all, workers,
                         testing::Combine(testing::Values(speed::run, speed::check, speed::count),
                                          testing::Values(schedule::independent, schedule::lock_step)));

TEST_P(workers, start_the_blocks_that_others_wait_for) {
    for (const unsigned threads : {1u, 2u, 16u}) {
        options one = how();
        one.workers = threads;
        strider::executor::session session(one);
        // Where every step costs more, so does finding out that a block waits.
        const int blocks = one.schedule == schedule::lock_step ? 3 : one.speed == speed::count ? 8 : 40;
        const auto chain = chain_backwards(blocks);
        for (int i = 0; i < blocks; ++i) EXPECT_EQ(chain[i], blocks - i) << threads;
        EXPECT_THAT(session.report().findings, testing::IsEmpty());
    }
}

TEST_P(workers, let_all_blocks_meet) {
    for (const unsigned threads : {1u, 2u, 16u}) {
        options one = how();
        one.workers = threads;
        strider::executor::session session(one);
        const auto cells = pass_on_in_grid(12, 64, 5);
        for (unsigned i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], static_cast<int>((i / 64 + 5) % 12)) << threads;
        EXPECT_THAT(session.report().findings, testing::IsEmpty());
    }
}

TEST_P(scheduler, lets_spinning_lanes_wait_for_others) { EXPECT_EQ(counts_under_lock(3, 64), 192); }

TEST_P(scheduler, passes_exceptions_of_kernels_on) { EXPECT_THROW(throws(), std::out_of_range); }

TEST_P(scheduler, runs_all_blocks_in_a_cancelled_group) {
    tbb::task_group_context group;
    const auto task = [&](int) {
        group.cancel_group_execution();
        EXPECT_THAT(warp_sums(std::vector<int>(64 * 9, 3)), Each(96));
    };
    tbb::parallel_for(0, 1, task, tbb::simple_partitioner{}, group);
}

// The executor's threads and fibers stay, and with them the modes that a caller had.
TEST_P(scheduler, computes_as_a_gpu_whatever_the_modes_of_the_caller) {
    std::vector<float> one_block(256), right;
    for (unsigned i = 0; i < 256; ++i) one_block[i] = 0.1f * static_cast<float>(i + 1);
    std::vector<float> blocks;
    for (int i = 0; i < 9; ++i) blocks.insert(blocks.end(), one_block.begin(), one_block.end());
    right = one_block;
    for (unsigned s = 128; s > 0; s /= 2)
        for (unsigned t = 0; t < s; ++t) right[t] += right[t + s];
    const std::vector<float> denormals(256, std::numeric_limits<float>::denorm_min());
    for (const int rounding : {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fenv_t usual;
        std::fegetenv(&usual);
        std::fesetround(rounding);
#if defined(__SSE__)
        const unsigned without_denormals = _mm_getcsr() | 0x8040;
        _mm_setcsr(without_denormals);
#endif
        const auto sum = block_sums(one_block), sums = block_sums(blocks), sum_of_denormals = block_sums(denormals);
        const int rounding_after = std::fegetround();
#if defined(__SSE__)
        EXPECT_EQ(_mm_getcsr() & 0xe040, without_denormals & 0xe040) << "the caller's modes";
#endif
        std::fesetenv(&usual);
        EXPECT_EQ(rounding_after, rounding) << "the caller's mode";
        EXPECT_EQ(sum[0], right[0]) << "rounding " << rounding;
        EXPECT_THAT(sums, Each(right[0])) << "rounding " << rounding;
        EXPECT_EQ(sum_of_denormals[0], 256 * std::numeric_limits<float>::denorm_min()) << "rounding " << rounding;
    }
}

TEST(scheduler_alone, ends_a_deadlock_with_an_exception) {
    EXPECT_THAT(cannot_go_on, ThrowsMessage<std::runtime_error>(HasSubstr("deadlock in kernel cross_wait")));
    EXPECT_THAT(spins_forever, ThrowsMessage<std::runtime_error>(HasSubstr("deadlock in kernel spin")));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
