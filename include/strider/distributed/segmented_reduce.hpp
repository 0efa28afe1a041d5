// Segmented reductions over several ranks (distributed/policy.hpp): the calls of strider/segmented_reduce.hpp, each of
// which takes this rank's part of the elements, and gives the rank the results of the segments that begin there. The
// elements are cut anywhere, also within segments. Every segment has the bits that strider::reduce has for its
// elements.
//
// - By offsets: m + 1 ascending positions among the elements of all ranks (so of 64 bits, where these are many), for
//   the m segments that begin in this rank's part, or at its end. The last offset, the end of the last segment, may be
//   beyond the part. The segments of a rank begin where those of the ranks before it have ended, or later. A rank in
//   whose part no segment begins gives one offset, or none.
// - By length: `length` divides the elements of all ranks, and segment i begins at element i * length of all.
// The output has room for the results of this rank's segments.
//
// A rank has a share of at most one segment that begins before its part, and one that ends behind it. These are reduced
// as a reduction of all ranks is (distributed/partials.hpp): neighbours send each other at most 16 KiB of each, and the
// rank where it begins gets at most 32,768 partial results. Exchanges: two of a few bytes a rank and, where any segment
// crosses ranks, one more between those who have a share in it; on the CPU, an operator of the caller's that is not
// noexcept takes a third of a few bytes then. Scratch: 8 bytes for each segment of this rank's, and 65,536 elements.
//
// Where a rank's arguments are wrong, no rank writes anything. Checked are room and overlaps, the offsets of ranks
// against each other, and on serial and cpu that they ascend. Where an operator throws, outputs are left in any state.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/distributed/calls.hpp>
#include <strider/segmented_reduce.hpp>

namespace strider {

namespace detail {

/// Some elements of all ranks.
struct extent_of_all {
    std::uint64_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
};

/// How elements are cut, and of each rank the segment that begins there and ends in the part of another one.
struct cut_segments {
    cut parts;
    std::vector<extent_of_all> crossing;

