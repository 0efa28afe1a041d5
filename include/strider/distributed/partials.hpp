// A reduction over ranks in the canonical order of all elements (pattern/canonical_order.hpp).
//
// Each rank reduces the chunks that end in its part (distributed/partial_reduction.hpp). Then all ranks gather the
// partial results of all chunks, at most 32,768, and combine them alike.
//
// Where parts are as in the call before and no chunk is cut, ranks do not ask first: they reduce, and the one exchange
// of partial results is also where they agree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/distributed/partial_reduction.hpp>
#include <strider/distributed/policy.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/reduce.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// How many chunks end before element i.
inline std::uint64_t chunks_before(const canonical_order::chunk_shape& shape, std::uint64_t i) {
    return i == shape.elements ? shape.chunks : i / shape.chunk;
}

/// Whether a cut before element i goes through a chunk.
inline bool cuts_chunk(const canonical_order::chunk_shape& shape, std::uint64_t i) {
    return i % shape.chunk != 0 && i != shape.elements;
}

/// The reduction of all ranks' elements, where there are any, and how many there are.
template <class T>
struct total_of_all {
    std::optional<T> total;
    std::uint64_t elements = 0;
};

/// Whether an operator cannot throw, as those of the library on numbers.
template <class Operator, class T>
inline constexpr bool never_throws =
    std::is_nothrow_invocable_v<const Operator&, const T&, const T&> || (number<T> && library_operator<Operator>);

/// Every rank has its share of the elements at `all`, and gets those of the others.
template <class Policy, class T>
void gather_shares(const Policy& policy, T* all, const cut& shares) {
    const int rank = policy.rank();
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < policy.size(); ++r) {
        if (r == rank) continue;
        if (shares.size(rank) != 0) sends.push_back({r, all + shares.begin(rank), shares.size(rank) * sizeof(T)});
        if (shares.size(r) != 0) receives.push_back({r, all + shares.begin(r), shares.size(r) * sizeof(T)});
    }
    policy.communicator.exchange(policy.local, sends, receives);
}

/// How many chunks end in the parts of the ranks: partial results are cut so.
inline cut chunks_of(const cut& parts, const canonical_order::chunk_shape& shape) {
    cut result;
    for (int r = 0; r < parts.ranks(); ++r) result.first.push_back(chunks_before(shape, parts.end(r)));
    return result;
}

inline std::uint64_t largest_part(const cut& parts) {
    std::uint64_t largest = 0;
    for (int r = 0; r < parts.ranks(); ++r) largest = std::max(largest, parts.size(r));
    return largest;
}

/// Whether ranks that believe in these parts need not ask first: no chunk is cut, and partial results fit `room` bytes.
template <class T>
bool may_go_ahead(const cut& parts, std::size_t room) {
    if (parts.elements() == 0) return false;
    const canonical_order::chunk_shape shape(parts.elements());
    for (int r = 0; r < parts.ranks(); ++r) {
        if (cuts_chunk(shape, parts.begin(r))) return false;
    }
    return largest_part(chunks_of(parts, shape)) * sizeof(T) <= room;
}

/// `check()` throws where this rank's arguments are wrong. from(k, index) is the source of this rank's elements from
/// the k-th on, which is element `index` of all. `init`, where it is given, comes before all elements.
template <class Policy, class Operator, class From, class Check,
          class T = source_value<std::invoke_result_t<From, std::uint64_t, std::uint64_t>>>
total_of_all<T> reduce_all(const Policy& policy, const collective_header& call, std::uint64_t count, Operator op,
                           From from, Check check, const T* init = nullptr) {
    require_own_accumulator<Operator, T>();
    using local = decltype(Policy::local);
    using memory_of = exchange_memory<local>;
    const local& rank_policy = policy.local;
    const int ranks = policy.size(), rank = policy.rank();
    rendezvous point(policy, call);
    using canonical_order::most_chunks;
    memory_of memory(rank_policy, 3 * point.memory_bytes() + partial_reduction<Policy, Operator, T>::memory_bytes() +
                                      memory_of::rounded(most_chunks * sizeof(T)));
    T* const all = memory.template take<T>(most_chunks);

    const auto reduce_part = [&](const cut& parts, const canonical_order::chunk_shape& shape, T* partials) {
        const auto from_part = [&](std::uint64_t k) { return from(k, parts.begin(rank) + k); };
        partial_reduction<Policy, Operator, T>(policy, parts, shape, op).run(memory, partials, from_part);
    };
    // The partial results of all ranks as one. A caller's function may throw here on one rank alone, which all hear of.
    const auto total_of = [&](const cut& parts, const canonical_order::chunk_shape& shape) {
        total_of_all<T> result{std::nullopt, parts.elements()};
        const auto combine = [&] {
            const T total = reduce_partials(rank_policy, static_cast<const T*>(all), shape.chunks, op);
            result.total = init != nullptr ? starting_with(rank_policy, op, *init, total) : total;
        };
        if constexpr (has_host_memory<local> && !never_throws<Operator, T>) {
            point.meet(memory, [&](unsigned char*) {
                combine();
                return told_numbers{count};
            });
        } else {
            combine();
        }
        return result;
    };
    const auto combined = [&](const cut& parts, const canonical_order::chunk_shape& shape, const meeting& agreement) {
        const cut chunks = chunks_of(parts, shape);
        for (int r = 0; r < ranks; ++r) {
            copy_bytes(rank_policy, all + chunks.begin(r),
                       agreement.payloads + static_cast<std::size_t>(r) * agreement.stride, chunks.size(r) * sizeof(T));
        }
        return total_of(parts, shape);
    };
    const cut expected = policy.known->last;
    const bool ahead =
        expected.ranks() == ranks && expected.size(rank) == count && may_go_ahead<T>(expected, point.room());
    const meeting first = point.meet(
        memory,
        [&](unsigned char* payload) {
            check();
            if (ahead) {
                reduce_part(expected, canonical_order::chunk_shape(expected.elements()), reinterpret_cast<T*>(payload));
            }
            return told_numbers{count};
        },
        ahead ? hash_of(expected) : 0);
    const cut parts = first.parts();
    policy.known->last = parts;
    if (parts.elements() == 0) return {};
    const canonical_order::chunk_shape shape(parts.elements());
    // Only what all ranks have expected counts: one may have made an earlier call by another policy.
    const std::uint64_t right = hash_of(parts);
    if (std::ranges::all_of(first.headers, [&](const call_header& header) { return header.goes_ahead == right; })) {
        return combined(parts, shape, first);
    }

    const cut chunks = chunks_of(parts, shape);
    const bool in_payload = largest_part(chunks) * sizeof(T) <= point.room();
    const meeting second = point.meet(memory, [&](unsigned char* payload) {
        reduce_part(parts, shape, in_payload ? reinterpret_cast<T*>(payload) : all + chunks.begin(rank));
        return told_numbers{count};
    });
    if (in_payload) return combined(parts, shape, second);

    gather_shares(policy, all, chunks);
    policy.communicator.wait(rank_policy);
    return total_of(parts, shape);
}

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
