// killed_rank_nccl TRIALS: processes, each with a GPU, make reductions in a row by NCCL. First all of them 100,000;
// then, as often as asked, until one is killed at a random moment: the others throw lost_peer, soon, and nothing is
// wrong before.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include <strider/distributed.hpp>
#include <strider/distributed/nccl.hpp>

namespace {

constexpr auto timeout = std::chrono::seconds(4);
enum status { fine = 0, wrong = 1, lost = 3, failed = 4 };

/// Reductions in a row on this rank, whose parts change in size; `calls` of them, or for ever.
status reduce_in_a_row(int rank, int ranks, const ncclUniqueId& id, int calls, int killed_after_ms) {
    try {
        strider::detail::check(cudaSetDevice(rank), "cudaSetDevice");
        ncclComm_t comm = nullptr;
        if (ncclCommInitRank(&comm, ranks, id, rank) != ncclSuccess) return failed;
        const strider::distributed all{strider::nccl_communicator(comm, timeout), strider::gpu{}};
        constexpr unsigned most = 4000;
        double* elements = nullptr;
        strider::detail::check(cudaMalloc(reinterpret_cast<void**>(&elements), most * sizeof(double)), "cudaMalloc");
        const std::vector<double> halves(most, 0.5);
        strider::detail::check(cudaMemcpy(elements, halves.data(), most * sizeof(double), cudaMemcpyHostToDevice),
                               "cudaMemcpy");
        barrier(all);
        std::thread killer;
        if (killed_after_ms >= 0) {
            killer = std::thread([=] {
                std::this_thread::sleep_for(std::chrono::milliseconds(killed_after_ms));
                ::kill(::getpid(), SIGKILL);
            });
        }
        for (unsigned call = 0; calls < 0 || call < static_cast<unsigned>(calls); ++call) {
            const auto size = [&](unsigned r) { return (call + r) % 5 * 1000; };
            double right = 0;
            for (unsigned r = 0; r < static_cast<unsigned>(ranks); ++r) right += 0.5 * size(r);
            const std::span<const double> mine(elements, size(static_cast<unsigned>(rank)));
            if (strider::reduce(all, mine) != right) return wrong;
        }
        return fine;
    } catch (const strider::lost_peer& error) {
        std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
        return lost;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
        return failed;
    }
}

/// Starts a process a rank, kills the rank `victim` if there is one, and returns how each has ended.
std::vector<int> run(int ranks, int calls, int victim, int after_ms) {
    int ends[2];
    if (::pipe(ends) != 0) std::exit(2);
    std::vector<pid_t> started;
    for (int rank = 0; rank < ranks; ++rank) {
        const pid_t child = ::fork();
        if (child != 0) {
            started.push_back(child);
            continue;
        }
        ncclUniqueId id{};
        if (rank == 0) {
            ncclGetUniqueId(&id);
            for (int r = 1; r < ranks; ++r) {
                if (::write(ends[1], &id, sizeof id) != sizeof id) std::_Exit(failed);
            }
        } else if (::read(ends[0], &id, sizeof id) != sizeof id) {
            std::_Exit(failed);
        }
        std::_Exit(reduce_in_a_row(rank, ranks, id, calls, rank == victim ? after_ms : -1));
    }
    std::vector<int> ended;
    for (const pid_t one : started) {
        int how = 0;
        ::waitpid(one, &how, 0);
        ended.push_back(WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how));
    }
    ::close(ends[0]);
    ::close(ends[1]);
    return ended;
}

}  // namespace

int main(int argc, char** argv) {
    const int trials = argc > 1 ? std::atoi(argv[1]) : 10, ranks = argc > 2 ? std::atoi(argv[2]) : 2;
    using clock = std::chrono::steady_clock;
    auto start = clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(clock::now() - start).count(); };
    bool good = true;
    for (const int how : run(ranks, 100'000, -1, 0)) good = good && how == fine;
    std::printf("100,000 reductions on %d GPUs: %s, %.1f s\n", ranks, good ? "right" : "NOT RIGHT", seconds());
    std::mt19937 random(1);
    for (int trial = 0; trial < trials; ++trial) {
        start = clock::now();
        const int victim = static_cast<int>(random() % static_cast<unsigned>(ranks));
        const int after = static_cast<int>(random() % 1000);
        const std::vector<int> ended = run(ranks, -1, victim, after);
        bool as_expected = seconds() < 60;
        for (int r = 0; r < ranks; ++r) {
            as_expected = as_expected && ended[static_cast<std::size_t>(r)] == (r == victim ? -SIGKILL : lost);
        }
        good = good && as_expected;
        std::printf("trial %d, rank %d killed after %d ms: %s, %.1f s\n", trial, victim, after,
                    as_expected ? "the others say so" : "NOT AS EXPECTED", seconds());
        std::fflush(stdout);
    }
    return good ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
