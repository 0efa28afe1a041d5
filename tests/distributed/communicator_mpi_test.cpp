// Messages between ranks that are processes; ranks that fail or do not answer; and many calls in a row.
#include <chrono>
#include <thread>
#include <vector>

#include <strider/distributed/mpi.hpp>

#include "tests/distributed/exchanges.hpp"
#include "tests/distributed/failures.hpp"

namespace strider::test {
namespace {

template <class Local>
struct processes {
    template <class Work>
    static void on_every_rank(Work work) {
        work(distributed(mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(60)), Local{}));
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Processes, Exchanges, processes<serial>);
INSTANTIATE_TYPED_TEST_SUITE_P(Processes, Failures, processes<cpu>);

TEST(LostProcesses, AHundredThousandReductionsInARow) {
    const distributed here(mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(60)), serial{});
    const int calls = STRIDER_TEST_ALL ? 100'000 : 1'000;
    std::vector<int> mine;
    for (int call = 0; call < calls; ++call) {
        if (call % 1000 == 0) mine.assign(static_cast<std::size_t>(call % 7000) / 10, 1);
        ASSERT_EQ(reduce(here, mine), static_cast<int>(mine.size()) * here.size());
    }
}

TEST(LostProcesses, ARankThatDoesNotAnswerInTime) {
    {
        const distributed here(mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(1)), serial{});
        const std::vector<int> mine(10, 1);
        if (here.rank() == 1) std::this_thread::sleep_for(std::chrono::seconds(3));
        EXPECT_EQ(is_lost(here, mine), here.size() > 1);
        EXPECT_EQ(is_lost(here, mine), here.size() > 1) << "and so every call after that";
    }
    const distributed again(mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(60)), serial{});
    EXPECT_FALSE(is_lost(again, {1, 1, 1})) << "another communicator of the same processes works";
}

TEST(LostProcesses, WhatIsNoCommunicator) {
    EXPECT_THROW(mpi_communicator{MPI_COMM_NULL}, std::invalid_argument);
    MPI_Comm even;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &even);
    EXPECT_FALSE(is_lost(distributed(mpi_communicator(even), serial{}), {1, 1})) << "some of the processes";
    MPI_Comm_free(&even);
}

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
