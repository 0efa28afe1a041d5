// Messages between ranks that are threads; ranks that fail, leave or do not answer; and many calls in a row.
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include <strider/distributed/threads.hpp>

#include "tests/distributed/exchanges.hpp"
#include "tests/distributed/failures.hpp"

namespace strider::test {
namespace {

/// work(policy) in the threads of `ranks` ranks; what it throws is not caught.
template <class Local, class Work>
void in_threads(int ranks, std::chrono::milliseconds timeout, Work work) {
    thread_group group(ranks, timeout);
    std::vector<std::thread> threads;
    for (int r = 0; r < ranks; ++r) {
        threads.emplace_back([&work, mine = group.rank(r)]() mutable {
            const distributed here(std::move(mine), Local{});
            work(here);
        });
    }
    for (std::thread& one : threads) one.join();
}

/// As one rank, as two and as five.
template <class Local>
struct threads_of {
    template <class Work>
    static void on_every_rank(Work work) {
        for (const int ranks : {1, 2, 5}) in_threads<Local>(ranks, std::chrono::seconds(60), work);
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Threads, Exchanges, threads_of<serial>);
INSTANTIATE_TYPED_TEST_SUITE_P(Threads, Failures, threads_of<cpu>);

TEST(LostThreads, AHundredThousandReductionsInARow) {
    constexpr int calls = STRIDER_TEST_ALL ? 100'000 : 10'000;
    in_threads<serial>(4, std::chrono::seconds(60), [](const auto& here) {
        std::vector<int> mine;
        for (int call = 0; call < calls; ++call) {
            if (call % 1000 == 0) mine.assign(static_cast<std::size_t>(call % 7000) / 10, 1);
            ASSERT_EQ(reduce(here, mine), static_cast<int>(mine.size()) * 4);
        }
    });
}

TEST(LostThreads, ARankThatLeavesAtAnyMoment) {
    std::mt19937 random(1);
    for (unsigned trial = 0; trial < 100; ++trial) {
        const int victim = static_cast<int>(random() % 4);
        const std::chrono::microseconds life(random() % 3000);
        // Parts of 3,000 cut chunks, so that neighbours wait for each other too.
        const std::vector<int> mine(trial % 2 == 0 ? 10 : 3000, 1);
        const auto start = std::chrono::steady_clock::now();
        in_threads<serial>(4, std::chrono::hours(1), [&](const auto& here) {
            bool is_there = true;
            while (is_there && !is_lost(here, mine)) {
                is_there = here.rank() != victim || std::chrono::steady_clock::now() - start < life;
            }
            if (is_there) {
                EXPECT_TRUE(is_lost(here, mine)) << "and so every call after that";
            }
        });
    }
}

TEST(LostThreads, ARankThatDoesNotAnswerInTime) {
    const std::vector<int> mine(10, 1);
    in_threads<serial>(3, std::chrono::seconds(1), [&](const auto& here) {
        if (here.rank() == 1) std::this_thread::sleep_for(std::chrono::seconds(2));
        EXPECT_TRUE(is_lost(here, mine));
        EXPECT_TRUE(is_lost(here, mine)) << "and so every call after that";
    });
}

TEST(LostThreads, ARankThatIsNeverMade) {
    thread_group group(2, std::chrono::milliseconds(100));
    const distributed here(group.rank(0), serial{});
    EXPECT_THROW(barrier(here), lost_peer);
    EXPECT_THROW(static_cast<void>(group.rank(0)), std::invalid_argument);
    EXPECT_THROW(thread_group(0), std::invalid_argument);
}

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
