#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>
#include <string_view>
#include <vector>

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

/// Makes the samples of two rungs of which the second takes `factor` times as long: round by round, what both share
/// times what is each's own.
using noise = std::function<double(std::mt19937_64&)>;
struct machine {
    const char* name;
    std::function<double(std::mt19937_64&, double share)> common;  ///< `share` of the rounds have passed
    noise own;
};

double normal(std::mt19937_64& random) { return std::normal_distribution<double>()(random); }
double uniform(std::mt19937_64& random) { return std::uniform_real_distribution<double>()(random); }
double calm(std::mt19937_64&, double) { return 1; }
double slight(std::mt19937_64& random) { return std::exp(0.02 * normal(random)); }

const std::vector<machine> machines = {
    {"noise", calm, slight},
    {"drift", [](auto&, double share) { return 1 + share; }, slight},
    {"two modes of the machine", [](auto& random, double) { return uniform(random) < 0.5 ? 1 : 1.5; }, slight},
    {"two modes of a rung", calm, [](auto& random) { return (uniform(random) < 0.4 ? 1.5 : 1) * slight(random); }},
    {"outliers", calm,
     [](auto& random) { return slight(random) * (uniform(random) < 0.2 ? 1 + 10 * uniform(random) : 1); }},
    {"coarse clock", calm, [](auto& random) { return std::round(30 * slight(random)) / 30; }},
};

int differences(const machine& on, double factor, std::size_t rounds, int experiments, verdict counted) {
    std::mt19937_64 random(20071120);
    int found = 0;
    for (int experiment = 0; experiment < experiments; ++experiment) {
        std::vector<double> before(rounds), after(rounds);
        for (std::size_t round = 0; round < rounds; ++round) {
            const double common = 100 * on.common(random, static_cast<double>(round) / static_cast<double>(rounds));
            before[round] = common * on.own(random);
            after[round] = common * on.own(random) * factor;
        }
        found += compare(before, after)->is == counted;
    }
    return found;
}

TEST(compare, the_same_twice_is_the_same_in_98_of_100) {
    for (const machine& on : machines) {
        for (const std::size_t rounds : {6, 10, 20, 40}) {
            EXPECT_GE(differences(on, 1, rounds, 100, verdict::same), 98) << on.name << ", " << rounds << " rounds";
        }
    }
}

TEST(compare, sees_a_difference_through_what_both_share) {
    for (const machine& on : machines) {
        if (std::string_view(on.name) == "two modes of a rung") continue;  // whose medians are any value between them
        EXPECT_GE(differences(on, 1.2, 40, 50, verdict::slower), 45) << on.name;
        EXPECT_GE(differences(on, 1 / 1.2, 40, 50, verdict::faster), 45) << on.name;
    }
}

TEST(compare, ratio_is_of_the_medians_and_in_its_interval) {
    const auto found = compare(std::vector<double>{20, 22, 21, 20, 22, 21, 20, 22}, std::vector<double>(8, 10));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->ratio, 2.1);
    EXPECT_LE(found->low, 2.1);
    EXPECT_GE(found->high, 2.1);
    EXPECT_EQ(found->is, verdict::faster);
}

TEST(compare, few_rounds_differ_only_where_all_do) {
    const std::vector<double> before = {10, 11, 12, 13, 14};
    EXPECT_EQ(compare(before, std::vector<double>{5, 6, 7, 8, 9})->is, verdict::faster);
    EXPECT_EQ(compare(before, std::vector<double>{5, 6, 7, 8, 10.5})->is, verdict::same);
    EXPECT_EQ(compare(before, std::vector<double>{20, 20, 20, 20, 20})->is, verdict::slower);
    EXPECT_FALSE(compare(before, std::vector<double>{5, 6, 7, 8})) << "four rounds tell nothing";
}

TEST(compare, takes_the_rounds_that_neither_side_discarded) {
    const double none = std::nan("");
    const std::vector<double> before = {10, none, 10, 10, 10, 10, 10}, after = {none, 5, 5, 5, 5, 5, 5};
    EXPECT_EQ(compare(before, after)->ratio, 2);
    EXPECT_FALSE(compare(std::span(before).first(6), after)) << "four rounds have both";
}

TEST(verdict, of_less_than_one_percent_is_the_same) {
    EXPECT_EQ(verdict_of(1.005, 1.2), verdict::same);
    EXPECT_EQ(verdict_of(1.011, 1.2), verdict::faster);
    EXPECT_EQ(verdict_of(0.8, 0.995), verdict::same);
    EXPECT_EQ(verdict_of(0.8, 0.98), verdict::slower);
}

TEST(median, interval_shows_drift) {
    std::vector<double> rising(40);
    for (std::size_t at = 0; at < rising.size(); ++at) rising[at] = 100 + static_cast<double>(at);
    const estimate found = estimate_median(rising);
    EXPECT_LE(found.low, 109.5) << "the median of the first half";
    EXPECT_GE(found.high, 129.5) << "of the second";
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
// SPDX-License-Identifier: Apache-2.0
