// Ranges for calls: elements that are consecutive in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/counted.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/source.hpp>

namespace strider {

namespace detail {

template <class Range>
concept standard_memory = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range>;

/// A vector in a GPU's memory as Thrust's: its pointers have the address in them.
template <class Range>
concept device_vector = !standard_memory<Range> && requires(std::remove_reference_t<Range>& range) {
    requires std::is_pointer_v<decltype(range.data().get())>;
    std::ranges::size(range);
};

}  // namespace detail

/// A range whose elements are consecutive in memory: it has data() and size(), as std::vector, std::span and
/// thrust::device_vector.
template <class Range>
concept contiguous_elements = detail::standard_memory<Range> || detail::device_vector<Range>;

/// The address of the first element. Throws std::invalid_argument for elements at a null pointer.
template <contiguous_elements Range>
constexpr auto data_of(Range& range) {
    const auto first = [&range] {
        if constexpr (detail::standard_memory<Range>) {
            return std::ranges::data(range);
        } else {
            return range.data().get();
        }
    }();
    if (first == nullptr && std::ranges::size(range) != 0) {
        throw std::invalid_argument("a range of " + std::to_string(std::ranges::size(range)) +
                                    " elements is at a null pointer: give memory of the call's place");
    }
    return first;
}

/// matrix_of(view, what). Throws std::invalid_argument also for elements at a null pointer.
template <matrix_like View>
constexpr auto matrix_in_memory(const View& view, const char* what) {
    const auto given = matrix_of(view, what);
    if (given.data == nullptr && given.rows != 0 && given.columns != 0) {
        throw std::invalid_argument(std::string(what) + ": " + std::to_string(given.rows) + " rows of " +
                                    std::to_string(given.columns) +
                                    " elements are at a null pointer: give memory of the call's place");
    }
    return given;
}

/// One whose elements can be written.
template <class Range>
concept writable_elements =
    contiguous_elements<Range> &&
    !std::is_const_v<std::remove_pointer_t<decltype(data_of(std::declval<std::remove_reference_t<Range>&>()))>>;

/// A container that is gone after the call, and with it the results: no variable, and no view, which is a borrowed
/// range or, as cuda::std::span, can be copied as bytes and has elements that are not const where it is.
template <class Given>
concept temporary_container =
    std::is_rvalue_reference_v<Given> && contiguous_elements<std::remove_reference_t<Given>> &&
    !std::ranges::borrowed_range<std::remove_reference_t<Given>> &&
    !(std::is_trivially_copyable_v<std::remove_reference_t<Given>> &&
      writable_elements<const std::remove_reference_t<Given>>);

/// A source that has a size: what strider::views make.
template <element_source Source>
struct source_view {
    using value_type = source_value<Source>;
    Source source;
    std::uint64_t count;
    constexpr std::uint64_t size() const { return count; }
};
template <class Source>
source_view(Source, std::uint64_t) -> source_view<Source>;

namespace detail {

template <class Range>
inline constexpr bool is_source_view = false;
template <class Source>
inline constexpr bool is_source_view<source_view<Source>> = true;

/// A view of the standard library whose elements are made up, or are not consecutive.
template <class Range>
concept standard_view = !contiguous_elements<Range> && std::ranges::view<Range> &&
                        std::ranges::random_access_range<const Range> && std::ranges::sized_range<const Range>;

template <class Range>
struct element_type {};
template <std::ranges::range Range>
    requires(!device_vector<Range>)
struct element_type<Range> : std::type_identity<std::ranges::range_value_t<Range>> {};
template <device_vector Range>
struct element_type<Range> : std::remove_cv<std::remove_pointer_t<decltype(data_of(std::declval<Range&>()))>> {};
template <class Range>
    requires is_source_view<std::remove_const_t<Range>> || is_counted_view<std::remove_const_t<Range>>
struct element_type<Range> : std::type_identity<typename Range::value_type> {};

}  // namespace detail

/// The inputs that calls read: elements that are consecutive in memory; a view of strider::views; or a view of the
/// standard library that has a size and takes indices, such as std::views::iota and std::views::transform. Views are
/// copied. The memory that they refer to must be readable at the call's place: a GPU cannot read a view of a
/// std::vector.
template <class Range>
concept readable_elements =
    contiguous_elements<Range> || detail::is_source_view<std::remove_cvref_t<Range>> || detail::standard_view<Range>;

/// The same, or elements whose number stands in the memory of the call's place (views::counted_at).
template <class Range>
concept countable_elements = readable_elements<Range> || detail::is_counted_view<std::remove_cvref_t<Range>>;

template <class Range>
using element_of = typename detail::element_type<std::remove_reference_t<Range>>::type;

/// Throws std::invalid_argument for a range that is larger than any address space: its size has overflowed, or belongs
/// to another range.
template <contiguous_elements Range>
void require_possible_size(const Range& range) {
    constexpr std::uint64_t most = (~std::uint64_t{0} >> 1) / sizeof(element_of<Range>);
    const std::uint64_t count = std::ranges::size(range);
    if (count > most) {
        throw std::invalid_argument("a range of " + std::to_string(count) + " elements of " +
                                    std::to_string(sizeof(element_of<Range>)) +
                                    " bytes fits no address space: check its size");
    }
}

/// Elements that may be gathered, scattered or compacted.
template <class T>
concept movable_element = std::is_trivially_copyable_v<T> && sizeof(T) <= 32;

/// The range as a source. Throws std::invalid_argument for a size that no memory has.
template <contiguous_elements Range>
auto elements_of(const Range& range) {
    require_possible_size(range);
    return contiguous<element_of<Range>>{data_of(range)};
}
template <class Source>
Source elements_of(const source_view<Source>& view) {
    return view.source;
}
template <class Source>
Source elements_of(const counted_view<Source>& view) {
    return view.source;
}
template <detail::standard_view View>
auto elements_of(const View& view) {
#if defined(__CUDACC__) && !defined(__CUDACC_RELAXED_CONSTEXPR__)
    static_assert(!detail::standard_view<View>,
                  "views of the standard library need nvcc --expt-relaxed-constexpr; those of strider::views do not");
#endif
    return viewed<View>{view};
}
template <class T, class Bound>
counting<T> elements_of(const std::ranges::iota_view<T, Bound>& view) {
    return {*view.begin()};
}

namespace detail {

/// How many elements a range has: a number, or on a device where that stands.
template <class Policy, countable_elements Range>
auto count_of(const Policy&, const Range& range) {
    if constexpr (!is_counted_view<Range>) {
        return static_cast<std::uint64_t>(std::ranges::size(range));
    } else if constexpr (std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>) {
        return elements_now(range.count);
    } else {
        return range.count;
    }
}

/// How many it may have.
template <countable_elements Range>
std::uint64_t most_elements_of(const Range& range) {
    if constexpr (is_counted_view<Range>) {
        return range.count.most;
    } else {
        return std::ranges::size(range);
    }
}

inline void require_one_size(const char* what, std::uint64_t first, std::uint64_t second) {
    if (first != second) {
        throw std::invalid_argument(std::string(what) + ": the ranges have " + std::to_string(first) + " and " +
                                    std::to_string(second) + " elements: give two of one size");
    }
}

}  // namespace detail

/// Throws std::invalid_argument unless `output` has room for an element for every one of `input`, and is either
/// in the very place of elements of `input` that have its type, or apart from them.
template <countable_elements Input, contiguous_elements Output>
void require_output(const Input& input, Output& output, const char* what) {
    const std::uint64_t count = detail::most_elements_of(input), room = std::ranges::size(output);
    const auto source = elements_of(input);
    if (room < count) {
        throw std::invalid_argument(std::string(what) + ": the output has room for " + std::to_string(room) +
                                    " of the input's " + std::to_string(count) + " elements: give it as many");
    }
    const void* const to = data_of(output);
    const void* const to_end = data_of(output) + count;
    detail::for_each_memory(
        source, count, [&]<class T>(const contiguous<T>& from, std::uint64_t elements, bool in_place) {
            const std::less<const void*> before;
            const bool overlap = elements != 0 && before(from.data, to_end) && before(to, from.data + elements);
            if (overlap && from.data != to) {
                throw std::invalid_argument(std::string(what) +
                                            ": the output overlaps the input in part: give it the same "
                                            "place or another one");
            }
            if (overlap && !(in_place && std::is_same_v<T, element_of<Output>>)) {
                throw std::invalid_argument(std::string(what) + ": the output overlaps the input, which " +
                                            (in_place ? "is of another type" : "is read out of turn") +
                                            ": give it another place");
            }
        });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
