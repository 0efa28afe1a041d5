// Calls over processes. Each process computes on one of the GPUs: compiled once for MPI and once, with
// STRIDER_TEST_NCCL, for NCCL, which wants a GPU for each process.
#include <chrono>

#include <gtest/gtest.h>

#include <strider/distributed/mpi.hpp>

#include "tests/distributed/bits_over_ranks.hpp"
#include "tests/gpu/cuda_backend.hpp"

#if defined(STRIDER_TEST_NCCL)
#include <strider/distributed/nccl.hpp>
#endif

namespace strider::test {

struct gpu_processes {
    static constexpr std::uint64_t elements = 3'000'017;
    template <class T>
    using buffer = cuda_buffer<T>;

    template <class Work>
    static void on_ranks(std::uint64_t all, unsigned seed, Work work) {
        static const distributed here(communicator(), gpu{});
        const auto rank = static_cast<std::size_t>(here.rank());
        const std::vector<std::uint64_t> first = test_cut(all, here.size(), seed);
        work(here, first[rank], first[rank + 1]);
    }

private:
    /// On a GPU of this process's own, while there are some.
    static auto communicator() {
        int rank = 0, gpus = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        check(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount");
        check(cudaSetDevice(rank % gpus), "cudaSetDevice");
#if defined(STRIDER_TEST_NCCL)
        int ranks = 1;
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        ncclUniqueId id{};
        if (rank == 0) EXPECT_EQ(ncclGetUniqueId(&id), ncclSuccess);
        MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
        ncclComm_t comm = nullptr;  // lives as long as the tests
        EXPECT_EQ(ncclCommInitRank(&comm, ranks, id, rank), ncclSuccess) << "NCCL takes one process a GPU";
        return nccl_communicator(comm, std::chrono::seconds(60));
#else
        return mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(60));
#endif
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, BitsOverRanks, gpu_processes);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
