// Inputs of the suites of run_length_encode and reduce_by_key, and their runs by a loop.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tests/library/elements.hpp"

namespace strider::test {

/// Sizes that change the shape: pieces, rows, tiles of 2 rows for elements of 1 to 32 bytes, many tiles.
inline const std::vector<std::uint64_t> run_sizes = {1,    2,    3,    15,   16,   31,     32,      33,       127,
                                                     128,  129,  511,  512,  513,  1023,   1025,    2047,     2048,
                                                     2049, 4096, 4097, 8191, 8193, 65'537, 140'001, 2'500'003};

/// Elements that begin another run with a probability of 1 / mean.
template <class T>
std::vector<T> elements_in_runs(std::uint64_t count, std::uint64_t mean, std::uint64_t seed) {
    const std::vector<T> kinds = random_elements<T>(5, seed + 1);
    std::mt19937_64 random(seed);
    std::vector<T> elements(count, kinds[0]);
    for (std::uint64_t i = 1, kind = 0; i < count; ++i) {
        if (random() % mean == 0) kind = (kind + 1 + random() % 4) % 5;  // another one
        elements[i] = kinds[kind];
    }
    return elements;
}

/// Where each run begins, and where the last one ends.
template <class T, class Equal>
std::vector<std::uint64_t> bounds_of_runs(const std::vector<T>& elements, Equal equal) {
    std::vector<std::uint64_t> bounds{0};
    for (std::uint64_t i = 1; i < elements.size(); ++i) {
        if (!equal(elements[i - 1], elements[i])) bounds.push_back(i);
    }
    bounds.push_back(elements.size());
    return bounds;
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
