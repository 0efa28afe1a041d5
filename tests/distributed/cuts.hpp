// Where tests cut elements into the parts of ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace strider::test {

/// Where `elements` elements are cut for so many ranks: evenly, at any place, or with ranks that have none.
inline std::vector<std::uint64_t> test_cut(std::uint64_t elements, int ranks, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> first{0};
    for (int r = 1; r < ranks; ++r) {
        first.push_back(seed % 3 == 0   ? elements / static_cast<std::uint64_t>(ranks) * static_cast<std::uint64_t>(r)
                        : seed % 3 == 1 ? random() % (elements + 1)
                                        : first[static_cast<std::size_t>(random() % static_cast<unsigned>(r))]);
    }
    if (seed % 3 == 2 && ranks > 1) first.back() = random() % (elements + 1);
    first.push_back(elements);
    std::ranges::sort(first);
    return first;
}

/// All ways to cut `elements` elements for `ranks` ranks, as the first element of each rank and the end.
inline std::vector<std::vector<std::uint64_t>> every_cut(std::uint64_t elements, int ranks) {
    std::vector<std::vector<std::uint64_t>> found{{0}};
    for (int r = 1; r < ranks; ++r) {
        std::vector<std::vector<std::uint64_t>> longer;
        for (const auto& one : found) {
            for (std::uint64_t at = one.back(); at <= elements; ++at) {
                longer.push_back(one);
                longer.back().push_back(at);
            }
        }
        found = std::move(longer);
    }
    for (auto& one : found) one.push_back(elements);
    return found;
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
