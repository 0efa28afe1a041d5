// Runs: consecutive elements that are equal. What becomes of where each of them begins and ends, and what calls that
// look for runs require of their arguments.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <string>

#include <strider/core/overlap.hpp>
#include <strider/core/range.hpp>
#include <strider/core/target.hpp>

namespace strider {

/// Lengths of runs: integers that can be written.
template <class Range>
concept run_lengths =
    writable_elements<Range> && std::integral<element_of<Range>> && !std::same_as<element_of<Range>, bool>;

/// Told of a run, its number, where it begins, and where the next one does: writes how long it is.
template <class Length>
struct write_lengths {
    Length* lengths;
    STRIDER_HOST_DEVICE constexpr void operator()(std::uint64_t run, std::uint64_t begin, std::uint64_t end) const {
        lengths[run] = static_cast<Length>(end - begin);
    }
};

/// The arguments of a reduction by key.
template <class K, class Source, class U, class Result>
struct keyed_reduction {
    const K* keys;
    Source values;
    std::uint64_t elements;
    K* unique;      ///< gets the first key of every run
    U* results;     ///< gets the reduction of every run's values
    Result result;  ///< a segment_result
};
template <class K, class Source, class U, class Result>
keyed_reduction(const K*, Source, std::uint64_t, K*, U*, Result) -> keyed_reduction<K, Source, U, Result>;

namespace detail {

/// The memory of `output` that may be written: of a run for every one of `elements` elements. Throws
/// std::invalid_argument where there is less.
template <class Output>
extent_in_memory room_for_runs(Output& output, std::uint64_t elements, const char* call, const char* what) {
    const std::uint64_t room = std::ranges::size(output);
    if (room < elements) {
        throw std::invalid_argument(std::string(call) + ": there is room for " + std::to_string(room) + " " + what +
                                    ", but " + std::to_string(elements) +
                                    " elements may all be different: give it as many");
    }
    return {data_of(output), data_of(output) + elements};
}

/// Throws std::invalid_argument unless a Length can be `elements`: so long may a run be.
template <std::integral Length>
void require_length_of_runs(std::uint64_t elements, const char* call) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Length>::max());
    if (elements > most) {
        throw std::invalid_argument(std::string(call) + ": a run may be of all " + std::to_string(elements) +
                                    " elements, but lengths end at " + std::to_string(most) +
                                    ": give them a wider type");
    }
}

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
