// The module of MPI: the ranks of MPI_COMM_WORLD.
#define OMPI_SKIP_MPICXX 1  // not the former C++ interface
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lab/base/ranks/transport.hpp>

namespace {

/// Bytes of all ranks together that travel at a time: MPI counts in int.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 24;

void check(int status, const char* call) {
    if (status == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(status, text, &length);
    throw std::runtime_error(std::string(call) + ": " + text);
}

class mpi_transport final : public strider::lab::transport {
public:
    mpi_transport() {
        int given = 0;
        check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given), "MPI_Init_thread");
        check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
        check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
    }
    ~mpi_transport() override { MPI_Finalize(); }

    int rank() const override { return rank_; }
    int size() const override { return size_; }

    std::vector<std::string> all_gather(std::string_view mine) override {
        const auto ranks = static_cast<std::size_t>(size_);
        const std::uint64_t length = mine.size();
        std::vector<std::uint64_t> lengths(ranks);
        check(MPI_Allgather(&length, 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD),
              "MPI_Allgather");
        const std::uint64_t longest = *std::max_element(lengths.begin(), lengths.end());
        const std::uint64_t step = std::min(longest, std::max<std::uint64_t>(1, most_bytes / ranks));
        std::string piece(step, '\0'), pieces(step * ranks, '\0');
        std::vector<std::string> all(ranks);
        for (std::uint64_t i = 0; i < longest; i += step) {
            if (i < length) mine.copy(piece.data(), step, i);
            const int bytes = static_cast<int>(step);
            check(MPI_Allgather(piece.data(), bytes, MPI_BYTE, pieces.data(), bytes, MPI_BYTE, MPI_COMM_WORLD),
                  "MPI_Allgather");
            for (std::size_t r = 0; r < ranks; ++r) {
                if (i < lengths[r]) all[r].append(pieces, r * step, std::min(step, lengths[r] - i));
            }
        }
        return all;
    }

    [[noreturn]] void abort(int status) override {
        MPI_Abort(MPI_COMM_WORLD, status);
        std::abort();
    }

private:
    int rank_ = 0, size_ = 1;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) strider::lab::transport* strider_open_transport() {
    return new mpi_transport;
}
// SPDX-License-Identifier: Apache-2.0