    bool any_cross() const {
        return std::ranges::any_of(crossing, [](const extent_of_all& one) { return !one.empty(); });
    }
    /// The rank whose crossing segment ends in the part of this one, or behind it; -1 where there is none.
    int reaching(int rank) const {
        for (int r = rank - 1; r >= 0; --r) {
            const extent_of_all& one = crossing[static_cast<std::size_t>(r)];
            if (!one.empty() && one.end > parts.begin(rank)) return r;
        }
        return -1;
    }
};

/// Offsets among all elements as those of a part.
template <class Offset>
struct offsets_in_part {
    const Offset* offsets;
    std::uint64_t begin;
    std::uint64_t* found;
    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        found[i] = static_cast<std::uint64_t>(offsets[i]) - begin;
    }
};

/// A call whose ranks have met once. Segments that cross ranks are reduced by all that have a share, and of this rank
/// the result goes to `crossing_result`. reduce_own() reduces those that lie in this rank's part.
template <class Policy, class T, class Operator, class Own>
void reduce_cut_segments(const Policy& policy, meeting_place<Policy>& place,
                         exchange_memory<decltype(Policy::local)>& memory, const cut_segments& all, const T* data,
                         const segment_result<T, Operator>& result, T* crossing_result, Own reduce_own) {
    using partial = partial_reduction<Policy, Operator, T>;
    if (!all.any_cross()) {
        place.meet(memory, [&](void*) {
            reduce_own();
            return told_numbers{};
        });
        return;
    }
    const auto& at = policy.local;
    const int rank = policy.rank(), owner = all.reaching(rank);
    const extent_of_all own = all.crossing[static_cast<std::size_t>(rank)];
    const auto elements_of_rank = [&](int r) {
        const extent_of_all& one = all.crossing[static_cast<std::size_t>(r)];
        return reduced_elements(one.begin, one.end - one.begin);
    };
    // From the k-th element on of those of a segment that this rank has.
    const auto from = [&](std::uint64_t begin) {
        const std::uint64_t first = std::max(begin, all.parts.begin(rank)) - all.parts.begin(rank);
        return [source = contiguous<T>{data + first}](std::uint64_t k) { return contiguous<T>{source.data + k}; };
    };
    const auto chunks_on = [&](const reduced_elements& of, int r) {
        return of.chunks_before(all.parts.end(r)) - of.chunks_before(all.parts.begin(r));
    };

    std::optional<reduced_elements> theirs, mine;
    std::optional<partial> of_theirs, of_mine;
    if (owner >= 0) of_theirs.emplace(policy, all.parts, theirs.emplace(elements_of_rank(owner)), result.op);
    if (!own.empty()) of_mine.emplace(policy, all.parts, mine.emplace(elements_of_rank(rank)), result.op);
    T* const their_partials = memory.template take<T>(canonical_order::most_chunks);
    T* const my_partials = memory.template take<T>(canonical_order::most_chunks);
    place.meet(memory, [&](void*) {
        first_failure failure;
        if (of_theirs) of_theirs->hand_on(memory, from(theirs->begin), failure);
        if (of_mine) of_mine->hand_on(memory, from(own.begin), failure);
        if (of_theirs) of_theirs->reduce(their_partials, from(theirs->begin), failure);
        if (of_mine) of_mine->reduce(my_partials, from(own.begin), failure);
        failure.guard(reduce_own);
        failure.rethrow();
        return told_numbers{};
    });

    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    if (of_theirs && of_theirs->chunks() != 0) {
        sends.push_back({owner, their_partials, of_theirs->chunks() * sizeof(T)});
    }
    for (int r = rank + 1; mine && r < policy.size(); ++r) {
        if (const std::uint64_t chunks = chunks_on(*mine, r)) {
            receives.push_back({r, my_partials + mine->chunks_before(all.parts.begin(r)), chunks * sizeof(T)});
        }
    }
    policy.communicator.exchange(at, sends, receives);
    const auto combine = [&] {
        if (!mine) return;
        const T total = reduce_partials(at, static_cast<const T*>(my_partials), mine->shape.chunks, result.op);
        const T value = result.given ? starting_with(at, result.op, result.start, total) : canonical_nan(total);
        copy_bytes(at, crossing_result, &value, sizeof(T));
        finish(at);
    };
    if constexpr (has_host_memory<decltype(Policy::local)> && !never_throws<Operator, T>) {
        place.meet(memory, [&](void*) {
            combine();
            return told_numbers{};
        });
    } else {
        policy.communicator.wait(at);
        combine();
    }
}

/// What it takes of the place's memory.
template <class Policy, class T, class Operator>
std::size_t cut_segments_bytes() {
    return partial_reduction<Policy, Operator, T>::memory_bytes() +
           2 * exchange_memory<decltype(Policy::local)>::rounded(canonical_order::most_chunks * sizeof(T));
}

/// What ranks say of their segments, behind the number of their elements: where the first one begins, and where the
/// last one begins and ends. No number is `no_segment`.
inline constexpr std::uint64_t no_segment = ~std::uint64_t{0};

template <class Policy>
cut_segments segments_told(const Policy& policy, const meeting& met) {
    cut_segments found{met.parts(), std::vector<extent_of_all>(met.headers.size())};
    const cut& parts = found.parts;
    std::uint64_t ended = 0;
    for (int r = 0; r < policy.size(); ++r) {
        const auto [size, first, last, end] = met.headers[static_cast<std::size_t>(r)].numbers;
        if (first == no_segment) continue;
        const auto refuse = [&](const std::string& why) {
            refuse_rank(policy, r, "segmented_reduce: " + why + ": give offsets among the elements of all ranks");
        };
        const std::string part =
            "the part of this rank, elements " + std::to_string(parts.begin(r)) + " to " + std::to_string(parts.end(r));
        if (first > last || last > end) refuse("the offsets do not ascend");
        if (first < parts.begin(r)) refuse("offset " + std::to_string(first) + " is before " + part);
        if (last > parts.end(r)) {
            refuse("a segment begins at offset " + std::to_string(last) + ", behind " + part);
        }
        if (end > parts.elements()) {
            refuse("the last offset is " + std::to_string(end) + ", and all ranks have " +
                   std::to_string(parts.elements()) + " elements");
        }
        if (first < ended) {
            refuse("the first offset is " + std::to_string(first) + ", and the segment of an earlier rank ends at " +
                   std::to_string(ended));
        }
        ended = end;
        if (end > parts.end(r)) found.crossing[static_cast<std::size_t>(r)] = {last, end};
    }
    return found;
}

template <class Policy, class Input, class Offsets, class Output, class Operator, class Result>
void reduce_by_offsets_of_all(const Policy& policy, const call_of_all& call, const Input& input, const Offsets& offsets,
                              Output& output, Operator, Result result_of) {
    using T = element_of<Input>;
    require_own_accumulator<Operator, T>();
    require_own_accumulator<Operator, T>();
    using Offset = element_of<Offsets>;
    const auto& at = policy.local;
    const std::uint64_t elements = std::ranges::size(input), given = std::ranges::size(offsets),
                        count = given == 0 ? 0 : given - 1;
    const T* const data = data_of(input);
    const Offset* const positions = data_of(offsets);
    T* const results = data_of(output);
    meeting_place place(policy, call);
    first_failure failure;
    auto memory = memory_of_call(policy, place, 3,
                                 cut_segments_bytes<Policy, T, Operator>() +
                                     exchange_memory<decltype(Policy::local)>::rounded(given * sizeof(std::uint64_t)),
                                 failure);
    std::uint64_t* in_part = nullptr;
    const meeting met = place.meet(memory, [&](void*) {
        failure.rethrow();
        require_possible_size(input);
        require_possible_size(offsets);
        require_room(output, count, memory_of(input), "segmented_reduce");
        require_room(output, count, memory_of(offsets), "segmented_reduce");
        static_cast<void>(result_of());
        in_part = memory.template take<std::uint64_t>(given);
        told_numbers told{elements, no_segment, no_segment, no_segment};
        if (count == 0) return told;
        if constexpr (reads_host_memory<decltype(Policy::local)>) {
            if (!offsets_ascend(at, positions, given)) {
                throw std::invalid_argument("segmented_reduce: the offsets do not ascend: give them in order");
            }
        }
        Offset ends[3];
        copy_to_host(at, ends, positions, sizeof(Offset));
        copy_to_host(at, ends + 1, positions + (count - 1), 2 * sizeof(Offset));
        for (int i = 0; i < 3; ++i) told[static_cast<std::size_t>(i) + 1] = static_cast<std::uint64_t>(ends[i]);
        return told;
    });
    const cut_segments all = segments_told(policy, met);
    const std::uint64_t whole = count - !all.crossing[static_cast<std::size_t>(policy.rank())].empty();
    const segment_result<T, Operator> result = result_of();
    reduce_cut_segments(policy, place, memory, all, data, result, results + whole, [&] {
        if (whole == 0) return;
        for_each_index(at, whole + 1, offsets_in_part<Offset>{positions, all.parts.begin(policy.rank()), in_part});
        reduce_segments(at, contiguous<T>{data}, elements, offset_segments<std::uint64_t>{in_part, whole}, result,
                        results);
    });
}

template <class Policy, class Input, class Output, class Operator, class Result>
void reduce_by_length_of_all(const Policy& policy, const call_of_all& call, const Input& input, std::uint64_t length,
                             Output& output, Operator, Result result_of) {
    using T = element_of<Input>;
    require_own_accumulator<Operator, T>();
    const std::uint64_t elements = std::ranges::size(input);
    const T* const data = data_of(input);
    T* const results = data_of(output);
    meeting_place place(policy, call);
    first_failure failure;
    auto memory = memory_of_call(policy, place, 3, cut_segments_bytes<Policy, T, Operator>(), failure);
    const meeting met = place.meet(memory, [&](void*) {
        failure.rethrow();
        require_apart(memory_of(output), memory_of(input), "segmented_reduce", "elements");
        static_cast<void>(result_of());
        return told_numbers{elements, std::ranges::size(output)};
    });
    cut_segments all{met.parts(), std::vector<extent_of_all>(met.headers.size())};
    require_length(all.parts.elements(), length);
    const auto begun_before = [length](std::uint64_t element) { return element / length + (element % length != 0); };
    for (int r = 0; r < policy.size(); ++r) {
        const std::uint64_t first = begun_before(all.parts.begin(r)), end = begun_before(all.parts.end(r)),
                            room = met.headers[static_cast<std::size_t>(r)].numbers[1];
        if (room < end - first) {
            refuse_rank(policy, r,
                        "segmented_reduce: the output has room for " + std::to_string(room) + " of " +
                            std::to_string(end - first) + " results: give it as many elements");
        }
        if (first < end && end * length > all.parts.end(r)) {
            all.crossing[static_cast<std::size_t>(r)] = {(end - 1) * length, end * length};
        }
    }
    const std::uint64_t begin = all.parts.begin(policy.rank()), first = begun_before(begin);
    const std::uint64_t whole = begun_before(all.parts.end(policy.rank())) - first -
                                !all.crossing[static_cast<std::size_t>(policy.rank())].empty();
    const segment_result<T, Operator> result = result_of();
    reduce_cut_segments(policy, place, memory, all, data, result, results + whole, [&] {
        if (whole == 0) return;
        reduce_segments(policy.local, contiguous<T>{data + (first * length - begin)}, whole * length,
                        equal_segments{whole, length, length}, result, results);
    });
}

}  // namespace detail

