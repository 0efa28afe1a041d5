// The library's call of a pattern over several GPUs of one host, or in the emulator several that it pretends to have: a
// thread each, which make one call together (strider/distributed.hpp).
//
// Inputs are made where they are used, so that they may be larger than the host's memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <ladders/harness/device.hpp>
#include <strider/core/target.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/distributed/policy.hpp>
#include <strider/distributed/threads.hpp>
#endif

namespace strider::ladders {

/// A pattern's call over ranks, which registers itself beside the pattern's rungs.
struct ranks_call {
    std::string_view pattern;
    ranks_result (*run)(const instance& of, unsigned ranks, const timing_options& how);
};

inline std::vector<ranks_call>& ranks_calls() {
    static std::vector<ranks_call> calls;
    return calls;
}

/// The call of this module. Throws `refusal` where there is no such call, or not for this type.
inline ranks_result call_on_ranks(std::string_view pattern, const instance& of, unsigned ranks,
                                  const timing_options& how) {
    for (const ranks_call& one : ranks_calls()) {
        if (one.pattern != pattern) continue;
        if (of.type == element_type::i32) return one.run(of, ranks, how);
        throw refusal(std::string(pattern) + " over several GPUs is measured on i32; give --type i32");
    }
    throw refusal(std::string(pattern) + " is not measured over several GPUs; reduce, scan and histogram are");
}

/// `static const ranks_registration r{{"reduce", run}};`
struct ranks_registration {
    explicit ranks_registration(const ranks_call& entry) { ranks_calls().push_back(entry); }
};

#if defined(STRIDER_DEVICE_CODE)
inline namespace STRIDER_TARGET {

/// The device of one rank, for its thread: its stream, and memory that ends with it.
class rank_device {
public:
#if defined(__CUDACC__)
    explicit rank_device(unsigned rank) {
        int devices = 0;
        detail::check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
        const int mine = static_cast<int>(rank) % devices;
        detail::check(cudaSetDevice(mine), "cudaSetDevice");
        for (int other = 0; other < devices; ++other) {  // copies between GPUs else go through the host's memory
            int reaches = 0;
            if (other == mine || cudaDeviceCanAccessPeer(&reaches, mine, other) != cudaSuccess || reaches == 0)
                continue;
            if (cudaDeviceEnablePeerAccess(other, 0) != cudaSuccess) static_cast<void>(cudaGetLastError());  // it is
        }
        detail::check(cudaStreamCreateWithFlags(&policy_.stream, cudaStreamNonBlocking), "cudaStreamCreate");
    }
    ~rank_device() {
        for (void* const one : memory_) cudaFree(one);
        cudaStreamDestroy(policy_.stream);
    }
#else
    explicit rank_device(unsigned) {}
    ~rank_device() {
        for (void* const one : memory_) emulation::release(one);
    }
#endif
    rank_device(const rank_device&) = delete;
    rank_device& operator=(const rank_device&) = delete;

    const device_policy& policy() const { return policy_; }

    template <class T>
    std::span<T> memory(std::uint64_t count) {
#if defined(__CUDACC__)
        void* made = nullptr;
        detail::check(cudaMalloc(&made, std::max<std::uint64_t>(count, 1) * sizeof(T)), "cudaMalloc");
#else
        void* const made = emulation::allocate(count * sizeof(T));
#endif
        memory_.push_back(made);
        return {static_cast<T*>(made), count};
    }

private:
    device_policy policy_;
    std::vector<void*> memory_;
};

/// The rank's share of `elements`: even, in whole units.
struct rank_share {
    std::uint64_t first, count;
    rank_share(std::uint64_t elements, unsigned rank, unsigned ranks)
        : first(elements / ranks * rank + std::min<std::uint64_t>(rank, elements % ranks)),
          count(elements / ranks + (rank < elements % ranks ? 1 : 0)) {}
};

/// Element i of the inputs: every bit of an i32 takes part.
struct input_of_ranks {
    STRIDER_HOST_DEVICE constexpr std::int32_t operator()(std::uint64_t i) const {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(i * 2654435761u));
    }
};
struct fill_input {
    std::int32_t* to;
    std::uint64_t first;
    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const { to[i] = input_of_ranks{}(first + i); }
};

/// Makes a call on all ranks, again and again. `Work work(all, device)` prepares a rank's call; work() makes it, and
/// work.is_right() says, on every rank alike or not, whether what it left is right. A call takes as long as its slowest
/// rank.
template <class Work>
ranks_result on_ranks(const instance& setting, unsigned ranks, const timing_options& options) {
    using clock = std::chrono::steady_clock;
    thread_group group(static_cast<int>(ranks));
    std::vector<std::exception_ptr> failures(ranks);
    std::vector<std::vector<double>> times(ranks);
    std::vector<char> right(ranks, 0);
    std::atomic<bool> enough{false};
    const auto run_rank = [&](unsigned rank, thread_communicator communicator) {
        rank_device mine(rank);
        const distributed all(std::move(communicator), mine.policy());
        Work work(all, mine, setting);
        work();
        right[rank] = work.is_right();
        barrier(all);
        for (unsigned call = 0; call < options.warm_up; ++call) work();
        const auto start = clock::now();
        for (unsigned sample = 0; sample < options.samples; ++sample) {
            if (rank == 0)
                enough = sample >= 5 && clock::now() - start > std::chrono::duration<double>(options.seconds);
            barrier(all);
            if (enough) break;
            const auto before = clock::now();
            work();
            times[rank].push_back(std::chrono::duration<double, std::micro>(clock::now() - before).count());
            barrier(all);
        }
        if (options.samples != 0) right[rank] = right[rank] && work.is_right();
        barrier(all);
    };
    std::vector<std::thread> threads;
    for (unsigned rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank, communicator = group.rank(static_cast<int>(rank))]() mutable {
            try {
                run_rank(rank, std::move(communicator));
            } catch (...) {
                failures[rank] = std::current_exception();
            }
        });
    }
    for (std::thread& one : threads) one.join();
    std::exception_ptr first;
    for (const std::exception_ptr& failure : failures) {
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (const peer_error&) {
        } catch (const lost_peer&) {
            if (!first) first = failure;
        } catch (...) {
            std::rethrow_exception(failure);
        }
    }
    if (first) std::rethrow_exception(first);
    ranks_result result{std::ranges::all_of(right, [](char one) { return one != 0; }), times[0]};
    for (const std::vector<double>& of_rank : times) {
        for (std::size_t i = 0; i < result.microseconds.size(); ++i) {
            result.microseconds[i] = std::max(result.microseconds[i], of_rank[i]);
        }
    }
    return result;
}

}  // namespace STRIDER_TARGET
#endif

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
