// The sequences that a rung merges, from its arguments.
#pragma once

#include <ladders/harness/rung.hpp>
#include <ladders/merge/problem.hpp>

namespace strider::ladders::merge {

/// Ascending keys.
template <class Index>
struct sequence {
    const key* keys;
    Index count;
};

struct sequences {
    sequence<std::uint64_t> first, second;
    key* merged;
};

inline sequences sequences_of(const arguments& with) {
    const std::uint64_t count = keys_of_first(with);
    return {{static_cast<const key*>(with.input), count},
            {static_cast<const key*>(with.side_input), with.elements - count},
            static_cast<key*>(with.output)};
}

}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
