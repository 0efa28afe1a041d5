// Several ranks as a backend for the conformance suites: every call is made by several ranks, each with a part of the
// input, and all must come to the same result. The ranks are the threads of a thread_group; how many there are, and
// where the elements are cut, differs from call to call.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <span>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <strider/distributed.hpp>
#include <strider/distributed/threads.hpp>

#include "tests/distributed/cuts.hpp"
#include "tests/library/elements.hpp"

namespace strider {

template <class T>
bool same_result(const T& a, const T& b) {
    return test::same_bits(a, b);
}
template <class T>
bool same_result(const located<T>& a, const located<T>& b) {
    return a.index == b.index && test::same_bits(a.value, b.value);
}
template <class T>
bool same_result(const summary<T>& a, const summary<T>& b) {
    return test::same_bits(a.sum, b.sum) && same_result(a.minimum, b.minimum) && same_result(a.maximum, b.maximum);
}

template <class T>
bool same_result(const std::vector<T>& a, const std::vector<T>& b) {
    return std::ranges::equal(a, b, [](const T& x, const T& y) { return same_result(x, y); });
}

namespace detail {

template <class Range>
auto part_of(const Range& range, std::uint64_t first, std::uint64_t end) {
    return std::span(std::ranges::data(range) + first, end - first);
}

/// The elements that lie in memory of the backend.
template <class Local, class T>
std::vector<T> values_at(const Local& at, const T* memory, std::uint64_t count) {
    std::vector<T> values(count);
    copy_to_host(at, values.data(), memory, count * sizeof(T));
    return values;
}

}  // namespace detail

/// A policy of the tests: a call on all elements, which several ranks make together. Its overloads of the library's
/// calls are made of run() and keep().
template <class Backend>
struct among_ranks {
    using backend = Backend;
    using Local = decltype(Backend::policy());
    Local local = Backend::policy();
    int ranks = 3;
    unsigned seed = 0;

    /// The end of `work` in run(), where every rank has written the whole result, to memory of its own at `mine`: it
    /// goes to the caller's at `result`, and is compared.
    template <class Policy, class T>
    std::vector<T> keep(const Policy& here, T* result, const T* mine, std::uint64_t count) const {
        if (here.rank() == here.size() - 1) detail::copy_bytes(local, result, mine, count * sizeof(T));
        return detail::values_at(local, mine, count);
    }

    /// Does work(policy, first, end) on every rank, for its part of the elements; gives what it returns, and expects
    /// the same on all ranks. Throws where it throws.
    template <class Work>
    auto run(std::uint64_t elements, Work work) const {
        using policy = distributed<thread_communicator, Local>;
        using result = std::invoke_result_t<Work, const policy&, std::uint64_t, std::uint64_t>;
        const std::vector<std::uint64_t> first = test::test_cut(elements, ranks, seed);
        thread_group group(ranks, std::chrono::seconds(60));
        std::vector<std::exception_ptr> failures(static_cast<std::size_t>(ranks));
        std::vector<std::conditional_t<std::is_void_v<result>, char, result>> results(static_cast<std::size_t>(ranks));
        std::vector<std::thread> threads;
        for (std::size_t r = 0; r < failures.size(); ++r) {
            threads.emplace_back([&, r, mine = group.rank(static_cast<int>(r))]() mutable {
                const auto on_this_rank = [&](const Local& at) {
                    const policy here(std::move(mine), at);
                    if constexpr (std::is_void_v<result>) {
                        work(here, first[r], first[r + 1]);
                    } else {
                        results[r] = work(here, first[r], first[r + 1]);
                    }
                };
                try {
                    if constexpr (requires { Backend::on_a_stream_of_its_own(nullptr, on_this_rank); }) {
                        Backend::on_a_stream_of_its_own(nullptr, on_this_rank);
                    } else {
                        on_this_rank(local);
                    }
                } catch (...) {
                    failures[r] = std::current_exception();
                }
            });
        }
        for (std::thread& one : threads) one.join();
        for (const std::exception_ptr& failure : failures) {
            EXPECT_EQ(failure == nullptr, failures[0] == nullptr) << "some ranks have thrown, others have not";
        }
        for (const std::exception_ptr& failure : failures) {
            try {
                if (failure) std::rethrow_exception(failure);
            } catch (const peer_error&) {  // another one's
            }
        }
        if constexpr (!std::is_void_v<result>) {
            for (const result& one : results) {
                EXPECT_TRUE(same_result(one, results[0])) << "ranks have different results";
            }
            return results[0];
        }
    }
};

template <class Policy>
concept ranks_policy = requires { typename Policy::backend; };

// A call of one range, whose part each rank gives.
#define STRIDER_AMONG_RANKS(call)                                                                               \
    template <ranks_policy Policy, class Range, class... Arguments>                                             \
    auto call(const Policy& at, const Range& range, const Arguments&... arguments) {                            \
        return at.run(std::ranges::size(range), [&](const auto& here, std::uint64_t first, std::uint64_t end) { \
            return call(here, detail::part_of(range, first, end), arguments...);                                \
        });                                                                                                     \
    }

STRIDER_AMONG_RANKS(reduce)
STRIDER_AMONG_RANKS(transform_reduce)
STRIDER_AMONG_RANKS(mean)
STRIDER_AMONG_RANKS(min_max)
STRIDER_AMONG_RANKS(argmin)
STRIDER_AMONG_RANKS(argmax)
STRIDER_AMONG_RANKS(summarize)

template <ranks_policy Policy, class Range, class T, class... Arguments>
void reduce_into(const Policy& at, const Range& range, T* result, const Arguments&... arguments) {
    const std::vector<T> before = detail::values_at(at.local, result, 1);
    at.run(std::ranges::size(range), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        const typename Policy::backend::template buffer<T> mine(before);
        reduce_into(here, detail::part_of(range, first, end), mine.address(), arguments...);
        return at.keep(here, result, mine.address(), 1);
    });
}

template <ranks_policy Policy, class First, class Second>
auto dot(const Policy& at, const First& a, const Second& b) {
    detail::require_one_size("dot", std::ranges::size(a), std::ranges::size(b));  // else there is no cut
    return at.run(std::ranges::size(a), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        return dot(here, detail::part_of(a, first, end), detail::part_of(b, first, end));
    });
}

namespace test {

/// The backend of several ranks, threads, that compute by `Backend`.
template <class Backend>
struct ranks_of : Backend {
    static constexpr bool every_pair = Backend::every_pair && STRIDER_TEST_ALL;
    static auto policy() {
        static std::atomic<unsigned> calls{0};
        const unsigned call = calls++;
        return among_ranks<Backend>{Backend::policy(), static_cast<int>(call % 5) + 1, call};
    }
};

}  // namespace test
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
