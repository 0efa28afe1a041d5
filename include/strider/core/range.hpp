// What calls take as ranges: elements that are consecutive in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/source.hpp>

namespace strider {

/// A range whose elements are consecutive in memory: has data() and size().
template <class Range>
concept contiguous_elements = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range>;

/// One whose elements can be written.
template <class Range>
concept writable_elements =
    contiguous_elements<Range> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

template <class Range>
using element_of = std::ranges::range_value_t<Range>;

/// Throws std::invalid_argument for a range of which no address space has room: its size has overflowed, or is of
/// another range.
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

/// What may be gathered, scattered, compacted.
template <class T>
concept movable_element = std::is_trivially_copyable_v<T> && sizeof(T) <= 32;

/// The range as a source. Throws std::invalid_argument for a size that no memory has.
template <contiguous_elements Range>
auto elements_of(const Range& range) {
    require_possible_size(range);
    return contiguous<element_of<Range>>{std::ranges::data(range)};
}

/// Throws std::invalid_argument unless `output` has room for an element for every one of `input`, and is either
/// `input` itself or apart from it.
template <contiguous_elements Input, contiguous_elements Output>
void require_output(const Input& input, Output& output, const char* what) {
    const std::uint64_t count = std::ranges::size(input), room = std::ranges::size(output);
    require_possible_size(input);
    if (room < count) {
        throw std::invalid_argument(std::string(what) + ": the output has room for " + std::to_string(room) +
                                    " of the input's " + std::to_string(count) + " elements: give it as many");
    }
    const void* const from = std::ranges::data(input);
    const void* const from_end = std::ranges::data(input) + count;
    const void* const to = std::ranges::data(output);
    const void* const to_end = std::ranges::data(output) + count;
    const std::less<const void*> before;
    if (count != 0 && from != to && before(from, to_end) && before(to, from_end)) {
        throw std::invalid_argument(std::string(what) +
                                    ": the output overlaps the input in part: give it the same place or another one");
    }
}

}  // namespace strider
