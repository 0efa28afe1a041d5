// Communicators, by which ranks send bytes to each other. Strider does not have a transport of its own: threads.hpp,
// mpi.hpp and nccl.hpp each wrap one, and a program may bring another.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

namespace strider {

/// Bytes for another rank.
struct outgoing {
    int rank;
    const void* memory;
    std::size_t bytes;
};

/// Room for bytes of another rank, as many as it sends.
struct incoming {
    int rank;
    void* memory;
    std::size_t bytes;
};

/// A communicator for calls that run on `Local` (strider::serial, cpu, gpu or emulator), whose memory it sends from and
/// receives to. A copy of a communicator is another handle of the same one.
/// - rank(), size(): this rank's number, and the number of ranks.
/// - all_gather(at, mine, all, bytes): all + r * bytes gets the `bytes` bytes at `mine` of rank r, on every rank. All
///   ranks call it, with the same `bytes`.
/// - exchange(at, sends, receives): each send meets the receive of the rank that it names; between two ranks they
///   meet in order. Ranks that send and receive nothing need not call it. Returns when the caller's are done: a rank
///   may then send on what it has received.
/// - wait(at): returns when all of this that was started on `at` is done.
/// The first two are ordered behind what was started on `at`, and what is started on it afterwards finds their results;
/// they may return before they are done (a CUDA stream's). Each of the three throws lost_peer where another rank is no
/// more or does not answer in time, and so does every call after that: none waits for ever.
template <class C, class Local>
concept communicator_for =
    std::copyable<C> && requires(const C& here, const Local& at, const void* mine, void* all, std::size_t bytes,
                                 std::span<const outgoing> sends, std::span<const incoming> receives) {
        { here.rank() } -> std::same_as<int>;
        { here.size() } -> std::same_as<int>;
        here.all_gather(at, mine, all, bytes);
        here.exchange(at, sends, receives);
        here.wait(at);
    };

/// Another rank is no more, or does not answer in time. The communicator takes no more calls.
class lost_peer : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Another rank threw: which one, and what it said. The rank itself throws what it threw.
class peer_error : public std::runtime_error {
public:
    peer_error(int rank, const std::string& reason)
        : std::runtime_error("rank " + std::to_string(rank) + ": " + reason), rank_(rank) {}
    int rank() const noexcept { return rank_; }

private:
    int rank_;
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
