// Processes, each of which computes on one of the GPUs, as a place for the conformance suites: for files that are
// compiled once for MPI and once, with STRIDER_TEST_NCCL, for NCCL, which wants a GPU for each process.
#pragma once

#include "tests/distributed/processes.hpp"
#include "tests/gpu/cuda_places.hpp"

#if defined(STRIDER_TEST_NCCL)
#include <strider/distributed/nccl.hpp>
#endif

namespace strider {

#if defined(STRIDER_TEST_NCCL)
template <>
inline nccl_communicator communicator_of_processes() {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    ncclUniqueId id{};
    if (rank == 0) EXPECT_EQ(ncclGetUniqueId(&id), ncclSuccess);
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    ncclComm_t comm = nullptr;  // lives as long as the tests
    EXPECT_EQ(ncclCommInitRank(&comm, ranks, id, rank), ncclSuccess) << "NCCL takes one process a GPU";
    return nccl_communicator(comm, std::chrono::seconds(60));
}
#endif

namespace test {

#if defined(STRIDER_TEST_NCCL)
using gpu_processes = processes_of<cuda_place, nccl_communicator>;
#else
using gpu_processes = processes_of<cuda_place, mpi_communicator>;
#endif

/// Each process takes a GPU of its own, while there are some.
class gpu_of_this_process : public testing::Environment {
    void SetUp() override {
        int rank = 0, gpus = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        check(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount");
        check(cudaSetDevice(rank % gpus), "cudaSetDevice");
    }
};

}  // namespace test
}  // namespace strider
