#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include <lab/measure/statistics.hpp>

namespace strider::lab {
namespace {

TEST(median, is_the_middle_or_between_the_two_middle_ones) {
    EXPECT_EQ(median(std::vector{5.0}), 5);
    EXPECT_EQ(median(std::vector{9.0, 1.0, 5.0}), 5);
    EXPECT_EQ(median(std::vector{9.0, 1.0, 5.0, 6.0}), 5.5);
    EXPECT_THROW(median({}), std::invalid_argument);
}

TEST(median, interval_holds_the_median_and_is_repeatable) {
    const std::vector<double> samples = {10, 11, 12, 13, 14, 15, 16, 17, 90};
    const estimate one = estimate_median(samples), other = estimate_median(samples);
    EXPECT_EQ(one.median, 14);
    EXPECT_LT(one.low, 14);
    EXPECT_GT(one.high, 14);
    EXPECT_LT(one.high, 90) << "one outlier must not move the interval's end";
    EXPECT_EQ(one.samples, 9u);
    EXPECT_EQ(one.low, other.low);
    EXPECT_EQ(one.high, other.high);
}

TEST(median, interval_of_equal_samples_is_a_point) {
    const estimate one = estimate_median(std::vector<double>(7, 3.0));
    EXPECT_EQ(one.low, 3);
    EXPECT_EQ(one.high, 3);
}

/// Of 400 experiments with a known median, the interval must hold it in about 95%.
TEST(median, interval_covers_the_true_median) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise(100, 5);
    int covered = 0;
    constexpr int experiments = 400;
    for (int experiment = 0; experiment < experiments; ++experiment) {
        std::vector<double> samples(25);
        for (double& sample : samples) sample = noise(random);
        const estimate found = estimate_median(samples);
        covered += found.low <= 100 && 100 <= found.high;
    }
    EXPECT_GT(covered, experiments * 90 / 100);
    EXPECT_LT(covered, experiments * 99 / 100);
}

TEST(speedups, are_against_the_rung_that_is_followed_and_the_first) {
    const auto gains = speedups(std::vector<step_time>{
        {1, 0, true, 800}, {2, 1, true, 400}, {3, 1, true, 200}, {90, 3, false, 50}, {91, 0, false, 100}});
    EXPECT_TRUE(std::isnan(gains[0].step));
    EXPECT_TRUE(std::isnan(gains[0].cumulative));
    EXPECT_EQ(gains[1].step, 2);
    EXPECT_EQ(gains[2].step, 4) << "against rung 1, which it follows, not against rung 2";
    EXPECT_EQ(gains[2].cumulative, 4);
    EXPECT_EQ(gains[3].step, 4);
    EXPECT_EQ(gains[3].cumulative, 16);
    EXPECT_TRUE(std::isnan(gains[4].step)) << "a contender follows nothing";
    EXPECT_EQ(gains[4].cumulative, 8);
}

TEST(speedups, without_a_time_or_the_row_to_compare_with_are_nothing) {
    const auto gains =
        speedups(std::vector<step_time>{{1, 0, true, std::nan("")}, {2, 1, true, 400}, {4, 3, true, 200}});
    EXPECT_TRUE(std::isnan(gains[1].step));
    EXPECT_TRUE(std::isnan(gains[1].cumulative));
    EXPECT_TRUE(std::isnan(gains[2].step)) << "rung 3 was not run";
    EXPECT_EQ(gains[2].cumulative, 2) << "against rung 2, the first with a time";
    EXPECT_TRUE(std::isnan(speedups(std::vector<step_time>{{91, 0, false, 3}})[0].cumulative));
}

}  // namespace
}  // namespace strider::lab
