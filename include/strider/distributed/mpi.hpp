// Ranks that are processes, by MPI 3 or newer: link with strider::mpi, or compile with mpicxx.
//
//     MPI_Init(&argc, &argv);
//     {
//         strider::distributed all{strider::mpi_communicator(MPI_COMM_WORLD), strider::cpu{}};
//         const double sum = strider::reduce(all, my_part);
//     }
//     MPI_Finalize();
//
// Bytes go through buffers of the communicator's own, in pieces: what MPI reads and writes yet after a peer has been
// given up is not memory of the caller, and a peer that was only late gets what was sent. From and to a GPU the buffers
// are pinned; where MPI says that it takes CUDA's memory, messages larger than a piece go directly: a program that
// catches lost_peer there leaves that memory alone.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if !defined(OMPI_SKIP_MPICXX)
#define OMPI_SKIP_MPICXX  // the C++ bindings of old versions, which warn
#endif
#if !defined(MPICH_SKIP_MPICXX)
#define MPICH_SKIP_MPICXX
#endif
#include <mpi.h>
#if defined(__CUDACC__) && defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <strider/distributed/communicator.hpp>
#include <strider/distributed/memory.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// The ranks of an MPI_Comm: of a duplicate, so that the caller's own messages never meet Strider's. To be made by all
/// ranks of it, after MPI_Init, by a thread that may call MPI, as all calls are to be. Copies share the duplicate; the
/// last one frees it, unless MPI has been finalized.
///
/// A rank from which nothing comes for `timeout` is lost. Errors of MPI are thrown as lost_peer too; whether
/// the process lives on to see one is up to its launcher: most end all processes when one is killed.
class mpi_communicator {
public:
    explicit mpi_communicator(MPI_Comm communicator, std::chrono::milliseconds timeout = std::chrono::minutes(5))
        : state_(std::make_shared<state>(communicator, timeout)) {}

    int rank() const { return state_->rank; }
    int size() const { return state_->size; }

    template <class Local>
    void all_gather(const Local& local, const void* mine, void* all, std::size_t bytes) const {
        const auto ranks = static_cast<std::size_t>(size());
        if (bytes > state_->piece) {
            std::vector<outgoing> sends;
            std::vector<incoming> receives;
            for (int r = 0; r < size(); ++r) {
                void* const to = static_cast<unsigned char*>(all) + static_cast<std::size_t>(r) * bytes;
                if (r == rank()) {
                    detail::copy_bytes(local, to, mine, bytes);
                } else {
                    sends.push_back({r, mine, bytes});
                    receives.push_back({r, to, bytes});
                }
            }
            return exchange(local, sends, receives);
        }
        state_->work([&] {
            unsigned char* const sent = state_->room(local, (ranks + 1) * bytes);
            unsigned char* const received = sent + bytes;
            detail::copy_to_host(local, sent, mine, bytes);
            const int count = static_cast<int>(bytes);
            MPI_Request request;
            state_->check(MPI_Iallgather(sent, count, MPI_BYTE, received, count, MPI_BYTE, state_->comm, &request),
                          "MPI_Iallgather");
            state_->wait_until_none_is_left("a rank", [&] {
                int done = 0;
                state_->check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Iallgather");
                return std::size_t{done == 0};
            });
            detail::copy_bytes(local, all, received, ranks * bytes);
            detail::finish(local);
        });
    }

    template <class Local>
    void exchange(const Local& local, std::span<const outgoing> sends, std::span<const incoming> receives) const {
        if (sends.empty() && receives.empty()) return;
        state_->work([&] {
            const bool direct = takes_memory_of<Local>();
            std::vector<channel> channels;
            for (const incoming& receive : receives) {
                add(channels, false, receive.rank, static_cast<unsigned char*>(receive.memory), receive.bytes, direct);
            }
            for (const outgoing& send : sends) {  // which is only read
                add(channels, true, send.rank, static_cast<unsigned char*>(const_cast<void*>(send.memory)), send.bytes,
                    direct);
            }
            std::size_t bytes = 0;
            for (const channel& link : channels) bytes += 2 * link.longest_staged;
            unsigned char* buffer = state_->room(local, bytes);
            for (channel& link : channels) {
                for (flight& piece : link.flights) {
                    piece.buffer = buffer;
                    buffer += link.longest_staged;
                }
            }
            detail::finish(local);  // what is sent is there
            std::string last = "a rank";
            state_->wait_until_none_is_left(last, [&] {
                std::size_t left = 0;
                for (channel& link : channels) {
                    const std::size_t some = advance(local, link);
                    if (some != 0) last = "rank " + std::to_string(link.peer);
                    left += some;
                }
                return left;
            });
            detail::finish(local);
        });
    }

