// The loop of the checked rungs on the processor: every core keeps the first bad position of its part.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <ladders/harness/checked_index.hpp>

namespace strider::ladders {

/// Calls `move(i)` for every position whose index is below `elements`; gives the first position whose index is not.
template <class Index, class Move>
bad_index_word move_checked(const Index* indices, std::uint64_t elements, Move move) {
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    return tbb::parallel_reduce(
        tbb::blocked_range<std::uint64_t>(0, elements, grain), no_bad_index,
        [=](const auto& part, bad_index_word first_bad) {
            for (std::uint64_t i = part.begin(); i < part.end(); ++i) {
                if (indices[i] < elements) {
                    move(i);
                } else {
                    first_bad = std::min(first_bad, bad_index_word{i});
                }
            }
            return first_bad;
        },
        [](bad_index_word a, bad_index_word b) { return std::min(a, b); });
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
