// Parts that several calls share: memory whose size is known only after the first meeting, errors that all ranks see
// there, and results that the ranks make in shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/distributed/partials.hpp>

namespace strider {

namespace detail {

/// Memory of the backend for `meetings` meetings and `bytes` bytes more. Where there is none, `failure` knows why, and
/// what is given has room for the one meeting in which all ranks learn that.
template <class Policy>
auto memory_of_call(const Policy& policy, const rendezvous<Policy>& point, std::size_t meetings, std::size_t bytes,
                    first_failure& failure) {
    using memory = exchange_memory<decltype(Policy::local)>;
    try {
        constexpr std::size_t most = ~std::size_t{0} >> 1;
        if (bytes > most - meetings * point.memory_bytes()) throw std::bad_alloc();
        return memory(policy.local, meetings * point.memory_bytes() + bytes);
    } catch (...) {
        failure.guard([] { throw; });
        return memory(policy.local, point.memory_bytes());
    }
}

/// Throws on all ranks, since what rank `wrong` has told all is wrong.
template <class Policy>
[[noreturn]] void refuse_rank(const Policy& policy, int wrong, const std::string& why) {
    if (policy.rank() == wrong) throw std::invalid_argument(why);
    throw peer_error(wrong, why);
}

/// So many elements, cut evenly.
inline cut even_cut(std::uint64_t elements, int ranks) {
    const auto parts = static_cast<std::uint64_t>(ranks);
    cut result;
    for (std::uint64_t r = 1; r <= parts; ++r) {
        result.first.push_back(elements / parts * r + elements % parts * r / parts);
    }
    return result;
}

}  // namespace detail
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
