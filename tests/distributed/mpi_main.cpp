// main of the tests that run under mpirun: rank 0 alone prints, and a test that fails on one rank has failed.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace {

int rank_of_this() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

class failures_of_all_ranks : public testing::EmptyTestEventListener {
    using line = std::array<char, 1000>;

    void OnTestStart(const testing::TestInfo&) override { first_.clear(); }
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (!result.failed() || !first_.empty()) return;
        first_ = std::string(result.file_name() ? result.file_name() : "") + ":" +
                 std::to_string(result.line_number()) + ": " + result.message();
    }
    void OnTestEnd(const testing::TestInfo&) override {
        int ranks = 1;
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        line mine{};
        std::memcpy(mine.data(), first_.data(), std::min(first_.size(), mine.size() - 1));
        std::vector<line> all(static_cast<std::size_t>(ranks));
        MPI_Gather(mine.data(), sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD);
        for (int r = 1; r < ranks && rank_of_this() == 0; ++r) {
            const char* const failure = all[static_cast<std::size_t>(r)].data();
            if (*failure != 0) ADD_FAILURE() << "rank " << r << ": " << failure;
        }
    }

    std::string first_;
};

}  // namespace

int main(int argc, char** argv) {
    int given = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
    testing::InitGoogleTest(&argc, argv);
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    if (rank_of_this() != 0) delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new failures_of_all_ranks);
    const int result = RUN_ALL_TESTS();
    MPI_Finalize();
    return result;
}
// SPDX-License-Identifier: Apache-2.0