    template <class Local>
    void wait(const Local& local) const {
        detail::finish(local);
    }

private:
    struct state {
        MPI_Comm comm = MPI_COMM_NULL;
        int rank = 0, size = 1;
        std::chrono::milliseconds timeout;
        std::size_t piece = 0;  ///< bytes of a message that travel at a time: the same on all ranks
        std::string failure;
        std::shared_ptr<unsigned char> buffer;
        std::size_t buffer_bytes = 0;

        state(MPI_Comm communicator, std::chrono::milliseconds most) : timeout(most) {
            int there = 0, between = 0;
            MPI_Initialized(&there);
            if (there == 0) throw std::invalid_argument("mpi_communicator: call MPI_Init first");
            if (communicator == MPI_COMM_NULL)
                throw std::invalid_argument("mpi_communicator: this process is none of its ranks");
            MPI_Comm_test_inter(communicator, &between);
            if (between != 0) throw std::invalid_argument("mpi_communicator: an intercommunicator: merge it first");
            auto made = std::make_unique<MPI_Comm>(MPI_COMM_NULL);
            try {
                MPI_Request request;
                check(MPI_Comm_idup(communicator, made.get(), &request), "MPI_Comm_idup");
                wait_until_none_is_left("a rank", [&] {
                    int done = 0;
                    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Comm_idup");
                    return std::size_t{done == 0};
                });
            } catch (...) {
                static_cast<void>(made.release());  // MPI may write to it yet
                throw;
            }
            comm = *made;
            MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
            check(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
            check(MPI_Comm_size(comm, &size), "MPI_Comm_size");
            constexpr std::size_t kib = 1024, mib = 1024 * kib;
            piece = std::clamp(32 * mib / static_cast<std::size_t>(size), 64 * kib, mib);
        }
        state(const state&) = delete;
        state& operator=(const state&) = delete;
        ~state() {
            if (!failure.empty()) {  // messages may be on their way for ever
                static_cast<void>(new std::shared_ptr<unsigned char>(std::move(buffer)));
                return;
            }
            int finalized = 0;
            MPI_Finalized(&finalized);
            if (finalized == 0) MPI_Comm_free(&comm);
        }

        /// One call: a rank that leaves it by an exception is lost to the others, and takes no more calls.
        template <class Work>
        void work(Work step) {
            if (!failure.empty()) throw lost_peer(failure);
            try {
                step();
            } catch (const std::exception& error) {
                if (failure.empty()) failure = std::string("this rank has given up: ") + error.what();
                throw;
            }
        }

        void check(int code, const char* call) {
            if (code == MPI_SUCCESS) return;
            char text[MPI_MAX_ERROR_STRING] = {};
            int length = 0;
            MPI_Error_string(code, text, &length);
            failure = std::string(call) + ": " + text;
            throw lost_peer(failure);
        }

        /// Asks until step() gives 0; gives up when that has stayed the same for as long as the timeout lasts.
        template <class Step>
        void wait_until_none_is_left(const std::string& whom, Step step) {
            using clock = std::chrono::steady_clock;
            constexpr unsigned spins = 100, yields = 10'000;
            std::size_t before = 0;
            clock::time_point deadline;
            for (unsigned turn = 0; const std::size_t left = step(); ++turn) {
                if (left != before) {
                    before = left;
                    turn = 0;
                    deadline = clock::now() + timeout;
                } else if (turn > spins && clock::now() > deadline) {
                    failure = whom + " has not answered within " + std::to_string(timeout.count()) + " ms";
                    throw lost_peer(failure);
                } else if (turn > yields) {
                    std::this_thread::sleep_for(std::chrono::microseconds(50));
                } else if (turn > spins) {
                    std::this_thread::yield();
                }
            }
        }

        /// Memory for messages, until the next call.
        template <class Local>
        unsigned char* room([[maybe_unused]] const Local& local, std::size_t bytes) {
            if (buffer_bytes >= bytes) return buffer.get();
            buffer_bytes = 0;
#if defined(__CUDACC__)
            if constexpr (!detail::has_host_memory<Local>) {
                void* pinned = nullptr;
                detail::check(cudaHostAlloc(&pinned, bytes, cudaHostAllocPortable), "cudaHostAlloc");
                buffer.reset(static_cast<unsigned char*>(pinned), [](unsigned char* old) { cudaFreeHost(old); });
            } else
#endif
                buffer.reset(new unsigned char[bytes], std::default_delete<unsigned char[]>());
            buffer_bytes = bytes;
            return buffer.get();
        }
    };

