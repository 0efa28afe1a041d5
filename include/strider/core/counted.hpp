// Sizes that the host does not know: a count in the place's memory, which is read when a call's kernels run.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// `*count` elements, at most `most`.
struct count_in_memory {
    const std::uint64_t* count;
    std::uint64_t most;
};

/// The first `*count` elements of a source, at most as many as it has: what views::counted_at makes. It has no size,
/// so that only calls that know of it take it.
template <element_source Source>
struct counted_view {
    using value_type = source_value<Source>;
    Source source;
    count_in_memory count;
};

namespace detail {

template <class Range>
inline constexpr bool is_counted_view = false;
template <class Source>
inline constexpr bool is_counted_view<counted_view<Source>> = true;
template <class Source>
inline constexpr bool is_counted_view<const counted_view<Source>> = true;

/// How many elements there are, where they are read.
STRIDER_HOST_DEVICE constexpr std::uint64_t elements_now(std::uint64_t elements) { return elements; }
STRIDER_HOST_DEVICE inline std::uint64_t elements_now(const count_in_memory& elements) {
    const std::uint64_t count = *elements.count;
    return count < elements.most ? count : elements.most;
}

/// How many there may be: what launches and scratch are made for.
constexpr std::uint64_t most_elements(std::uint64_t elements) { return elements; }
constexpr std::uint64_t most_elements(const count_in_memory& elements) { return elements.most; }

template <class Count>
inline constexpr bool counted_later = std::is_same_v<Count, count_in_memory>;

}  // namespace detail
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
