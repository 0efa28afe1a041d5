// Compaction over several ranks (distributed/policy.hpp): the elements of all ranks that satisfy a predicate, in their
// order, as strider::compact has them. Each rank gives its part, and says where the result goes:
// - compact(policy, input, output, predicate): what this rank's part keeps, to the front of its own output. No element
//   travels. The output is what strider::compact takes: the input itself, or apart from it with as much room.
// - compact(policy, input, output, predicate, balanced{}): all that is kept is cut evenly: of `total` elements rank r
//   of P gets those from total * r / P (rounded down) up to those of rank r + 1. The output needs room for them alone,
//   and may be anywhere, since the input has been read before: also the input. Takes scratch of the size of this rank's
//   part, and sends each element at most once, to where it belongs.
//
// (Partitions and unique elements are calls of one rank.)
//
// The calls make two exchanges of a few bytes a rank, and one of the elements. Where a rank's arguments are wrong, or
// its output has no room for its balanced share, no rank writes anything; where a predicate throws, outputs are left in
// any state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <strider/compact.hpp>
#include <strider/distributed/calls.hpp>

namespace strider {

/// Says that the elements of the result are to be cut evenly between the ranks.
struct balanced {};

/// How many elements there are in this rank's output, on the ranks before it, and on all.
struct compacted {
    std::uint64_t kept, before, total;
    friend bool operator==(const compacted&, const compacted&) = default;
};

namespace detail {

/// Elements of all ranks that are cut as `held` to where they are cut as `wanted`.
template <class Policy, class T>
void redistribute(const Policy& policy, const T* mine, const cut& held, T* to, const cut& wanted) {
    const int rank = policy.rank();
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < policy.size(); ++r) {
        const auto common = [](const cut& a, int at_a, const cut& b, int at_b) {
            const std::uint64_t begin = std::max(a.begin(at_a), b.begin(at_b));
            return std::pair(begin, std::max(begin, std::min(a.end(at_a), b.end(at_b))));
        };
        const auto [sent, sent_end] = common(held, rank, wanted, r);
        const auto [received, received_end] = common(held, r, wanted, rank);
        const T* const from = mine + (sent - held.begin(rank));
        if (r == rank) {
            copy_bytes(policy.local, to + (sent - wanted.begin(rank)), from, (sent_end - sent) * sizeof(T));
            continue;
        }
        if (sent < sent_end) sends.push_back({r, from, (sent_end - sent) * sizeof(T)});
        if (received < received_end) {
            receives.push_back({r, to + (received - wanted.begin(rank)), (received_end - received) * sizeof(T)});
        }
    }
    policy.communicator.exchange(policy.local, sends, receives);
    policy.communicator.wait(policy.local);
}

inline compacted compacted_of(const cut& parts, int rank) {
    return {parts.size(rank), parts.begin(rank), parts.elements()};
}

}  // namespace detail

/// The elements of this rank's part for which predicate(element) holds, in their order, to the front of `output`.
template <class C, class L, class Input, class Output, class Predicate>
    requires misuse::allows<misuse::selecting, Input, Output, Predicate>
compacted compact(const distributed<C, L>& policy, const Input& input, Output&& output, Predicate predicate) {
    const detail::collective_header call{"compact", detail::hash_of_types<element_of<Input>, Predicate>()};
    detail::agree(policy, call, [&] {
        detail::require_room<others::dropped>(input, output, "compact");
        return detail::told_numbers{};
    });
    const auto kept = detail::agree(
        policy, call, [&] { return detail::told_numbers{compact(policy.local, input, output, predicate)}; });
    return detail::compacted_of(kept.parts(), policy.rank());
}

/// The kept elements of all ranks; this rank's `output` gets an even share of them.
template <class C, class L, class Input, class Output, class Predicate>
    requires misuse::allows<misuse::selecting, Input, Output, Predicate>
compacted compact(const distributed<C, L>& policy, const Input& input, Output&& output, Predicate predicate, balanced) {
    using T = element_of<Input>;
    const detail::collective_header call{"compact to balanced parts", detail::hash_of_types<T, Predicate>()};
    const std::uint64_t count = std::ranges::size(input), room = std::ranges::size(output);
    detail::agree(policy, call, [&] {
        require_possible_size(input);
        require_possible_size(output);
        return detail::told_numbers{};
    });
    detail::rendezvous point(policy, call);
    detail::first_failure failure;
    auto memory =
        detail::memory_of_call(policy, point, 1, detail::exchange_memory<L>::rounded(count * sizeof(T)), failure);
    const T* mine = nullptr;
    const auto met = point.meet(memory, [&](void*) {
        failure.rethrow();
        const std::span<T> scratch(memory.template take<T>(count), count);
        mine = scratch.data();
        return detail::told_numbers{compact(policy.local, input, scratch, predicate), room};
    });
    const detail::cut held = met.parts(), wanted = detail::even_cut(held.elements(), policy.size());
    for (int r = 0; r < policy.size(); ++r) {
        const std::uint64_t room_there = met.headers[static_cast<std::size_t>(r)].numbers[1];
        if (room_there < wanted.size(r)) {
            detail::refuse_rank(policy, r,
                                "compact: the output has room for " + std::to_string(room_there) + " of the " +
                                    std::to_string(wanted.size(r)) + " elements of a balanced part: give it as many");
        }
    }
    detail::redistribute(policy, mine, held, static_cast<T*>(data_of(output)), wanted);
    return detail::compacted_of(wanted, policy.rank());
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