    /// A piece on its way.
    struct flight {
        MPI_Request request = MPI_REQUEST_NULL;
        unsigned char* buffer = nullptr;
    };
    struct piece_of_message {
        unsigned char* memory;
        std::size_t bytes;
        bool direct;
    };
    /// All messages to or from one rank, in order, piece by piece: two at a time are on their way.
    struct channel {
        int peer;
        bool sends;
        std::vector<piece_of_message> pieces = {};
        std::size_t longest_staged = 0, posted = 0, done = 0;
        flight flights[2] = {};
    };

    /// Whether MPI takes memory of the backend as it is.
    template <class Local>
    static bool takes_memory_of() {
#if defined(__CUDACC__) && defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
        if constexpr (!detail::has_host_memory<Local>) return MPIX_Query_cuda_support() == 1;
#endif
        return false;
    }

    void add(std::vector<channel>& channels, bool sends, int peer, unsigned char* memory, std::size_t bytes,
             bool takes_memory) const {
        const auto same = [&](const channel& link) { return link.sends == sends && link.peer == peer; };
        auto match = std::ranges::find_if(channels, same);
        if (match == channels.end()) match = channels.insert(match, channel{peer, sends});
        const bool direct = takes_memory && bytes > state_->piece;
        std::size_t from = 0;
        do {
            const std::size_t some = std::min(bytes - from, state_->piece);
            match->pieces.push_back({memory + from, some, direct});
            if (!direct) match->longest_staged = std::max(match->longest_staged, some);
            from += some;
        } while (from < bytes);
    }

    /// How many pieces of the channel are not there yet.
    template <class Local>
    std::size_t advance(const Local& local, channel& link) const {
        const char* const call = link.sends ? "MPI_Isend" : "MPI_Irecv";
        for (; link.done < link.posted; ++link.done) {
            const piece_of_message& piece = link.pieces[link.done];
            flight& in = link.flights[link.done % 2];
            int arrived = 0, count = 0;
            MPI_Status status;
            state_->check(MPI_Test(&in.request, &arrived, &status), call);
            if (arrived == 0) break;
            if (link.sends) continue;
            MPI_Get_count(&status, MPI_BYTE, &count);
            if (static_cast<std::size_t>(count) != piece.bytes) {
                throw lost_peer("rank " + std::to_string(link.peer) + " has sent " + std::to_string(count) +
                                " bytes where rank " + std::to_string(rank()) + " expects " +
                                std::to_string(piece.bytes));
            }
            if (piece.direct) continue;
            detail::copy_bytes(local, piece.memory, in.buffer, piece.bytes);
            detail::finish(local);
        }
        for (; link.posted < link.pieces.size() && link.posted < link.done + 2; ++link.posted) {
            const piece_of_message& piece = link.pieces[link.posted];
            flight& in = link.flights[link.posted % 2];
            unsigned char* const memory = piece.direct ? piece.memory : in.buffer;
            const int bytes = static_cast<int>(piece.bytes);
            if (link.sends && !piece.direct) detail::copy_to_host(local, memory, piece.memory, piece.bytes);
            state_->check(link.sends ? MPI_Isend(memory, bytes, MPI_BYTE, link.peer, tag, state_->comm, &in.request)
                                     : MPI_Irecv(memory, bytes, MPI_BYTE, link.peer, tag, state_->comm, &in.request),
                          call);
        }
        return link.pieces.size() - link.done;
    }

    static constexpr int tag = 0;
    std::shared_ptr<state> state_;
};

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