/// output[i] = reduce of the elements of all ranks from offsets[i] to offsets[i + 1] - 1; m + 1 offsets make m
/// segments.
template <class C, class L, contiguous_elements Input, segment_offsets Offsets, writable_elements Output,
          class Operator = plus>
    requires reducible<element_of<Input>> && std::same_as<element_of<Input>, element_of<Output>> &&
             binary_operator<Operator, element_of<Input>> && begins_with_identity<Operator, element_of<Input>>
void segmented_reduce(const distributed<C, L>& policy, const Input& input, const Offsets& offsets, Output&& output,
                      Operator op = {}) {
    using T = element_of<Input>;
    detail::reduce_by_offsets_of_all(policy, {"segmented_reduce", detail::hash_of_types<T, Operator>()}, input, offsets,
                                     output, op, [&] { return detail::from_identity<Operator, T>(op); });
}

/// The same with an initial value: output[i] = op(init, total of segment i), or `init` where the segment is empty.
template <class C, class L, contiguous_elements Input, segment_offsets Offsets, writable_elements Output,
          class Operator, class Init = element_of<Input>>
    requires reducible<element_of<Input>> && std::same_as<element_of<Input>, element_of<Output>> &&
             binary_operator<Operator, element_of<Input>> && initial_value_of<Init, element_of<Input>>
