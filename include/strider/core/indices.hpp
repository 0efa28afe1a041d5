// The ranges that calls take as indices, and the check of them that a caller may ask for.
#pragma once

#include <concepts>
#include <cstdint>

#include <strider/core/range.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// Integers of 16, 32 or 64 bits, signed or not.
template <class T>
concept index_value = std::integral<T> && (sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

template <class Range>
concept index_range = contiguous_elements<Range> && index_value<element_of<Range>>;

/// The same, or a view of indices.
template <class Range>
concept readable_indices = readable_elements<Range> && index_value<element_of<Range>>;

/// The value of a source at an index.
template <class Source>
struct value_at {
    Source source;
    template <index_value Index>
    STRIDER_HOST_DEVICE constexpr auto operator()(Index index) const {
        return source(static_cast<std::uint64_t>(index));
    }
};
template <class Source>
value_at(Source) -> value_at<Source>;
template <class Source>
inline constexpr bool may_multiply<value_at<Source>> = gives_products<Source>;

/// Says that all indices are to be looked at before anything is written: the last argument of a call.
struct checked_t {};
inline constexpr checked_t checked{};

/// The index's position if it is out of range, else `none`, so that a minimum finds the first bad index.
struct position_if_bad {
    std::uint64_t size;
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    template <index_value Index>
    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(Index index, std::uint64_t position) const {
        bool good = static_cast<std::uint64_t>(index) < size;
        if constexpr (std::signed_integral<Index>) good = good && index >= 0;
        return good ? none : position;
    }
};

/// Whether a store of a T is one step: of several stores to one place, one then survives whole.
template <class T>
inline constexpr bool stored_in_one_step =
    sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0 && alignof(T) == sizeof(T);

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
