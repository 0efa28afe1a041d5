// Segments: consecutive elements that are reduced or scanned by themselves, and what becomes of their totals.
#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/counted.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// Offsets: n + 1 integers, where segment i has the elements from offset i up to offset i + 1.
template <class Range>
concept segment_offsets =
    contiguous_elements<Range> && std::integral<element_of<Range>> && !std::same_as<element_of<Range>, bool>;

namespace detail {

template <class Range>
inline constexpr bool is_counted_offsets = false;
template <std::integral Offset>
inline constexpr bool is_counted_offsets<counted_view<contiguous<Offset>>> = !std::same_as<Offset, bool>;

}  // namespace detail

/// The same, or, by views::counted_at, offsets whose number only the device knows: a count of n is n segments, and n +
/// 1 offsets.
template <class Range>
concept countable_offsets = segment_offsets<Range> || detail::is_counted_offsets<std::remove_cvref_t<Range>>;

/// Segments by their offsets.
template <class Offset>
struct offset_segments {
    const Offset* offsets;
    std::uint64_t count;

    STRIDER_HOST_DEVICE constexpr std::uint64_t begin(std::uint64_t i) const {
        return static_cast<std::uint64_t>(offsets[i]);
    }
    STRIDER_HOST_DEVICE constexpr std::uint64_t size(std::uint64_t i) const { return begin(i + 1) - begin(i); }
    /// The elements of all segments before segment i.
    STRIDER_HOST_DEVICE constexpr std::uint64_t before(std::uint64_t i) const { return begin(i) - begin(0); }
    /// As `before`, but for the elements before the first segment, which count as well: for where offset 0 costs a
    /// load.
    STRIDER_HOST_DEVICE constexpr std::uint64_t place(std::uint64_t i) const { return begin(i); }
};

/// The same, as many as the device finds in its memory; `count` is how many there may be.
template <class Offset>
struct counted_segments : offset_segments<Offset> {
    count_in_memory given;
};

/// The segments that there are, where they are read.
template <class Segments>
STRIDER_HOST_DEVICE const Segments& segments_now(const Segments& segments) {
    return segments;
}
template <class Offset>
STRIDER_HOST_DEVICE offset_segments<Offset> segments_now(const counted_segments<Offset>& segments) {
    return {segments.offsets, detail::elements_now(segments.given)};
}

/// Segments of one length that start `stride` elements after one another.
struct equal_segments {
    std::uint64_t count;
    std::uint64_t length;
    std::uint64_t stride;

    STRIDER_HOST_DEVICE constexpr std::uint64_t begin(std::uint64_t i) const { return i * stride; }
    STRIDER_HOST_DEVICE constexpr std::uint64_t size(std::uint64_t) const { return length; }
    STRIDER_HOST_DEVICE constexpr std::uint64_t before(std::uint64_t i) const { return i * length; }
    STRIDER_HOST_DEVICE constexpr std::uint64_t place(std::uint64_t i) const { return before(i); }
};

/// The first segment that has at least `work` elements and segments before it; `count` where none has. Elements and
/// segments count alike, so that shares of equal work can be cut, however long or empty the segments are.
template <class Segments>
STRIDER_HOST_DEVICE constexpr std::uint64_t segment_after(const Segments& segments, std::uint64_t work) {
    std::uint64_t low = 0, high = segments.count;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (segments.before(middle) + middle < work) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
STRIDER_HOST_DEVICE constexpr std::uint64_t segment_after(const equal_segments& segments, std::uint64_t work) {
    const std::uint64_t each = segments.length + 1, found = work / each + (work % each != 0);
    return found < segments.count ? found : segments.count;
}

/// The result of a segment: `start` if it is empty, else its total, or op(start, total) if `given`. NaN is the one
/// quiet NaN, as of every reduction.
template <class T, class Operator>
struct segment_result {
    Operator op;
    T start;
    bool given;

    STRIDER_HOST_DEVICE constexpr T empty() const { return start; }
    STRIDER_HOST_DEVICE constexpr T of(const T& total) const {
        return detail::canonical_nan(given ? static_cast<T>(op(start, total)) : total);
    }
};

namespace detail {

/// The result of segments that are not empty, without an initial value.
template <class T, class Operator>
constexpr segment_result<T, Operator> of_values_alone(Operator op) {
    return {op, T{}, false};
}

}  // namespace detail

/// Whether what a call is given can be read by the caller's thread.
template <class Policy>
inline constexpr bool reads_host_memory = std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>;

/// Whether `count` offsets ascend.
template <std::integral Offset>
bool offsets_ascend(const Offset* offsets, std::uint64_t count) {
    bool ascend = true;
    for (std::uint64_t i = 1; i < count; ++i) ascend &= offsets[i - 1] <= offsets[i];
    return ascend;
}
template <std::integral Offset>
bool offsets_ascend(serial, const Offset* offsets, std::uint64_t count) {
    return offsets_ascend(offsets, count);
}

/// Throws std::invalid_argument where there is no offset; and, where they can be read, unless the offsets ascend and
/// stay within the input's `elements` elements.
template <class Policy, segment_offsets Offsets>
void require_offsets([[maybe_unused]] const Policy& policy, const Offsets& offsets, std::uint64_t elements,
                     const char* what) {
    const std::uint64_t count = std::ranges::size(offsets);
    if (count == 0) {
        throw std::invalid_argument(std::string(what) + ": no offsets: n segments have n + 1, the last one their end");
    }
    if constexpr (reads_host_memory<Policy>) {
        const auto* const offset = data_of(offsets);
        // Where they ascend, all of them are between the first and the last. What is wrong is looked for afterwards.
        if (static_cast<std::uint64_t>(offset[0]) <= elements &&
            static_cast<std::uint64_t>(offset[count - 1]) <= elements && offsets_ascend(policy, offset, count)) {
            return;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            if (static_cast<std::uint64_t>(offset[i]) > elements) {  // negative ones as well
                throw std::invalid_argument(std::string(what) + ": offset " + std::to_string(i) + " is " +
                                            std::to_string(offset[i]) + ", but the input has " +
                                            std::to_string(elements) + " elements: give offsets within it");
            }
            if (i != 0 && offset[i] < offset[i - 1]) {
                throw std::invalid_argument(std::string(what) + ": offset " + std::to_string(i) + " is " +
                                            std::to_string(offset[i]) + ", less than " + std::to_string(offset[i - 1]) +
                                            " before it: give offsets that ascend");
            }
        }
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
