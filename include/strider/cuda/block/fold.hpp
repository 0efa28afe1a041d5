// Chunks of reductions whose result shows neither the order nor the grouping of its elements: integers, and extremes
// by exact comparisons. A lane then keeps what is cheapest to keep, instead of the accumulators of the canonical order,
// and elements are read by 16 bytes of their own type, whatever is accumulated.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// The accumulators of one lane for elements E: one for each element of a piece.
template <class E, class Operator>
struct lane_total {
    static constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(E));
    piece<E, width> sum;

    __device__ __forceinline__ explicit lane_total(const piece<E, width>& first) : sum(first) {}
    __device__ __forceinline__ void add(const piece<E, width>& elements) {
#pragma unroll
        for (unsigned v = 0; v < width; ++v) sum.element[v] = Operator{}(sum.element[v], elements.element[v]);
    }
    __device__ __forceinline__ E total() { return thread_tree(sum.element, width, Operator{}); }
};

/// Whether words of packed integers are combined as words.
template <class E, class Operator>
inline constexpr bool is_packed =
    std::is_integral_v<E> && !std::is_same_v<E, bool> && sizeof(E) < 4 &&
    (std::is_same_v<Operator, plus> || std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum> ||
     std::is_same_v<Operator, bit_and> || std::is_same_v<Operator, bit_or> || std::is_same_v<Operator, bit_xor>);

/// Integers of 8 and 16 bits in words: sums as dot products with ones, extremes of bytes as those of halfwords, whose
/// upper byte decides.
template <class E, class Operator>
    requires is_packed<E, Operator>
struct lane_total<E, Operator> {
    static constexpr unsigned width = 16 / sizeof(E);
    static constexpr bool extreme = std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum>;
    static constexpr bool halves = extreme && sizeof(E) == 1;  // lower bytes have an accumulator of their own
    uint4 words, lower;

    __device__ __forceinline__ explicit lane_total(const piece<E, width>& first)
        : words(__builtin_bit_cast(uint4, first)), lower(shifted(words)) {
        if constexpr (std::is_same_v<Operator, plus>) {
            words = {0, 0, 0, 0};
            add(first);
        }
    }
    __device__ __forceinline__ static uint4 shifted(const uint4& from) {
        return {from.x << 8, from.y << 8, from.z << 8, from.w << 8};
    }
    __device__ __forceinline__ static unsigned combine(unsigned sum, unsigned word) {
        if constexpr (std::is_same_v<Operator, plus>) {
            return sizeof(E) == 1 ? __dp4a(word, 0x01010101u, sum) : __dp2a_lo(word, 0x0101u, sum);
        } else if constexpr (std::is_same_v<Operator, minimum>) {
            return std::is_signed_v<E> ? __vmins2(sum, word) : __vminu2(sum, word);
        } else if constexpr (std::is_same_v<Operator, maximum>) {
            return std::is_signed_v<E> ? __vmaxs2(sum, word) : __vmaxu2(sum, word);
        } else {
            return Operator{}(sum, word);
        }
    }
    __device__ __forceinline__ static uint4 combine(const uint4& sum, const uint4& with) {
        return {combine(sum.x, with.x), combine(sum.y, with.y), combine(sum.z, with.z), combine(sum.w, with.w)};
    }
    __device__ __forceinline__ void add(const piece<E, width>& elements) {
        const uint4 raw = __builtin_bit_cast(uint4, elements);
        words = combine(words, raw);
        if constexpr (halves) lower = combine(lower, shifted(raw));
    }
    /// The element in an accumulator's word.
    __device__ __forceinline__ static E from_word(unsigned word) {
        if constexpr (std::is_same_v<Operator, plus>) {
            return static_cast<E>(word);
        } else {
            if constexpr (sizeof(E) == 1 && !halves) word = combine(word, word >> 8);
            constexpr unsigned upper = halves ? 8 : 0;  // the bits of a halfword below its value
            return Operator{}(static_cast<E>(word >> upper), static_cast<E>(word >> (16 + upper)));
        }
    }
    __device__ __forceinline__ static unsigned one_word(const uint4& sum) {
        if constexpr (std::is_same_v<Operator, plus>) return sum.x + sum.y + sum.z + sum.w;
        return combine(combine(sum.x, sum.y), combine(sum.z, sum.w));
    }
    __device__ __forceinline__ E total() {
        const E value = from_word(one_word(words));
        if constexpr (!halves) return value;
        return Operator{}(value, from_word(one_word(lower)));
    }
};

