// Ranks that are threads of one process: for tests, and for a program that drives several GPUs from one process.
//
//     strider::thread_group group(gpus);
//     // in thread r, after cudaSetDevice(r):
//     strider::distributed policy{group.rank(r), strider::gpu{stream}};
//
// Bytes are copied straight from the sender's memory. On GPUs that is ordered by streams and events: the host's threads
// meet while kernels still run. Where cudaDeviceEnablePeerAccess has been called both ways, GPUs copy from each other
// directly; else through the host's memory.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/distributed/communicator.hpp>
#include <strider/distributed/memory.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

class thread_group;

/// One rank of a thread_group, for one thread at a time. When the last copy of a rank's communicator ends, the rank has
/// left: others that wait for it, or come to do so, throw lost_peer.
class thread_communicator {
public:
    int rank() const { return state_->rank; }
    int size() const { return state_->group->size; }

    template <class Local>
    void all_gather(const Local& local, const void* mine, void* all, std::size_t bytes) const {
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
        exchange(local, sends, receives);
    }

    template <class Local>
    void exchange(const Local& local, std::span<const outgoing> sends, std::span<const incoming> receives) const {
        if (sends.empty() && receives.empty()) return;
        shared& group = *state_->group;
        const auto deadline = std::chrono::steady_clock::now() + group.timeout;
        const auto ready = std::make_shared<detail::place_mark>();
        ready->set(local);
        std::vector<message> messages(sends.size());
        {
            const std::lock_guard lock(group.mutex);
            if (!group.failure.empty()) throw lost_peer(group.failure);  // else one that is late takes a later message
            for (std::size_t i = 0; i < sends.size(); ++i) {
                messages[i] = {sends[i].memory, sends[i].bytes, ready};
                group.box(rank(), sends[i].rank).push_back(&messages[i]);
            }
            group.changed.notify_all();
        }
        std::vector<message*> received;
        const auto give_back = [&](const std::shared_ptr<detail::place_mark>& copied) {
            const std::lock_guard lock(group.mutex);
            for (message* post : received) {
                post->copied = copied;
                post->now = message::taken;
            }
            received.clear();
            group.changed.notify_all();
        };
        try {
            for (const incoming& wanted : receives) {
                message* const match = group.wait_for_message(wanted.rank, rank(), deadline);
                received.push_back(match);
                if (match->bytes != wanted.bytes) {
                    group.fail("rank " + std::to_string(wanted.rank) + " has sent " + std::to_string(match->bytes) +
                               " bytes where rank " + std::to_string(rank()) + " expects " +
                               std::to_string(wanted.bytes));
                }
                match->ready->wait_on(local);
                detail::copy_bytes(local, wanted.memory, match->memory, wanted.bytes);
            }
            const auto copied = std::make_shared<detail::place_mark>();
            copied->set(local);
            give_back(copied);
            for (std::size_t i = 0; i < sends.size(); ++i) {
                group.wait_until(sends[i].rank, deadline, [&] { return messages[i].now == message::taken; });
                messages[i].copied->wait_on(local);  // what is sent may then be written over
            }
        } catch (...) {
            try {
                detail::finish(local);  // copies may be under way
            } catch (...) {
            }
            give_back(ready);
            group.withdraw(rank(), messages);
            throw;
        }
    }

    template <class Local>
    void wait(const Local& local) const {
        detail::finish(local);
    }

private:
    friend class thread_group;

    /// Bytes that a rank sends, from when on they are there, and from when on they have been copied.
    struct message {
        const void* memory = nullptr;
        std::size_t bytes = 0;
        std::shared_ptr<detail::place_mark> ready = nullptr, copied = nullptr;
        enum { sent, being_taken, taken } now = sent;
    };

    struct shared {
        const int size;
        const std::chrono::milliseconds timeout;
        std::mutex mutex;
        std::condition_variable changed;
        std::vector<std::vector<message*>> boxes;  // of every pair of ranks
        std::vector<bool> left;
        std::string failure;

