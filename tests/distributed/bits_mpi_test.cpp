// Calls over ranks that are processes.
#include <chrono>

#include <strider/distributed/mpi.hpp>

#include "tests/distributed/bits_over_ranks.hpp"
#include "tests/library/host_backends.hpp"

namespace strider::test {

struct cpu_processes {
    static constexpr std::uint64_t elements = 300'017;
    template <class T>
    using buffer = host_buffer<T>;

    template <class Work>
    static void on_ranks(std::uint64_t all, unsigned seed, Work work) {
        const distributed here(mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(60)), cpu{});
        const auto rank = static_cast<std::size_t>(here.rank());
        const std::vector<std::uint64_t> first = test_cut(all, here.size(), seed);
        work(here, first[rank], first[rank + 1]);
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, BitsOverRanks, cpu_processes);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
