// Several ranks as a place for the conformance suites, as in ranks.hpp, where the ranks are the processes that mpirun
// has started: each holds all of the input and of the output, and makes every call for its part. What the calls under
// test do not do goes by MPI alone.
#pragma once

#include <functional>

#include <strider/distributed/mpi.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

namespace detail {

template <class T>
std::span<std::byte> bytes_of_result(T& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}
template <class T>
std::span<std::byte> bytes_of_result(std::vector<T>& values) {
    return std::as_writable_bytes(std::span(values));
}

inline void broadcast(std::span<std::byte> bytes, int from) {
    MPI_Bcast(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, from, MPI_COMM_WORLD);
}

template <class T>
void expect_the_result_of_rank_0(const T& mine) {
    T first = mine;
    const std::span<std::byte> place = bytes_of_result(first);
    std::uint64_t size = place.size();
    broadcast(bytes_of_result(size), 0);
    std::vector<std::byte> bytes(size);
    if (size == place.size()) std::ranges::copy(place, bytes.begin());
    broadcast(bytes, 0);
    ASSERT_EQ(size, place.size()) << "ranks have results of different sizes";
    std::ranges::copy(bytes, place.begin());
    EXPECT_TRUE(same_result(mine, first)) << "ranks have different results";
}

/// What every rank has thrown: every rank hears it.
enum class thrown : int { nothing, what_another_threw, invalid_argument, other };
inline std::vector<thrown> thrown_by_all(const std::exception_ptr& failure) {
    thrown mine = thrown::nothing;
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (const peer_error&) {
        mine = thrown::what_another_threw;
    } catch (const std::invalid_argument&) {
        mine = thrown::invalid_argument;
    } catch (...) {
        mine = thrown::other;
    }
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<thrown> all(static_cast<std::size_t>(ranks));
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
    return all;
}

}  // namespace detail

/// What the processes of MPI_COMM_WORLD send each other bytes by.
template <class Communicator>
Communicator communicator_of_processes();

template <>
inline mpi_communicator communicator_of_processes() {
    return mpi_communicator(MPI_COMM_WORLD, std::chrono::seconds(60));
}

/// Ranks that are processes: those of MPI_COMM_WORLD, which all make the same tests.
template <class Place, class Communicator>
struct among_processes {
    using place = Place;
    using Local = decltype(Place::policy());
    using policy = distributed<Communicator, Local>;
    Local local = Place::policy();
    unsigned seed = 0;
    int ranks = all().size();

    /// One for all calls, so that each follows others.
    static const policy& all() {
        static const policy one(communicator_of_processes<Communicator>(), Place::policy());
        return one;
    }

    template <class T>
    void share(const policy&, T* output, std::uint64_t first, std::uint64_t end) const {
        shares.push_back([this, output, first, end] {
            for (int r = 0; r < ranks; ++r) {
                std::array<std::uint64_t, 2> part{first, end};
                detail::broadcast(detail::bytes_of_result(part), r);
                std::vector<T> values = detail::values_at(local, output + part[0], part[1] - part[0]);
                detail::broadcast(detail::bytes_of_result(values), r);
                detail::copy_bytes(local, output + part[0], values.data(), values.size() * sizeof(T));
                detail::finish(local);
            }
        });
    }

    template <class T>
    std::vector<T> keep(const policy&, T* result, const T* mine, std::uint64_t count) const {
        detail::copy_bytes(local, result, mine, count * sizeof(T));
        return detail::values_at(local, mine, count);
    }

    template <class Work>
    auto run(std::uint64_t elements, Work work) const {
        using result = std::invoke_result_t<Work, const policy&, std::uint64_t, std::uint64_t>;
        const policy& here = all();
        const std::vector<std::uint64_t> cut = test_cut(elements, ranks, seed);
        const auto rank = static_cast<std::size_t>(here.rank());
        std::exception_ptr failure;
        std::conditional_t<std::is_void_v<result>, char, result> mine{};
        try {
            if constexpr (std::is_void_v<result>) {
                work(here, cut[rank], cut[rank + 1]);
            } else {
                mine = work(here, cut[rank], cut[rank + 1]);
            }
        } catch (...) {
            failure = std::current_exception();
        }
        const auto all_thrown = detail::thrown_by_all(failure);
        const auto count = [&](detail::thrown what) { return std::ranges::count(all_thrown, what); };
        EXPECT_TRUE(count(detail::thrown::nothing) == 0 || count(detail::thrown::nothing) == ranks)
            << "some ranks have thrown, others have not";
        if (failure) rethrow(failure, count(detail::thrown::invalid_argument) != 0);
        for (const auto& one : std::exchange(shares, {})) one();
        if constexpr (!std::is_void_v<result>) {
            detail::expect_the_result_of_rank_0(mine);
            return mine;
        }
    }

    /// What the ranks have yet to do together when none has thrown.
    mutable std::vector<std::function<void()>> shares = {};

private:
    /// On a rank that hears of another's wrong argument: that.
    static void rethrow(const std::exception_ptr& failure, bool of_an_argument) {
        try {
            std::rethrow_exception(failure);
        } catch (const peer_error& error) {
            if (of_an_argument) throw std::invalid_argument(error.what());
            throw;
        }
    }
};

namespace test {

/// The place of several ranks, processes, that compute at `Place`.
template <class Place, class Communicator = mpi_communicator>
struct processes_of : Place {
    static constexpr bool every_pair = Place::every_pair && every_pair_over_ranks;
    static auto policy() {
        static unsigned calls = 0;
        return among_processes<Place, Communicator>{Place::policy(), calls++};
    }
};

}  // namespace test
}  // namespace strider