/// The lanes of a chunk whose order and grouping cannot be seen, specialised for sources and operators. It has
/// - `rows_at_once`, the loads of a lane under way;
/// - `memory_of(source)`, the memory that is read, and `filler(memory, first)`, the element that lanes start with: it
///   changes nothing in a chunk that begins with element `first`;
/// - `add(elements, row, op)` of a piece, and `total(source, first, start, row_size, op)` of a lane whose elements of
///   row 0 begin at `start`.
template <class Source, class Operator>
struct free_fold;

template <class E, class Operator>
    requires is_packed<E, Operator>
struct free_fold<contiguous<E>, Operator> {
    using element = E;
    static constexpr unsigned rows_at_once = 2;
    lane_total<E, Operator> lane;
    using pieces = piece<E, lane_total<E, Operator>::width>;

    __device__ __forceinline__ explicit free_fold(const pieces& first) : lane(first) {}
    STRIDER_HOST_DEVICE static const contiguous<E>& memory_of(const contiguous<E>& source) { return source; }
    __device__ __forceinline__ static E filler(const contiguous<E>&, std::uint64_t) {
        return identity<Operator, E>::value;
    }
    __device__ __forceinline__ void add(const pieces& elements, unsigned, Operator) { lane.add(elements); }
    __device__ __forceinline__ E total(const contiguous<E>&, std::uint64_t, std::uint64_t, unsigned, Operator) {
        return lane.total();
    }
};

template <class Source, class Operator>
concept folds_freely = requires { typename free_fold<Source, Operator>::element; };

/// One lane's fold of a chunk's elements, `count` from `first` on.
template <load_policy How, class Source, class Operator>
__device__ __forceinline__ free_fold<Source, Operator> fold_rows(const Source& source, std::uint64_t first,
                                                                 std::uint64_t count, Operator op) {
    using fold = free_fold<Source, Operator>;
    using element = typename fold::element;
    constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(element));
    constexpr unsigned row = canonical_order::lanes * width;
    constexpr unsigned in_flight = How.vectors || width <= 4 ? fold::rows_at_once : 1;

    const auto memory = fold::memory_of(source);
    const unsigned rows = static_cast<unsigned>(count / row), rest = static_cast<unsigned>(count % row);
    const unsigned in_row = threadIdx.x * width;  // where the lane's elements stand
    const std::uint64_t start = first + in_row;
    const element filler = fold::filler(memory, first);
    piece<element, width> filled;
#pragma unroll
    for (unsigned v = 0; v < width; ++v) filled.element[v] = filler;

    fold lane(filled);
    unsigned r = 0;
    for (; r + in_flight <= rows; r += in_flight) {
        piece<element, width> next[in_flight];
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) next[i] = read<width>(memory, start + std::uint64_t{r + i} * row, How);
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) lane.add(next[i], r + i, op);
    }
    if (r < rows || rest != 0) {
        piece<element, width> last[in_flight];  // loaded together as well: short chunks have nothing else
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) {
            const bool whole = r + i < rows || (r + i == rows && in_row + width <= rest);
            last[i] = whole ? read<width>(memory, start + std::uint64_t{r + i} * row, How) : filled;
        }
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) lane.add(last[i], r + i, op);
    }
    if (in_row < rest && rest < in_row + width) {
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            if (in_row + v < rest) filled.element[v] = memory(start + std::uint64_t{rows} * row + v);
        }
        lane.add(filled, rows, op);
    }
    return lane;
}

/// One lane's combination of its elements.
template <class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T fold_freely(const Source& source, std::uint64_t first, std::uint64_t count,
                                         load_policy how, Operator op) {
    using fold = free_fold<Source, Operator>;
    constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(typename fold::element));
    fold lane = with_constant(how, [&]<load_policy How>() { return fold_rows<How>(source, first, count, op); });
    return lane.total(source, first, first + threadIdx.x * width, canonical_order::lanes * width, op);
}

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