        shared(int ranks, std::chrono::milliseconds most)
            : size(ranks),
              timeout(most),
              boxes(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks)),
              left(static_cast<std::size_t>(ranks)) {}

        std::vector<message*>& box(int from, int to) {
            return boxes[static_cast<std::size_t>(from) * static_cast<std::size_t>(size) +
                         static_cast<std::size_t>(to)];
        }

        /// Ends the communicator for all of its ranks.
        [[noreturn]] void fail(const std::string& why) {
            const std::lock_guard lock(mutex);
            fail_locked(why);
        }
        [[noreturn]] void fail_locked(const std::string& why) {
            if (failure.empty()) failure = why;
            changed.notify_all();
            throw lost_peer(failure);
        }

        template <class Done>
        void wait_locked(std::unique_lock<std::mutex>& lock, int on, std::chrono::steady_clock::time_point deadline,
                         Done done) {
            while (!done()) {
                if (!failure.empty()) throw lost_peer(failure);
                if (left[static_cast<std::size_t>(on)]) fail_locked("rank " + std::to_string(on) + " has left");
                if (changed.wait_until(lock, deadline) == std::cv_status::timeout && !done()) {
                    fail_locked("rank " + std::to_string(on) + " has not answered within " +
                                std::to_string(timeout.count()) + " ms");
                }
            }
        }
        template <class Done>
        void wait_until(int on, std::chrono::steady_clock::time_point deadline, Done done) {
            std::unique_lock lock(mutex);
            wait_locked(lock, on, deadline, done);
        }
        message* wait_for_message(int from, int to, std::chrono::steady_clock::time_point deadline) {
            std::unique_lock lock(mutex);
            auto& messages = box(from, to);
            wait_locked(lock, from, deadline, [&] { return !messages.empty(); });
            message* const first = messages.front();
            messages.erase(messages.begin());
            first->now = message::being_taken;
            return first;
        }
        /// Takes back the messages that are still there, before they go out of scope.
        void withdraw(int from, const std::vector<message>& messages) {
            std::unique_lock lock(mutex);
            if (failure.empty()) failure = "rank " + std::to_string(from) + " has given up";
            for (int to = 0; to < size; ++to) {
                std::erase_if(box(from, to), [&](const message* post) {
                    return !std::less<>{}(post, messages.data()) &&
                           std::less<>{}(post, messages.data() + messages.size());
                });
            }
            changed.notify_all();
            changed.wait(lock, [&] {
                return std::ranges::none_of(messages,
                                            [](const message& post) { return post.now == message::being_taken; });
            });
        }
    };

    struct member {
        std::shared_ptr<shared> group;
        int rank;

        member(std::shared_ptr<shared> team, int number) : group(std::move(team)), rank(number) {}
        member(const member&) = delete;
        member& operator=(const member&) = delete;
        ~member() {
            const std::lock_guard lock(group->mutex);
            group->left[static_cast<std::size_t>(rank)] = true;
            group->changed.notify_all();
        }
    };

    explicit thread_communicator(std::shared_ptr<member> state) : state_(std::move(state)) {}
    std::shared_ptr<member> state_;
};

/// Makes the communicators of `ranks` threads. A rank that does not come within `timeout` is lost.
class thread_group {
public:
    explicit thread_group(int ranks, std::chrono::milliseconds timeout = std::chrono::minutes(5)) {
        if (ranks < 1)
            throw std::invalid_argument("thread_group: " + std::to_string(ranks) + " ranks: give at least 1");
        const auto group = std::make_shared<thread_communicator::shared>(ranks, timeout);
        for (int r = 0; r < ranks; ++r) members_.push_back(std::make_shared<thread_communicator::member>(group, r));
    }

    /// The communicator of rank r; to be asked for once.
    thread_communicator rank(int r) {
        auto& mine = members_.at(static_cast<std::size_t>(r));
        if (mine == nullptr) throw std::invalid_argument("thread_group: rank " + std::to_string(r) + " is given away");
        return thread_communicator(std::move(mine));
    }

private:
    std::vector<std::shared_ptr<thread_communicator::member>> members_;
};

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