void segmented_reduce(const distributed<C, L>& policy, const Input& input, const Offsets& offsets, Output&& output,
                      Operator op, const Init& init) {
    using T = element_of<Input>;
    detail::reduce_by_offsets_of_all(
        policy, {"segmented_reduce", detail::hash_of_types<T, Operator, Init>(), detail::hash_of(init)}, input, offsets,
        output, op, [&] { return segment_result<T, Operator>{op, detail::initial_value<T>(init), true}; });
}

/// output[i] = reduce of the i-th of the segments of `length` elements that begin in this rank's part.
template <class C, class L, contiguous_elements Input, std::integral Length, writable_elements Output,
          class Operator = plus>
    requires reducible<element_of<Input>> && std::same_as<element_of<Input>, element_of<Output>> &&
             binary_operator<Operator, element_of<Input>> && begins_with_identity<Operator, element_of<Input>>
void segmented_reduce(const distributed<C, L>& policy, const Input& input, Length length, Output&& output,
                      Operator op = {}) {
    using T = element_of<Input>;
    const auto elements = static_cast<std::uint64_t>(length);
    detail::reduce_by_length_of_all(
        policy, {"segmented_reduce by length", detail::hash_of_types<T, Operator>(), detail::hash_of(elements)}, input,
        elements, output, op, [&] { return detail::from_identity<Operator, T>(op); });
}

/// The same with an initial value: output[i] = op(init, total of the segment).
template <class C, class L, contiguous_elements Input, std::integral Length, writable_elements Output, class Operator,
          class Init = element_of<Input>>
    requires reducible<element_of<Input>> && std::same_as<element_of<Input>, element_of<Output>> &&
             binary_operator<Operator, element_of<Input>> && initial_value_of<Init, element_of<Input>>
void segmented_reduce(const distributed<C, L>& policy, const Input& input, Length length, Output&& output, Operator op,
                      const Init& init) {
    using T = element_of<Input>;
    const auto elements = static_cast<std::uint64_t>(length);
    detail::reduce_by_length_of_all(policy,
                                    {"segmented_reduce by length", detail::hash_of_types<T, Operator, Init>(),
                                     detail::hash_of(elements, detail::hash_of(init))},
                                    input, elements, output, op, [&] {
                                        return segment_result<T, Operator>{op, detail::initial_value<T>(init), true};
                                    });
}

}  // namespace strider
