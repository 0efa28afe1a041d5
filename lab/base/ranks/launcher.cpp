// Whether a launcher has started this process as one of several, by what it puts into the environment.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <lab/base/errors.hpp>
#include <lab/base/load_module.hpp>
#include <lab/base/ranks/ranks.hpp>

namespace strider::lab {
namespace {

/// The first of these variables that is set; null where none is.
template <class Names>
const char* first_of(const Names& names) {
    for (const char* const name : names) {
        if (const char* const value = std::getenv(name)) return value;
    }
    return nullptr;
}

// Open MPI's mpirun, what speaks PMI (MPICH, Intel MPI, Slurm's srun), and what speaks PMIx, which tells no size.
constexpr const char* size_variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
constexpr const char* rank_variables[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
constexpr const char* local_rank_variables[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"};

/// The GPUs that a process sees, as CUDA_VISIBLE_DEVICES names them.
std::vector<std::string> visible_gpus() {
    std::vector<std::string> found;
    if (const char* const given = std::getenv("CUDA_VISIBLE_DEVICES")) {
        std::istringstream list(given);
        for (std::string one; std::getline(list, one, ',');) found.push_back(one);
        return found;
    }
    std::error_code none;
    for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator("/proc/driver/nvidia/gpus", none)) {
        found.push_back(std::to_string(found.size()));
    }
    return found;
}

/// The ranks of a host take turns at its GPUs: without that, all would compute on the first one.
void see_one_gpu() {
    const char* const local_rank = first_of(local_rank_variables);
    const std::vector<std::string> gpus = visible_gpus();
    if (!local_rank || gpus.empty()) return;
    const std::size_t mine = std::strtoul(local_rank, nullptr, 10) % gpus.size();
    ::setenv("CUDA_VISIBLE_DEVICES", gpus[mine].c_str(), 1);
}

}  // namespace

ranks open_ranks() {
    const char* const size = first_of(size_variables);
    const char* const rank = first_of(rank_variables);
    if (!size && !rank) return {};
    // Open MPI gives the first rank a terminal, wherever its output goes in the end.
    ::setenv("TERM", "dumb", 1);
    see_one_gpu();
    if (size && std::string_view(size) == "1") return {};
    std::string why;
    if (void* const open = load_module("strider_ranks_mpi", open_transport_symbol, true, why)) {
        return ranks(std::unique_ptr<transport>(reinterpret_cast<open_transport_function>(open)()));
    }
    // One line of all: the launcher ends the others where one of them fails.
    if (rank && std::string_view(rank) != "0") std::exit(exit_success);
    throw usage_error(
        fmt::format("a launcher started several processes, but the MPI module is missing ({}); type apt-get install "
                    "libopenmpi-dev openmpi-bin and start again, or leave out the launcher",
                    why));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
