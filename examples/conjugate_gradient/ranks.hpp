// Several ranks, as the program has them: the processes that mpirun has started, in conjugate_gradient_mpi,
// or threads of this one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <strider/distributed.hpp>
#include <string>
#include <utility>

#if defined(STRIDER_EXAMPLE_MPI)
#include <strider/distributed/mpi.hpp>
#else
#include <strider/distributed/threads.hpp>
#include <thread>
#include <vector>
#endif

/// Which of `count` rows, lines, ... a rank has: even shares.
struct share {
    std::uint64_t first, count;
};
template <class Policy>
share share_of(const Policy& all, std::uint64_t count) {
    const auto ranks = static_cast<std::uint64_t>(all.size()), rank = static_cast<std::uint64_t>(all.rank());
    const std::uint64_t first = count * rank / ranks;
    return {first, count * (rank + 1) / ranks - first};
}

/// How work has ended on a rank: where it has thrown, and the fault was its own, with a word about it.
struct outcome {
    bool done = false;
    std::string fault = {};
};
template <class Communicator, class Work>
outcome do_on_rank(Communicator communicator, const Work& work) {
    const int rank = communicator.rank();
    try {
        work(strider::distributed{std::move(communicator), strider::cpu{}});
        return {true};
    } catch (const strider::peer_error&) {
        return {};
    } catch (const strider::lost_peer&) {
        return {};
    } catch (const std::exception& error) {
        return {false, "rank " + std::to_string(rank) + ": " + error.what()};
    }
}

#if defined(STRIDER_EXAMPLE_MPI)

/// Does work(policy) on every rank of MPI; gives the program's exit status.
template <class Work>
int on_ranks(const char*, const Work& work) {
    MPI_Init(nullptr, nullptr);
    const outcome mine = do_on_rank(strider::mpi_communicator(MPI_COMM_WORLD), work);
    if (!mine.fault.empty()) std::fprintf(stderr, "%s\n", mine.fault.c_str());
    if (!mine.done) MPI_Abort(MPI_COMM_WORLD, 2);
    return MPI_Finalize();
}

#else

/// Does work(policy) in as many threads as `ranks` says, in one if nothing; gives the program's exit status.
template <class Work>
int on_ranks(const char* ranks, const Work& work) {
    const int count = ranks == nullptr ? 1 : std::atoi(ranks);
    if (count < 1 || count > 1000) return std::fprintf(stderr, "%s ranks: give 1 to 1000\n", ranks), 2;
    strider::thread_group group(count);
    std::vector<outcome> outcomes(static_cast<std::size_t>(count));
    std::vector<std::thread> threads;
    for (int r = 0; r < count; ++r) {
        threads.emplace_back([&work, &one = outcomes[static_cast<std::size_t>(r)], mine = group.rank(r)]() mutable {
            one = do_on_rank(std::move(mine), work);
        });
    }
    for (std::thread& one : threads) one.join();
    if (std::ranges::all_of(outcomes, &outcome::done)) return 0;
    const auto first = std::ranges::find_if(outcomes, [](const outcome& one) { return !one.fault.empty(); });
    return std::fprintf(stderr, "%s\n", first->fault.c_str()), 2;
}

#endif
// SPDX-License-Identifier: Apache-2.0
