// Lanes of min_max, argmin and argmax: a value, and the row in which it stood, instead of values with indices of 64
// bits; both extremes of elements, instead of extremes of extremes.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/integers.hpp>
#include <strider/cuda/block/fold.hpp>

namespace strider {

template <class T>
struct located;
template <class T>
struct extremes;

namespace detail {
template <class T>
struct locate;
template <class Order>
struct first_extreme;
template <class Compare>
struct first_by;
template <class T>
struct both_extremes;
}  // namespace detail

inline namespace STRIDER_TARGET {
namespace warp {

/// Numbers as bits that ascend with them: negative ones turned round, signs before.
template <class E>
struct ascending_bits {
    static constexpr unsigned bytes = sizeof(E) < 4 ? 4 : sizeof(E);
    using type = std::conditional_t<bytes == 4, std::uint32_t, std::conditional_t<bytes == 8, std::uint64_t, u128>>;
    static constexpr type sign = type{1} << (8 * bytes - 1);

    __device__ __forceinline__ static type of(const E& value) {
        if constexpr (std::is_floating_point_v<E>) {
            const type raw = __builtin_bit_cast(type, value);
            return (raw & sign) != 0 ? ~raw : raw | sign;
        } else if constexpr (detail::has_sign<E>) {
            return static_cast<type>(value) ^ sign;
        } else {
            return static_cast<type>(value);
        }
    }
};
template <class E>
inline constexpr bool has_ascending_bits = sizeof(E) <= 8 || integer<E>;

/// The rank of a number by `minimum` or `maximum`: the first words of its rank. NaN has the least.
template <class Order, class E, unsigned Count>
__device__ __forceinline__ void rank_number(const E& value, rank_words<Count>& rank) {
    using bits = ascending_bits<E>;
    typename bits::type key = bits::of(value);
    if constexpr (std::is_same_v<Order, maximum>) key = static_cast<typename bits::type>(~key);
    if constexpr (std::is_floating_point_v<E>) key = value == value ? key : typename bits::type{0};
    constexpr unsigned words = bits::bytes / 4;
#pragma unroll
    for (unsigned w = 0; w < words; ++w) rank.word[w] = static_cast<unsigned>(key >> (32 * (words - 1 - w)));
}

/// The rank of first extremes: the value, where zeros are equal, and the index.
template <class Order, class E>
    requires has_ascending_bits<E>
struct short_cut<detail::first_extreme<Order>, located<E>> {
    __device__ __forceinline__ static located<E> of(const located<E>& found, unsigned filled) {
        constexpr unsigned of_value = ascending_bits<E>::bytes / 4;
        rank_words<of_value + 2> rank;
        rank_number<Order>(found.value == 0 ? E{0} : found.value, rank);
        rank.word[of_value] = static_cast<unsigned>(found.index >> 32);
        rank.word[of_value + 1] = static_cast<unsigned>(found.index);
        return least(found, rank, filled);
    }
};

/// One of both extremes.
template <class Order, class E>
__device__ __forceinline__ E extreme(const E& value, unsigned filled) {
    if constexpr (has_short_cut<Order, E>) {
        return short_cut<Order, E>::of(value, filled);
    } else {
        rank_words<ascending_bits<E>::bytes / 4> rank;
        rank_number<Order>(value, rank);
        return least(value, rank, filled);
    }
}
template <class E>
    requires has_ascending_bits<E>
struct short_cut<detail::both_extremes<E>, extremes<E>> {
    __device__ __forceinline__ static extremes<E> of(const extremes<E>& both, unsigned filled) {
        return {extreme<minimum>(both.minimum, filled), extreme<maximum>(both.maximum, filled)};
    }
};

}  // namespace warp
namespace block {

/// Whether an element is better than one that stands before it. A NaN is better than any number. Without branches.
template <class Order, class E>
__device__ __forceinline__ bool is_better(const E& element, const E& best) {
    const bool before = std::is_same_v<Order, minimum> ? element < best : element > best;
    if constexpr (!std::is_floating_point_v<E>) return before;
    return before | ((element != element) & (best == best));
}

/// Numbers: a lane remembers the first piece with the best value so far, and finds the value in it at the end.
template <class Memory, class E, class Order>
struct free_fold<transformed<Memory, with_index<detail::locate<E>>>, detail::first_extreme<Order>> {
    using element = E;
    static constexpr unsigned rows_at_once = 4;
    using source = transformed<Memory, with_index<detail::locate<E>>>;
    using lane = lane_total<E, Order>;
    using pieces = piece<E, lane::width>;
    static constexpr unsigned none = ~0u;  // the row of what the lane began with, the chunk's first element
    words_of<pieces> kept;
    E best;
    unsigned row = none;

    __device__ __forceinline__ explicit free_fold(const pieces& first)
        : kept(to_words(first)), best(first.element[0]) {}
    STRIDER_HOST_DEVICE static const Memory& memory_of(const source& from) { return from.source; }
    __device__ __forceinline__ static E filler(const Memory& memory, std::uint64_t first) { return memory(first); }

    __device__ __forceinline__ void add(const pieces& elements, unsigned r, detail::first_extreme<Order>) {
        const E extreme = lane(elements).total();
        const bool better = is_better<Order>(extreme, best);
        const words_of<pieces> words = to_words(elements);
#pragma unroll
        for (unsigned w = 0; w < kept.count; ++w) kept.word[w] = better ? words.word[w] : kept.word[w];
        best = better ? extreme : best;
        row = better ? r : row;
    }
    __device__ __forceinline__ located<E> total(const source& from, std::uint64_t first, std::uint64_t start,
                                                unsigned row_size, detail::first_extreme<Order>) {
        const pieces elements = from_words<pieces>(kept);
        unsigned place = lane::width - 1;
        E value = elements.element[place];  // equal to the best one, but perhaps another zero
#pragma unroll
        for (unsigned v = lane::width - 1; v-- > 0;) {
            const E& candidate = elements.element[v];
            const bool here = best == best ? candidate == best : candidate != candidate;
            place = here ? v : place;
            value = here ? candidate : value;
        }
        return from.apply(value, row == none ? first : start + std::uint64_t{row} * row_size + place);
    }
};

/// By a comparison of the caller's: a value and its row for each element of a piece.
template <class Memory, class E, class Compare>
struct free_fold<transformed<Memory, with_index<detail::locate<E>>>, detail::first_by<Compare>> {
    using element = E;
    static constexpr unsigned rows_at_once = 4;
    using source = transformed<Memory, with_index<detail::locate<E>>>;
    static constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(E));
    static constexpr unsigned none = ~0u;
    piece<E, width> best;
    unsigned row[width];

    __device__ __forceinline__ explicit free_fold(const piece<E, width>& first) : best(first) {
#pragma unroll
        for (unsigned v = 0; v < width; ++v) row[v] = none;
    }
    STRIDER_HOST_DEVICE static const Memory& memory_of(const source& from) { return from.source; }
    __device__ __forceinline__ static E filler(const Memory& memory, std::uint64_t first) { return memory(first); }

    __device__ __forceinline__ void add(const piece<E, width>& elements, unsigned r,
                                        const detail::first_by<Compare>& op) {
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            const bool better = op.before(elements.element[v], best.element[v]);
            best.element[v] = better ? elements.element[v] : best.element[v];
            row[v] = better ? r : row[v];
        }
    }
    __device__ __forceinline__ located<E> total(const source& from, std::uint64_t first, std::uint64_t start,
                                                unsigned row_size, const detail::first_by<Compare>& op) {
        located<E> found[width];
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            const std::uint64_t at = row[v] == none ? first : start + std::uint64_t{row[v]} * row_size + v;
            found[v] = from.apply(best.element[v], at);
        }
        return thread_tree(found, width, op);
    }
};

template <class Memory, class E>
struct free_fold<transformed<Memory, detail::both_extremes<E>>, detail::both_extremes<E>> {
    using element = E;
    static constexpr unsigned rows_at_once = 4;
    using source = transformed<Memory, detail::both_extremes<E>>;
    lane_total<E, minimum> least;
    lane_total<E, maximum> greatest;
    using pieces = piece<E, lane_total<E, minimum>::width>;

    __device__ __forceinline__ explicit free_fold(const pieces& first) : least(first), greatest(first) {}
    STRIDER_HOST_DEVICE static const Memory& memory_of(const source& from) { return from.source; }
    __device__ __forceinline__ static E filler(const Memory& memory, std::uint64_t first) { return memory(first); }
    __device__ __forceinline__ void add(const pieces& elements, unsigned, const detail::both_extremes<E>&) {
        least.add(elements);
        greatest.add(elements);
    }
    __device__ __forceinline__ extremes<E> total(const source&, std::uint64_t, std::uint64_t, unsigned,
                                                 const detail::both_extremes<E>&) {
        return {least.total(), greatest.total()};
    }
};

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
