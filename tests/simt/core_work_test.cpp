// Operations are counted as often as lanes call the operator, and counting them changes no other figure.
#include <gtest/gtest.h>

#include <functional>

#include <strider/simt/session.hpp>

#include "core_work_kernels.hpp"

namespace {

using namespace strider::executor;

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
    // What is added in the loop is loaded before it; clang loads it each time, as soon as something is noted.
    same([](bool noting) { sum_unevenly(4, 100, noting); });
#endif
}

TEST(operations, are_not_counted_at_other_speeds_or_on_the_host) {
    for (const speed at : {speed::run, speed::check})
        EXPECT_EQ(count([] { sum_in_tree(2, true); }, {.speed = at}).operations, 0u);
    EXPECT_EQ(count(sum_on_host).operations, 0u);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
