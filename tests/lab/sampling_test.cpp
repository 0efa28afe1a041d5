// How samples are taken, and what of them stands in records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include <lab/measure/sampling.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

ladders::sampler steady(double microseconds) {
    return [=] { return ladders::kernel_sample{microseconds}; };
}

TEST(sampling, takes_as_many_as_asked_and_warms_up_before) {
    int calls = 0;
    ladders::sampler samplers[] = {[&] { return ladders::kernel_sample{static_cast<double>(calls++)}; }};
    EXPECT_THAT(sample_in_rounds(samplers, {.samples = 4}, 10), ElementsAre(ElementsAre(2, 3, 4, 5)));
}

TEST(sampling, every_round_takes_one_sample_of_each_in_an_order_of_its_own) {
    std::string order;
    ladders::sampler samplers[] = {[&] { return order += 'a', ladders::kernel_sample{1}; },
                                   [&] { return order += 'b', ladders::kernel_sample{1}; }};
    sample_in_rounds(samplers, {.samples = 18}, 10);
    ASSERT_EQ(order.size(), 40u);
    int a_first = 0;
    for (std::size_t round = 0; round < 20; ++round) {
        const std::string one = order.substr(2 * round, 2);
        EXPECT_TRUE(one == "ab" || one == "ba") << one;
        a_first += one == "ab";
    }
    EXPECT_GT(a_first, 2);
    EXPECT_LT(a_first, 18);
}

TEST(sampling, settles_where_the_median_is_sure) {
    ladders::sampler samplers[] = {steady(5), steady(7)};
    const auto samples = sample_in_rounds(samplers, {}, 1e9);
    ASSERT_THAT(samples, Each(SizeIs(samples[0].size())));
    EXPECT_GE(samples[0].size(), 10u);
    EXPECT_THAT(samples[1], Each(7));
}

/// Samples that rise for ever: their interval does not narrow, so that more of them would not end it.
TEST(sampling, gives_up_where_the_interval_no_longer_narrows) {
    double time = 100;
    ladders::sampler samplers[] = {[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return ladders::kernel_sample{time += 10};
    }};
    EXPECT_LT(sample_in_rounds(samplers, {}, 1e9)[0].size(), 600u);
}

TEST(sampling, takes_the_fewest_whatever_the_limit_of_time) {
    ladders::sampler samplers[] = {steady(5)};
    EXPECT_THAT(sample_in_rounds(samplers, {}, 1e-9), ElementsAre(SizeIs(5)));
    EXPECT_THAT(sample_in_rounds(samplers, {.samples = 3}, 1e-9), ElementsAre(SizeIs(3)));
}

TEST(sampling, sample_of_a_throttled_device_is_none) {
    int calls = 0;
    ladders::sampler samplers[] = {[&] { return ladders::kernel_sample{5, ++calls % 2 == 0}; }};
    const auto samples = sample_in_rounds(samplers, {.samples = 6}, 10);
    ASSERT_THAT(samples, ElementsAre(SizeIs(6)));
    EXPECT_EQ(std::count_if(samples[0].begin(), samples[0].end(), [](double one) { return std::isnan(one); }), 3);
}

std::vector<record> ladder(std::vector<std::string> more, const environment& in = with_gpu()) {
    std::vector<std::string> words = {"ladder", "reduce", "--device", "gpu", "--elements", "1000", "--format", "jsonl"};
    words.insert(words.end(), more.begin(), more.end());
    return strider(words, in).records();
}

TEST(sampling, options_say_how_many_and_keep_all_of_them) {
    const record one = ladder({"--rungs", "2", "--samples", "7", "--raw"})[0];
    EXPECT_THAT(one["time"]["kernel_us"]["raw"], ElementsAre(500, 500, 500, 500, 500, 500, 500));
    EXPECT_THAT(one["time"]["hot_kernel_us"]["raw"], SizeIs(7));
    EXPECT_EQ(find(ladder({"--rungs", "2", "--samples", "7"})[0], "time/kernel_us/raw"), nullptr);
    EXPECT_EQ(number_at(ladder({"--rungs", "2", "--samples", "4"})[0], "time/kernel_us/samples"), 4);
    EXPECT_GE(number_at(ladder({"--rungs", "2", "--time-limit", "0.001"})[0], "time/kernel_us/samples"), 5);
}

TEST(sampling, fewer_rounds_than_tell_have_a_speedup_without_a_verdict) {
    const record second = ladder({"--rungs", "1-2", "--samples", "4"})[1];
    EXPECT_EQ(second["step_speedup"], 2);
    EXPECT_EQ(find(second, "step_verdict"), nullptr);
    EXPECT_EQ(find(second, "step_speedup_interval"), nullptr);
}

TEST(sampling, records_say_how_many_samples_were_discarded) {
    const auto records = ladder({"--rungs", "2-3", "--samples", "12"}, with(with_gpu(), "STRIDER_FAKE", "throttled"));
    EXPECT_EQ(find(records[0], "time/kernel_us/discarded"), nullptr);
    EXPECT_EQ(number_at(records[1], "time/kernel_us/samples"), 9);
    EXPECT_EQ(number_at(records[1], "time/kernel_us/discarded"), 3);
}

TEST(sampling, rung_whose_samples_are_all_discarded_is_a_finding) {
    const outcome ran = strider({"ladder", "reduce", "--device", "gpu", "--elements", "1000", "--samples", "8"},
                                with(with_gpu(), "STRIDER_FAKE", "all-throttled"));
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.out, HasSubstr("not-timed: 8 of 8 samples were taken below three quarters of the default clock"));
}

TEST(sampling, self_test_enters_every_rung_twice) {
    const auto records = ladder({"--rungs", "1-2", "--samples", "10", "--self-test"});
    ASSERT_EQ(records.size(), 4u);
    EXPECT_EQ(find(records[2], "step_verdict"), nullptr);
    EXPECT_EQ(records[3]["step_verdict"], "same");
    const outcome table = strider({"ladder", "reduce", "--device", "gpu", "--elements", "1000", "--samples", "10",
                                   "--rungs", "1-2", "--self-test"},
                                  with_gpu());
    EXPECT_THAT(table.out, HasSubstr("self-test: 2 of 2 rungs that were entered twice came out the same"));
    EXPECT_THAT(table.out, ::testing::ContainsRegex(" = +[=2]"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
