// Segments of a scan: a scan of elements with their heads, by an operator that does not reach across a head.
//
// An element is a head where a segment begins at it. Combining (head, value) pairs by (a, b) -> (a or b is a head,
// b is a head ? b : a o b) is associative where o is, so that every scan is a segmented one (G. Blelloch, Prefix Sums
// and Their Applications, 1990, section 1.5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

/// A value, and whether it stands at or after the head of its segment as far as it has been combined. The flag is as
/// wide as the value's alignment, so that there are no bytes between them.
template <class T>
struct headed {
    using flag =
        std::conditional_t<alignof(T) == 1, std::uint8_t,
                           std::conditional_t<alignof(T) == 2, std::uint16_t,
                                              std::conditional_t<alignof(T) == 4, std::uint32_t, std::uint64_t>>>;
    T value;
    flag head;
};

/// The operator on values, not reaching across a head.
template <class Operator>
struct within_segments {
    Operator op;
    template <class T>
    STRIDER_HOST_DEVICE constexpr headed<T> operator()(const headed<T>& a, const headed<T>& b) const {
        return {b.head != 0 ? b.value : static_cast<T>(op(a.value, b.value)),
                static_cast<typename headed<T>::flag>(a.head | b.head)};
    }
};

/// A bit an element, 32 in a word: is it a head?
template <class Word>
struct head_bits {
    const Word* words;
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t i) const { return (words[i / 32] >> i % 32 & 1) != 0; }
};

/// Elements with their heads, as values of T; at a head, what the segment starts with is taken in, where there is
/// anything.
template <class T, class Operator, class Heads, class Element = T>
struct headed_elements {
    const Element* data;
    Heads heads;
    Operator op;
    T init;
    bool given;

    STRIDER_HOST_DEVICE constexpr headed<T> with_head(const T& value, bool head) const {
        return {head && given ? static_cast<T>(op(init, value)) : value, head};
    }
    STRIDER_HOST_DEVICE constexpr headed<T> operator()(std::uint64_t i) const {
        return with_head(static_cast<T>(data[i]), heads(i));
    }
};

/// Where the results of a segmented scan go to. Exclusive scans start every segment with `init`.
template <bool Exclusive, class T, class Heads, class Element = T>
struct segment_results {
    Element* data;
    Heads heads;
    T init;
    std::uint64_t first = 0;  ///< the index of the result that [0] stands for

    struct place {
        const segment_results& results;
        std::uint64_t index;
        STRIDER_HOST_DEVICE constexpr void operator=(const headed<T>& result) const {
            results.data[index] = results.value(index, result);
        }
    };
    STRIDER_HOST_DEVICE constexpr T value(std::uint64_t i, const headed<T>& result) const {
        if constexpr (Exclusive) {
            if (heads(i)) return init;
        }
        return result.value;
    }
    STRIDER_HOST_DEVICE constexpr place operator[](std::uint64_t i) const { return {*this, first + i}; }
    STRIDER_HOST_DEVICE constexpr segment_results operator+(std::uint64_t count) const {
        return {data, heads, init, first + count};
    }
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
