// A user's program among processes; run alone, it is one of one.
#include <mpi.h>

#include <cstdio>
#include <strider/distributed.hpp>
#include <strider/distributed/mpi.hpp>
#include <vector>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int right = 0;
    {
        const strider::distributed all{strider::mpi_communicator(MPI_COMM_WORLD), strider::cpu{}};
        const std::vector<double> part(1000, 0.5);
        const double sum = strider::reduce(all, part);
        std::printf("%g of %d\n", sum, all.size());
        right = sum == 500.0 * all.size();
    }
    MPI_Finalize();
    return right ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
