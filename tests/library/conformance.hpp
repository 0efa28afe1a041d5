// Parts that the conformance suites share. A suite says once what every backend's calls must do. The results come from
// two kinds of oracle: `strider::serial`, the textbook's loops, is the oracle of order: it tells the very bits; and
// folds from left to right, or the standard library (the tests' `expect_fold` and their kin), are the oracle of
// meaning: they share no code with the library, and serial{} itself is held to them.
//
// A suite is instantiated with a `Backend`:
//
//   struct my_backend {
//       static constexpr std::uint64_t largest = ...;   // elements; larger sizes are left out.
//                                                       // Scans: largest_scan. Histograms: largest_histogram.
//       static constexpr bool every_pair = ...;         // whether each pair of a type and an operator has code of its
//                                                       // own (the CPU's kernels), or all share one template (the
//                                                       // GPU's): then each type and each operator is taken once,
//                                                       // and without STRIDER_TEST_ALL each kind of them once
//       static auto policy();                           // where to run
//       template <class T> class buffer;                // buffer(span<const T>, offset): a copy of the elements in
//                                                       // memory of the backend, `offset` elements after an aligned
//                                                       // address; range(), address(), value(), and values(), a copy
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, ReduceConformance, my_backend);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/library/elements.hpp"

namespace strider::test {

/// Whether suites take every type and operator (./test --all), or one of each kind whose code differs: of each width,
/// of each way to load, of operators that commute and that do not.
inline constexpr bool every_type = STRIDER_TEST_ALL;

/// The same, of calls for which the CPU has kernels for each type.
template <class Backend>
inline constexpr bool every_type_at = every_type || Backend::every_pair;

/// All of them with STRIDER_TEST_ALL, or those few that take each path once.
template <class T>
std::vector<T> all_or(const std::vector<T>& few, const std::vector<T>& all) {
    return every_type ? all : few;
}

/// Sizes of `all` that are at most `most`, and `more` sizes of at most `most` and 2^19 at random.
inline std::vector<std::uint64_t> sizes_up_to(std::uint64_t most, const std::vector<std::uint64_t>& all, int more = 0) {
    std::vector<std::uint64_t> found;
    for (const std::uint64_t size : all) {
        if (size <= most) found.push_back(size);
    }
    std::mt19937_64 random(5);
    for (int i = 0; i < more; ++i) found.push_back(1 + random() % std::min<std::uint64_t>(most, 1 << 19));
    return found;
}

/// Which bits of NaN are taken for right.
enum class nan_bits { exact, any };

/// The same elements to the last bit.
template <class T>
void expect_same(const std::vector<T>& found, const std::vector<T>& right, const std::string& what,
                 nan_bits nan = nan_bits::exact) {
    ASSERT_EQ(found.size(), right.size()) << what;
    if (right.empty() || std::memcmp(found.data(), right.data(), right.size() * sizeof(T)) == 0) return;
    for (std::size_t i = 0; i < right.size(); ++i) {
        bool same = same_bits(found[i], right[i]);
        if constexpr (std::is_floating_point_v<T>) {
            same |= nan == nan_bits::any && found[i] != found[i] && right[i] != right[i];
        }
        ASSERT_TRUE(same) << what << ": element " << i << " of " << right.size() << ", " << sizeof(T) << " bytes";
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
