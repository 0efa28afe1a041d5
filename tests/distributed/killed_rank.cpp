// killed_rank MILLISECONDS: reductions in a row, among processes of which one is killed after so long. Prints what is
// wrong; there is no end but the launcher's, or lost_peer.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include <strider/distributed.hpp>
#include <strider/distributed/mpi.hpp>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int life = argc > 1 ? std::atoi(argv[1]) : 0;
    const strider::distributed all{strider::mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(20)),
                                   strider::serial{}};
    barrier(all);
    std::thread killer;
    if (all.rank() == life % all.size()) {
        killer = std::thread([life] {
            std::this_thread::sleep_for(std::chrono::milliseconds(life));
            ::kill(::getpid(), SIGKILL);
        });
    }
    try {
        for (unsigned call = 0;; ++call) {
            // Parts that cut chunks too, so that neighbours wait for each other.
            const std::vector<double> mine((call + static_cast<unsigned>(all.rank())) % 5 * 1000, 0.5);
            double right = 0;
            for (unsigned r = 0; r < static_cast<unsigned>(all.size()); ++r) right += (call + r) % 5 * 500;
            const double sum = strider::reduce(all, mine);
            if (sum != right) {
                std::printf("wrong: %g, not %g, in call %u\n", sum, right, call);
                std::fflush(stdout);
            }
        }
    } catch (const strider::lost_peer& error) {
        std::fprintf(stderr, "rank %d: %s\n", all.rank(), error.what());
    }
    std::_Exit(3);  // MPI_Finalize might wait for the rank that is no more
}
// SPDX-License-Identifier: Apache-2.0
